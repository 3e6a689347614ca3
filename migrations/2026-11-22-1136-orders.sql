-- Price lists, quotes, return reasons, orders, parcels.

create table price_list (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  name text not null,
  family text not null,
  currency text not null,
  -- Versions are immutable: a change is a new row that replaces the old one.
  rules jsonb not null,
  replaces_id bigint references price_list,
  effective_from date not null,
  effective_until date,
  is_default boolean not null default false,
  created_at timestamptz not null,
  -- A version is never changed: the next one is another row with the same root. Customers and the default
  -- refer to any version; the price of a day is that of the version in effect then.
  root_id bigint references price_list,
  version int not null default 1,
  tier text
);
create index price_list_by_family on price_list (business_id, family, effective_from, id);
create unique index price_list_version on price_list (business_id, coalesce(root_id, id), version);
select enable_tenancy('price_list');

create table quote (
  id bigint generated always as identity primary key,
  rate_id text not null unique,
  business_id int not null references business,
  customer_id bigint references customer,
  family text not null,
  service text not null,
  inputs_hash text not null,
  price_list_id bigint references price_list,
  lines jsonb not null,
  total_minor int not null,
  currency text not null,
  expires_at timestamptz not null,
  used_by_order_id bigint,
  created_at timestamptz not null
);
create index quote_by_business on quote (business_id, id);
create index quote_by_expiry on quote (expires_at);
select enable_tenancy('quote');

-- Reasons are versioned: changing one writes the next version, and reports use the version of the time.
create table return_reason (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  code text not null,
  version int not null,
  current boolean not null default true,
  labels jsonb not null,
  applies_to text[] not null,
  requires text[] not null default '{}',
  next_action text not null check (next_action in ('reattempt', 'hold', 'return', 'locker')),
  fault text not null check (fault in ('recipient', 'sender', 'carrier', 'none')),
  incident_reason text not null,
  active boolean not null default true,
  created_at timestamptz not null,
  unique (business_id, code, version)
);
create unique index return_reason_current on return_reason (business_id, code) where current;
select enable_tenancy('return_reason');

create table delivery_order (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  customer_id bigint references customer,
  family text not null default 'local_delivery',
  type text not null check (type in ('D', 'P', 'P2P')),
  service text not null default 'standard',
  delivery_kind text not null default 'self' check (delivery_kind in ('self', 'third_party', 'label')),
  ref text,
  external_tracking text,
  tracking_number text not null unique,
  status text not null check (status in ('NEW_ORDER', 'HOLD', 'ROUTED', 'DISPATCHED', 'PICKED_UP', 'AT_WAREHOUSE',
    'IN_TRANSFER', 'LOADED', 'OUT_FOR_DELIVERY', 'ARRIVED', 'READY_FOR_PICKUP', 'FAILED_ATTEMPT', 'EXCEPTION', 'RETURNING',
    'DELIVERED', 'RETURNED', 'REJECTED', 'CANCELLED')),
  status_since timestamptz not null,
  -- The status to which a HOLD, or an order whose late facts are merged, returns.
  status_before_hold text,
  scheduled_date date not null,
  pickup jsonb,
  dropoff jsonb,
  -- Where the driver goes: the drop-off of D and P2P, the pickup of P.
  lat float8,
  lng float8,
  city text not null default '',
  postal_code text not null default '',
  window_start timestamptz,
  window_end timestamptz,
  service_time_s int not null default 180,
  priority int not null default 0,
  weight_g int not null default 0,
  volume_cm3 int not null default 0,
  units int not null default 1,
  pallets int not null default 0,
  requirements jsonb not null default '{}',
  delivery_instruction text not null default '',
  note text not null default '',
  cod_minor int not null default 0,
  insured_value_minor int not null default 0,
  currency text not null,
  price_minor int,
  price_details jsonb,
  quote_id bigint references quote,
  payment text not null default 'not_required' check (payment in ('not_required', 'unpaid', 'partial', 'paid', 'refunding', 'refunded')),
  hold jsonb,
  return_reason jsonb,
  attempts int not null default 0,
  route_id bigint,
  assignment_id bigint,
  contractor_account_id bigint,
  tender_state text check (tender_state in ('offered', 'held')),
  third_party_carrier_id bigint,
  sync text not null default 'ok',
  partial boolean not null default false,
  cancel_requested boolean not null default false,
  replaces_order_id bigint references delivery_order,
  replaced_by_order_id bigint references delivery_order,
  batch_id bigint,
  source text not null default 'rest',
  created_by bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  delivered_at timestamptz,
  version int not null default 1,
  search text not null
);
create index delivery_order_by_date on delivery_order (business_id, scheduled_date, id);
create index delivery_order_by_id on delivery_order (business_id, id desc);
create index delivery_order_by_status on delivery_order (business_id, status, scheduled_date, id);
create index delivery_order_by_customer on delivery_order (business_id, customer_id, id);
create index delivery_order_by_route on delivery_order (business_id, route_id) where route_id is not null;
create index delivery_order_by_ref on delivery_order (business_id, ref) where ref is not null;
create index delivery_order_by_external on delivery_order (business_id, external_tracking) where external_tracking is not null;
create index delivery_order_search on delivery_order using gin (search gin_trgm_ops);
-- What was created in a day is asked by every digest; without this it walks all orders of the business.
create index delivery_order_by_creation on delivery_order (business_id, created_at);
-- What contractors see, and what they may plan, is a small part of a business's orders.
create index delivery_order_by_contractor on delivery_order (business_id, contractor_account_id, id desc)
  where contractor_account_id is not null;
