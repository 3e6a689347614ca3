-- A customer's own price lists: one for each family. Without one the list of its tier applies, else the default.
create table customer_price_list (
  business_id int not null references business,
  customer_id bigint not null references customer,
  family text not null,
  -- Any version of the list: the price of a day is that of the version in effect then.
  price_list_id bigint not null references price_list,
  primary key (business_id, customer_id, family)
);
create index customer_price_list_by_list on customer_price_list (business_id, price_list_id);
select enable_tenancy('customer_price_list');

insert into customer_price_list (business_id, customer_id, family, price_list_id)
select c.business_id, c.id, p.family, p.id
  from customer c join price_list p on p.business_id = c.business_id and p.id = c.price_list_id;
alter table customer drop column price_list_id;
