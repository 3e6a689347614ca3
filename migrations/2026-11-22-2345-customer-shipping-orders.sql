-- What customers' orders cost and what was paid for them, and their shipping orders.

create table customer_bill (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  customer_id bigint not null references customer,
  -- What is billed: `shipping_order`, `storage_order`, `shipout`.
  subject_type text not null,
  subject_id bigint not null,
  family text not null,
  currency text not null,
  -- The version of the price list that it was priced with; null where staff price it.
  price_list_id bigint references price_list,
  -- The surcharges of the family as they were when it was priced.
  surcharges jsonb,
  -- Null until it is priced.
  total_minor bigint check (total_minor >= 0),
  lines jsonb not null,
  -- From wallet and settlement account, less what was returned.
  paid_minor bigint not null check (paid_minor >= 0),
  -- Since when something is left to pay.
  unpaid_since timestamptz,
  created_at timestamptz not null,
  version int not null default 1,
  unique (business_id, id),
  unique (business_id, subject_type, subject_id),
  -- What was paid beyond the price is returned in the transaction that lowers it.
  check (paid_minor <= coalesce(total_minor, 0)),
  check ((price_list_id is null) = (surcharges is null)),
  check ((unpaid_since is not null) = (coalesce(total_minor, 0) > paid_minor))
);
create index customer_bill_by_customer on customer_bill (business_id, customer_id, id);
select enable_tenancy('customer_bill');

-- How a price came about: each with the lines before and after.
create table customer_bill_step (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  bill_id bigint not null,
  kind text not null check (kind in ('ordered', 'quoted', 'repriced', 'charged', 'refunded', 'cancelled')),
  lines_before jsonb not null,
  lines_after jsonb not null,
  total_before_minor bigint,
  total_after_minor bigint not null,
  returned_minor bigint not null,
  note text not null,
  created_by bigint references account,
  created_at timestamptz not null,
  foreign key (business_id, bill_id) references customer_bill (business_id, id)
);
create index customer_bill_step_by_bill on customer_bill_step (business_id, bill_id, id);
select enable_tenancy('customer_bill_step');
revoke update, delete on customer_bill_step from packhorse_service, packhorse_system;

create table shipping_order (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  customer_id bigint not null references customer,
  service_id bigint not null,
  service_version int not null,
  status text not null check (status in ('PENDING', 'CONFIRMED', 'RECEIVING', 'RECEIVED', 'REPRICED', 'PROCESSING', 'SHIPPED',
    'DELIVERED', 'EXCEPTION', 'CANCELLED')),
  status_since timestamptz not null,
  -- The status that an exception interrupted, and what happened.
  status_before_exception text,
  exception text,
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
  carrier text,
  carrier_number text,
  -- What lists find an order by, besides its customer.
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
  foreign key (business_id, warehouse_id) references warehouse (business_id, id),
  check ((status = 'EXCEPTION') = (status_before_exception is not null)),
  check ((status = 'EXCEPTION') = (exception is not null))
);
create index shipping_order_by_customer on shipping_order (business_id, customer_id, service_id, id desc);
create index shipping_order_by_status on shipping_order (business_id, status, id desc);
create index shipping_order_search on shipping_order using gin (search gin_trgm_ops);
create index shipping_order_by_number on shipping_order (business_id, tracking_number);
select enable_tenancy('shipping_order');

create table shipping_package (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  shipping_order_id bigint not null,
  seq int not null,
  contents text not null,
  packaging text,
  -- As the customer declared.
  weight_g int check (weight_g > 0),
  length_mm int check (length_mm > 0),
  width_mm int check (width_mm > 0),
  height_mm int check (height_mm > 0),
  received_at timestamptz,
  damaged boolean not null default false,
  -- As staff measured.
  measured_weight_g int check (measured_weight_g > 0),
  measured_length_mm int check (measured_length_mm > 0),
  measured_width_mm int check (measured_width_mm > 0),
  measured_height_mm int check (measured_height_mm > 0),
  measured_at timestamptz,
  unique (business_id, id),
  unique (business_id, shipping_order_id, seq),
  foreign key (business_id, shipping_order_id) references shipping_order (business_id, id),
  check (measured_at is null or received_at is not null)
);
select enable_tenancy('shipping_package');

-- The newest orders with a pattern of LIKE, in small letters, in their numbers or the name of their customer. A function, because
-- an index of trigrams is not used behind row-level security; it looks at the business of the transaction alone.
create function search_shipping_orders(pattern text, most int)
  returns table (id bigint) language sql stable security definer set search_path = public, pg_temp as $$
    (select o.id from shipping_order o
      where o.business_id = nullif(current_setting('app.business_id', true), '')::int and o.search like pattern
      order by o.id desc limit most)
    union
    (select o.id from customer c join shipping_order o on o.business_id = c.business_id and o.customer_id = c.id
      where c.business_id = nullif(current_setting('app.business_id', true), '')::int and lower(c.name) like pattern
      order by o.id desc limit most)
  $$;
revoke execute on function search_shipping_orders from public;
grant execute on function search_shipping_orders to packhorse_service, packhorse_system;

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
