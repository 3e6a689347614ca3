-- Ship-outs: stored packages that leave storage for an address.

create table shipout (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  customer_id bigint not null references customer,
  service_id bigint not null,
  service_version int not null,
  status text not null check (status in ('AWAITING_PRICE', 'AWAITING_PAYMENT', 'PAID', 'PICKING', 'PACKED', 'SHIPPED', 'DELIVERED',
    'CANCELLED')),
  status_since timestamptz not null,
  tracking_number text not null,
  ref text,
  note text not null,
  dropoff jsonb,
  -- Where the packages were when it was ordered.
  warehouse_id bigint not null,
  scheduled_date date,
  supplies jsonb not null,
  surcharges text[] not null,
  -- Answers to the form of the service.
  form jsonb not null,
  carrier text,
  carrier_number text,
  search text not null generated always as
    (lower(tracking_number || ' ' || coalesce(ref, '') || ' ' || coalesce(carrier_number, ''))) stored,
  shipped_at timestamptz,
  delivered_at timestamptz,
  created_by bigint references account,
  created_at timestamptz not null,
  version int not null default 1,
  unique (business_id, id),
  foreign key (business_id, service_id, service_version)
    references customer_service_version (business_id, service_id, version),
  foreign key (business_id, warehouse_id) references warehouse (business_id, id)
);
create index shipout_by_customer on shipout (business_id, customer_id, id desc);
create index shipout_by_status on shipout (business_id, status, id desc);
create index shipout_search on shipout using gin (search gin_trgm_ops);
create index shipout_by_number on shipout (business_id, tracking_number);
select enable_tenancy('shipout');

create table shipout_package (
  business_id int not null references business,
  shipout_id bigint not null,
  seq int not null,
  stored_package_id bigint not null,
  -- False: given back by a cancelled ship-out.
  is_active boolean not null default true,
  primary key (business_id, shipout_id, stored_package_id),
  foreign key (business_id, shipout_id) references shipout (business_id, id),
  foreign key (business_id, stored_package_id) references stored_package (business_id, id)
);
create unique index one_shipout_per_package on shipout_package (business_id, stored_package_id) where is_active;
select enable_tenancy('shipout_package');

-- The newest ship-outs with a pattern of LIKE, in small letters, in their numbers or the name of their customer. A function,
-- because an index of trigrams is not used behind row-level security; it looks at the business of the transaction alone.
create function search_shipouts(pattern text, most int)
  returns table (id bigint) language sql stable security definer set search_path = public, pg_temp as $$
    (select o.id from shipout o
      where o.business_id = nullif(current_setting('app.business_id', true), '')::int and o.search like pattern
      order by o.id desc limit most)
    union
    (select o.id from customer c join shipout o on o.business_id = c.business_id and o.customer_id = c.id
      where c.business_id = nullif(current_setting('app.business_id', true), '')::int and lower(c.name) like pattern
      order by o.id desc limit most)
  $$;
revoke execute on function search_shipouts from public;
grant execute on function search_shipouts to packhorse_service, packhorse_system;

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
