-- Storage orders of customers, and the packages that are stored for them.

create table storage_order (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  customer_id bigint not null references customer,
  service_id bigint not null,
  service_version int not null,
  status text not null check (status in ('PENDING', 'CONFIRMED', 'AWAITING_INBOUND', 'PARTLY_RECEIVED', 'STORED', 'PARTLY_OUT',
    'CLOSED', 'CANCELLED')),
  status_since timestamptz not null,
  tracking_number text not null,
  ref text,
  note text not null,
  pickup jsonb,
  dropoff jsonb,
  warehouse_id bigint,
  scheduled_date date,
  pickup_timeframe text,
  supplies jsonb not null,
  surcharges text[] not null,
  -- Answers to the form of the service.
  form jsonb not null,
  -- What a package costs a day, tax included, where staff price the order; null: by the price list.
  day_price_minor bigint check (day_price_minor >= 0),
  -- Days until this one are charged.
  charged_until date,
  search text not null generated always as (lower(tracking_number || ' ' || coalesce(ref, ''))) stored,
  confirmed_at timestamptz,
  closed_at timestamptz,
  created_by bigint references account,
  created_at timestamptz not null,
  version int not null default 1,
  unique (business_id, id),
  foreign key (business_id, service_id, service_version)
    references customer_service_version (business_id, service_id, version),
  foreign key (business_id, warehouse_id) references warehouse (business_id, id)
);
create index storage_order_by_customer on storage_order (business_id, customer_id, id desc);
create index storage_order_by_status on storage_order (business_id, status, id desc);
create index storage_order_search on storage_order using gin (search gin_trgm_ops);
create index storage_order_by_number on storage_order (business_id, tracking_number);
select enable_tenancy('storage_order');

create table stored_package (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  customer_id bigint not null references customer,
  storage_order_id bigint not null,
  seq int not null,
  status text not null check (status in ('EXPECTED', 'RECEIVED', 'HELD', 'STOCKED_OUT', 'MISSING', 'DISPOSED')),
  contents text not null,
  packaging text,
  -- As the customer declared.
  weight_g int check (weight_g > 0),
  length_mm int check (length_mm > 0),
  width_mm int check (width_mm > 0),
  height_mm int check (height_mm > 0),
  -- As staff measured.
  measured_weight_g int check (measured_weight_g > 0),
  measured_length_mm int check (measured_length_mm > 0),
  measured_width_mm int check (measured_width_mm > 0),
  measured_height_mm int check (measured_height_mm > 0),
  measured_at timestamptz,
  damaged boolean not null default false,
  -- In stock, once it was received; what came back with the same code is the same.
  stock_package_id bigint,
  received_at timestamptz,
  -- The first day of storage, and the day on which it left: local dates of the business.
  stored_from date,
  stored_until date,
  left_at timestamptz,
  -- Of the ship-out that it is held by or left with.
  shipout_id bigint,
  unique (business_id, id),
  unique (business_id, storage_order_id, seq),
  foreign key (business_id, storage_order_id) references storage_order (business_id, id),
  foreign key (business_id, stock_package_id) references stock_package (business_id, id),
  check (measured_at is null or received_at is not null),
  check ((received_at is null) = (stock_package_id is null) and (received_at is null) = (stored_from is null)),
  check (status not in ('RECEIVED', 'HELD', 'STOCKED_OUT') or received_at is not null),
  check (status not in ('RECEIVED', 'HELD', 'EXPECTED') or stored_until is null),
  check (status <> 'HELD' or shipout_id is not null),
  check (status not in ('EXPECTED', 'RECEIVED') or shipout_id is null)
);
create index stored_package_by_customer on stored_package (business_id, customer_id, id desc);
-- What is in stock is stored for one order.
create unique index one_storage_per_package on stored_package (business_id, stock_package_id)
  where status in ('RECEIVED', 'HELD');
create index stored_package_by_shipout on stored_package (business_id, shipout_id) where shipout_id is not null;
create index stored_package_by_stock on stored_package (business_id, stock_package_id) where stock_package_id is not null;
select enable_tenancy('stored_package');

-- One row for each day of an order that is charged.
create table storage_charge (
  business_id int not null references business,
  storage_order_id bigint not null,
  date date not null,
  packages int not null,
  -- Null: nothing priced this day, and staff must.
  amount_minor bigint check (amount_minor >= 0),
  created_at timestamptz not null,
  primary key (business_id, storage_order_id, date),
  foreign key (business_id, storage_order_id) references storage_order (business_id, id)
);
select enable_tenancy('storage_charge');
revoke update, delete on storage_charge from packhorse_service, packhorse_system;

-- The newest orders with a pattern of LIKE, in small letters, in their numbers or the name of their customer. A function, because
-- an index of trigrams is not used behind row-level security; it looks at the business of the transaction alone.
create function search_storage_orders(pattern text, most int)
  returns table (id bigint) language sql stable security definer set search_path = public, pg_temp as $$
    (select o.id from storage_order o
      where o.business_id = nullif(current_setting('app.business_id', true), '')::int and o.search like pattern
      order by o.id desc limit most)
    union
    (select o.id from customer c join storage_order o on o.business_id = c.business_id and o.customer_id = c.id
      where c.business_id = nullif(current_setting('app.business_id', true), '')::int and lower(c.name) like pattern
      order by o.id desc limit most)
  $$;
revoke execute on function search_storage_orders from public;
grant execute on function search_storage_orders to packhorse_service, packhorse_system;

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
