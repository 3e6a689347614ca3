-- What a file belongs to: a picture that proves the delivery of three orders belongs to each of them. Whoever may read
-- such a record reads the file.
create table file_subject (
  business_id int not null references business,
  file_id bigint not null references file,
  subject_type text not null,
  subject_id bigint not null,
  primary key (business_id, file_id, subject_type, subject_id)
);
create index file_subject_by_subject on file_subject (business_id, subject_type, subject_id, file_id);
select enable_tenancy('file_subject');

-- A proof is of a record of any kind.
alter table proof drop constraint proof_order_id_fkey;
drop index proof_by_order;
alter table proof rename column order_id to subject_id;
alter table proof add column subject_type text not null default 'order';
alter table proof alter column subject_type drop default;
create index proof_by_subject on proof (business_id, subject_type, subject_id, id);

insert into file_subject (business_id, file_id, subject_type, subject_id)
  select business_id, file_id, subject_type, subject_id from proof where file_id is not null
  union
  select business_id, file_id, 'driver', driver_id from driver_document where file_id is not null
  union
  select i.business_id, f.id, 'driver', i.driver_id
    from driver_inspection i join file f on f.business_id = i.business_id and f.id = any(i.file_ids);