-- Delivered orders keep their contractor permanently, so those still in progress have an index of their own.
create index delivery_order_in_hand on delivery_order (business_id, contractor_account_id)
  where assignment_id is not null and status not in ('DELIVERED', 'RETURNED', 'REJECTED', 'CANCELLED');
select enable_tenancy('delivery_order');

-- Only leakproof operators reach an index under row-level security, and trigram matching is not: these functions
-- run as their owner, filter on the business themselves and return ids only. What contains every word of the query is
-- searched first; only when nothing does, what resembles it.
--
-- `words` are patterns of LIKE; `rarest`, one of them, drives the index. A word that many orders have is found among
-- the newest ones at once, and the index is left alone; ranking looks at 5000 orders at most.
create function search_orders(query text, rarest text, words text[], customer bigint, contractor_account bigint, most int)
  returns table (id bigint, score real) language sql stable security definer set search_path = public, pg_temp as $$
    with newest as materialized (
      select o.id, o.search from delivery_order o
       where o.business_id = nullif(current_setting('app.business_id', true), '')::int
         and customer is null and contractor_account is null
       order by o.id desc limit 2000),
    near as materialized (select n.id, n.search from newest n where n.search like all (words)),
    far as (
      select o.id, o.search from delivery_order o
       where (select count(*) from near) < most
         and o.business_id = nullif(current_setting('app.business_id', true), '')::int
         and o.search like rarest and o.search like all (words)
         and (customer is null or o.customer_id = customer)
         and (contractor_account is null or o.contractor_account_id = contractor_account)
       limit 5000)
    select f.id, word_similarity(query, f.search) as score from (select * from near union select * from far) f
     order by score desc, f.id desc limit most
  $$;

create function search_orders_alike(query text, customer bigint, contractor_account bigint, most int)
  returns table (id bigint, score real) language sql stable security definer set search_path = public, pg_temp as $$
    select o.id, word_similarity(query, o.search) as score from delivery_order o
     where o.business_id = nullif(current_setting('app.business_id', true), '')::int
       and query <% o.search
       and (customer is null or o.customer_id = customer)
       and (contractor_account is null or o.contractor_account_id = contractor_account)
     order by score desc, o.id desc limit most
  $$;
revoke execute on function search_orders, search_orders_alike from public;
grant execute on function search_orders, search_orders_alike to packhorse_service, packhorse_system;

alter table quote add foreign key (used_by_order_id) references delivery_order;
alter table customer add foreign key (price_list_id) references price_list;

create table parcel (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  order_id bigint not null references delivery_order,
  seq int not null,
  tracking_number text not null unique,
  label_code text not null,
  length_mm int,
  width_mm int,
  height_mm int,
  weight_g int not null default 0,
  contents text not null default '',
  custody text not null default 'sender' check (custody in
    ('sender', 'driver', 'warehouse', 'vehicle', 'locker', 'recipient', 'provider', 'missing', 'disposed')),
  custody_ref text,
  custody_since timestamptz not null,
  unique (business_id, order_id, seq)
);
create index parcel_by_label on parcel (business_id, label_code);
select enable_tenancy('parcel');

-- Personal data of an order before a change replaced it. Events contain which members changed, never their values: a
-- row that is erased here is erased permanently, and the hash chain of the events stays valid.
create table order_revision (
  id bigint generated always as identity primary key,
  business_id int not null,
  order_id bigint not null references delivery_order,
  -- The last version of the order with these values.
  version int not null,
  members jsonb not null,
  unique (business_id, order_id, version)
);
select enable_tenancy('order_revision');

-- Failed attempts at the PIN of an order's recipient. A queued command that is sent again counts once.
create table pin_try (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  order_id bigint not null references delivery_order,
  driver_id bigint,
  command_key text,
  at timestamptz not null,
  reset_at timestamptz,
  unique (business_id, order_id, command_key)
);
select enable_tenancy('pin_try');

-- What a person should look at: late facts that contradict a decision, facts that no transition allows.
create table attention_item (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  kind text not null,
  order_id bigint references delivery_order,
  route_id bigint,
  detail jsonb not null default '{}',
  state text not null default 'open' check (state in ('open', 'settled')),
  opened_at timestamptz not null,
  settled_at timestamptz,
  settled_by bigint
);
create index attention_item_open on attention_item (business_id, state, id desc);
select enable_tenancy('attention_item');

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
