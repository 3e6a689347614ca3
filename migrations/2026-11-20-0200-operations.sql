-- Customers, contractors, drivers, delivery orders, routes, tracking.

create table customer (
  id int generated always as identity primary key,
  business_id int not null references business,
  code text not null,
  name text not null,
  email text,
  phone_e164 text,
  tier text not null default 'standard',
  price_list_id int,
  hidden_price_families text[] not null default '{}',
  credit_limit_minor int not null default 0,
  status text not null default 'active' check (status in ('active', 'disabled')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  unique (business_id, code)
);
create index customer_by_name on customer (business_id, name, id);
select enable_tenancy('customer');
alter table account add foreign key (customer_id) references customer;

create table contractor (
  id int generated always as identity primary key,
  business_id int not null references business,
  name text not null,
  rules jsonb not null default '[]',
  payout_terms jsonb not null default '{}',
  status text not null default 'active' check (status in ('active', 'disabled')),
  version int not null default 1,
  created_at timestamptz not null default now()
);
create index contractor_by_business on contractor (business_id, id);
select enable_tenancy('contractor');
alter table account add foreign key (contractor_id) references contractor;

create table vehicle (
  id int generated always as identity primary key,
  business_id int not null references business,
  plate text not null,
  name text not null default '',
  type text not null default 'van',
  -- Null: no limit of that kind.
  capacity_weight_g int,
  capacity_volume_cm3 int,
  capacity_units int,
  capacity_pallets int,
  skills text[] not null default '{}',
  status text not null default 'active' check (status in ('active', 'maintenance', 'retired')),
  version int not null default 1,
  unique (business_id, plate)
);
select enable_tenancy('vehicle');

create table driver (
  id int generated always as identity primary key,
  business_id int not null references business,
  account_id int not null references account,
  contractor_id int references contractor,
  vehicle_id int references vehicle,
  name text not null,
  phone_e164 text,
  email text not null,
  languages text[] not null default '{}',
  emergency_contact jsonb,
  skills text[] not null default '{}',
  home_lat float8,
  home_lng float8,
  instant_deliver boolean not null default false,
  status text not null default 'pending' check (status in ('pending', 'active', 'suspended')),
  duty text not null default 'off' check (duty in ('on', 'break', 'off')),
  duty_since timestamptz,
  lat float8,
  lng float8,
  accuracy_m float8,
  battery_percent int,
  position_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  unique (business_id, account_id)
);
create index driver_by_business on driver (business_id, status, id);
create index driver_by_contractor on driver (business_id, contractor_id, id);
select enable_tenancy('driver');
alter table account add foreign key (driver_id) references driver;

create table driver_document (
  id int generated always as identity primary key,
  business_id int not null references business,
  driver_id int not null references driver,
  kind text not null check (kind in ('licence', 'insurance', 'background_check', 'identity', 'other')),
  number text not null default '',
  expires_date date,
  file_id int references file,
  status text not null default 'submitted' check (status in ('submitted', 'accepted', 'refused')),
  review_note text,
  reviewed_by int,
  reviewed_at timestamptz,
  created_at timestamptz not null
);
create index driver_document_by_driver on driver_document (business_id, driver_id, id);
select enable_tenancy('driver_document');

create table driver_inspection (
  id int generated always as identity primary key,
  business_id int not null references business,
  driver_id int not null references driver,
  vehicle_id int references vehicle,
  odometer_km int,
  defects jsonb not null default '[]',
  file_ids int[] not null default '{}',
  passed boolean not null,
  note text not null default '',
  inspected_at timestamptz not null,
  created_by int not null,
  created_at timestamptz not null
);
create index driver_inspection_by_driver on driver_inspection (business_id, driver_id, id);
select enable_tenancy('driver_inspection');

create table driver_position (
  id bigint generated always as identity primary key,
  business_id int not null,
  driver_id int not null,
  route_id int,
  device_id text not null,
  device_seq bigint not null,
  at timestamptz not null,
  received_at timestamptz not null,
  lat float8 not null,
  lng float8 not null,
  accuracy_m float8,
  speed_mps float8,
  heading_deg float8,
  battery_percent int,
  unique (business_id, driver_id, device_id, device_seq)
);
create index driver_position_by_time on driver_position (business_id, driver_id, at);
select enable_tenancy('driver_position');

-- What a phone sent while it was offline: each (device, sequence) counts once and keeps its answer.
create table device_command (
  business_id int not null,
  driver_id int not null,
  device_id text not null,
  device_seq bigint not null,
  command text not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  clock_skewed boolean not null default false,
  outcome jsonb not null,
  primary key (business_id, driver_id, device_id, device_seq)
);
select enable_tenancy('device_command');

create table skill (
  id int generated always as identity primary key,
  business_id int not null references business,
  code text not null,
  name text not null,
  kind text not null check (kind in ('driver', 'vehicle')),
  expires_date date,
  version int not null default 1,
  unique (business_id, code)
);
select enable_tenancy('skill');

-- Reasons are versioned: changing one writes the next version, and reports use the version of the time.
create table return_reason (
  id int generated always as identity primary key,
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

create table address_entry (
  id int generated always as identity primary key,
  business_id int not null references business,
  customer_id int references customer,
  label text not null default '',
  place jsonb not null,
  normalised_key text not null,
  lat float8,
  lng float8,
  geocode jsonb not null default '{}',
  access jsonb not null default '{}',
  default_for text[] not null default '{}',
  verified boolean not null default false,
  visits int not null default 0,
  search text not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index address_entry_key on address_entry (business_id, coalesce(customer_id, 0), normalised_key);
create index address_entry_search on address_entry using gin (search gin_trgm_ops);
create index address_entry_by_owner on address_entry (business_id, customer_id, id);
select enable_tenancy('address_entry');

create table price_list (
  id int generated always as identity primary key,
  business_id int not null references business,
  name text not null,
  family text not null,
  currency text not null,
  -- Versions are immutable: a change is a new row that replaces the old one.
  rules jsonb not null,
  replaces_id int references price_list,
  effective_from date not null,
  effective_until date,
  is_default boolean not null default false,
  created_at timestamptz not null
);
create index price_list_by_family on price_list (business_id, family, effective_from, id);
select enable_tenancy('price_list');
alter table customer add foreign key (price_list_id) references price_list;

create table quote (
  id int generated always as identity primary key,
  rate_id text not null unique,
  business_id int not null references business,
  customer_id int references customer,
  family text not null,
  service text not null,
  inputs_hash text not null,
  price_list_id int references price_list,
  lines jsonb not null,
  total_minor int not null,
  currency text not null,
  expires_at timestamptz not null,
  used_by_order_id int,
  created_at timestamptz not null
);
create index quote_by_business on quote (business_id, id);
select enable_tenancy('quote');

create table plan_run (
  id int generated always as identity primary key,
  business_id int not null references business,
  date date not null,
  state text not null check (state in ('QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED')),
  preview boolean not null,
  engine text not null,
  options jsonb not null,
  seed int not null,
  inputs_hash text,
  problem jsonb,
  progress jsonb,
  plan jsonb,
  explanation jsonb,
  failure text,
  contractor_id int references contractor,
  created_by int,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  committed_at timestamptz
);
create index plan_run_by_business on plan_run (business_id, id desc);
select enable_tenancy('plan_run');

create table route (
  id int generated always as identity primary key,
  business_id int not null references business,
  number text not null,
  date date not null,
  status text not null check (status in ('DRAFT', 'PLANNED', 'POSTED', 'ASSIGNED', 'RELEASED', 'LOADED', 'IN_PROGRESS',
    'COMPLETED', 'CLOSED', 'CANCELLED')),
  driver_id int references driver,
  contractor_id int references contractor,
  vehicle_id int references vehicle,
  plan_run_id int references plan_run,
  start_place jsonb not null,
  end_place jsonb,
  planned_distance_m int not null default 0,
  planned_duration_s int not null default 0,
  planned_start_at timestamptz,
  planned_end_at timestamptz,
  actual_start_at timestamptz,
  actual_end_at timestamptz,
  paused_at timestamptz,
  load jsonb not null default '{}',
  stops_total int not null default 0,
  stops_resolved int not null default 0,
  plan_version int not null default 1,
  closing jsonb,
  version int not null default 1,
  created_by int,
  created_at timestamptz not null,
  unique (business_id, number)
);
create index route_by_date on route (business_id, date, id);
create index route_by_driver on route (business_id, driver_id, date);
select enable_tenancy('route');

create table delivery_order (
  id int generated always as identity primary key,
  business_id int not null references business,
  customer_id int references customer,
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
  -- The status a HOLD, or an order whose late facts are folded, goes back to.
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
  quote_id int references quote,
  payment text not null default 'not_required' check (payment in ('not_required', 'unpaid', 'partial', 'paid', 'refunding', 'refunded')),
  hold jsonb,
  return_reason jsonb,
  attempts int not null default 0,
  route_id int references route,
  assignment_id int,
  contractor_account_id int,
  tender_state text check (tender_state in ('offered', 'held')),
  third_party_carrier_id int,
  sync text not null default 'ok',
  partial boolean not null default false,
  cancel_requested boolean not null default false,
  replaces_order_id int references delivery_order,
  replaced_by_order_id int references delivery_order,
  batch_id bigint,
  source text not null default 'rest',
  created_by int,
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
select enable_tenancy('delivery_order');
alter table quote add foreign key (used_by_order_id) references delivery_order;

create table parcel (
  id int generated always as identity primary key,
  business_id int not null references business,
  order_id int not null references delivery_order,
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

-- Number to business, order and parcel: unique over the whole installation. Old numbers redirect.
create table tracking_number (
  number text primary key,
  business_id int not null references business,
  order_id int references delivery_order,
  parcel_id int references parcel,
  kind text not null default 'own' check (kind in ('own', 'carrier', 'alias')),
  status text not null default 'active' check (status in ('active', 'redirected', 'retired')),
  redirects_to text,
  created_at timestamptz not null
);
create index tracking_number_by_order on tracking_number (business_id, order_id);
select enable_tenancy('tracking_number');

-- Tracking events are OTEP events, stored once; `document` is the normalised event.
create table tracking_event (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  tracking_number text not null,
  order_id int,
  event_id text not null,
  fingerprint text not null,
  status_code text not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  document jsonb not null,
  unique (business_id, tracking_number, event_id)
);
create index tracking_event_by_order on tracking_event (business_id, order_id, id);
select enable_tenancy('tracking_event');
revoke update, delete on tracking_event from packhorse_service, packhorse_system;

create table stop (
  id int generated always as identity primary key,
  business_id int not null references business,
  route_id int not null references route,
  seq int not null,
  lat float8 not null,
  lng float8 not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'ARRIVED', 'DONE', 'PARTIAL', 'FAILED', 'SKIPPED')),
  window_start timestamptz,
  window_end timestamptz,
  service_time_s int not null default 180,
  planned_arrival_at timestamptz,
  planned_departure_at timestamptz,
  leg_distance_m int not null default 0,
  arrived_at timestamptz,
  done_at timestamptz,
  note text not null default '',
  version int not null default 1,
  unique (business_id, route_id, seq) deferrable initially deferred
);
create index stop_by_route on stop (business_id, route_id, seq);
select enable_tenancy('stop');

create table stop_task (
  id int generated always as identity primary key,
  business_id int not null references business,
  stop_id int not null references stop on delete cascade,
  order_id int not null references delivery_order,
  action text not null check (action in ('pickup', 'dropoff', 'exchange')),
  status text not null default 'PENDING' check (status in ('PENDING', 'DONE', 'FAILED', 'REMOVED')),
  done_at timestamptz
);
create index stop_task_by_stop on stop_task (business_id, stop_id);
create index stop_task_by_order on stop_task (business_id, order_id);
select enable_tenancy('stop_task');

create table proof (
  id int generated always as identity primary key,
  business_id int not null references business,
  order_id int not null references delivery_order,
  stop_id int references stop on delete set null,
  kind text not null check (kind in ('photo', 'signature', 'pin', 'scan', 'id_check', 'note')),
  file_id int references file,
  sha256 text,
  value text,
  signed_by text,
  relation text,
  lat float8,
  lng float8,
  captured_at timestamptz not null,
  captured_by int,
  created_at timestamptz not null
);
create index proof_by_order on proof (business_id, order_id, id);
select enable_tenancy('proof');

-- What a person should look at: late facts that contradict a decision, facts on an unlisted arrow.
create table attention_item (
  id int generated always as identity primary key,
  business_id int not null references business,
  kind text not null,
  order_id int references delivery_order,
  route_id int references route,
  detail jsonb not null default '{}',
  state text not null default 'open' check (state in ('open', 'settled')),
  opened_at timestamptz not null,
  settled_at timestamptz,
  settled_by int
);
create index attention_item_open on attention_item (business_id, state, id desc);
select enable_tenancy('attention_item');

-- Only leakproof operators reach an index under row-level security, and trigram matching is not: these
-- functions run as the owner, filter on the business themselves and return ids only.
create function search_orders(query text, customer int, contractor_account int, most int)
  returns table (id int, score real) language sql stable security definer set search_path = public, pg_temp as $$
    select o.id, word_similarity(query, o.search) as score from delivery_order o
     where o.business_id = nullif(current_setting('app.business_id', true), '')::int
       and (o.search like '%' || replace(replace(replace(query, '\', '\\'), '%', '\%'), '_', '\_') || '%' or query <% o.search)
       and (customer is null or o.customer_id = customer)
       and (contractor_account is null or o.contractor_account_id = contractor_account)
     order by score desc, o.id desc limit most
  $$;

create function search_addresses(query text, customer int, most int)
  returns table (id int, score real) language sql stable security definer set search_path = public, pg_temp as $$
    select a.id, word_similarity(query, a.search) as score from address_entry a
     where a.business_id = nullif(current_setting('app.business_id', true), '')::int
       and (a.search like '%' || replace(replace(replace(query, '\', '\\'), '%', '\%'), '_', '\_') || '%' or query <% a.search)
       and (customer is null or a.customer_id = customer)
     order by score desc, a.visits desc, a.id desc limit most
  $$;

revoke execute on function search_orders, search_addresses from public;
grant execute on function search_orders, search_addresses to packhorse_service, packhorse_system;
grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
