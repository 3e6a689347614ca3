-- Pickups that carriers were asked for: a window of a day, a place, and the labels whose packages are collected then.

create table label_pickup (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  -- What it is called at the carrier, which schedules one pickup for it however often it is asked.
  reference text not null,
  carrier_account_id bigint not null,
  carrier text not null,
  -- Null where it is no warehouse.
  warehouse_id bigint,
  -- A place, as it was when the carrier was asked.
  place jsonb not null,
  window_start timestamptz not null,
  window_end timestamptz not null,
  -- IANA: in which the window was meant, and is told to the carrier.
  time_zone text not null,
  instructions text not null,
  -- What the carrier was told; labels leave `label_order.pickup_id` when the pickup fails or is cancelled.
  label_count int not null check (label_count > 0),
  package_count int not null check (package_count > 0),
  weight_g bigint not null check (weight_g >= 0),
  state text not null check (state in ('pending', 'scheduled', 'failed', 'cancel_pending', 'cancelled')),
  -- Why the last call failed, in our word, the carrier's code and its text.
  failure text,
  failure_code text,
  failure_text text,
  -- The carrier did not answer the last call.
  is_unconfirmed boolean not null default false,
  carrier_reference text,
  -- What the driver is asked for.
  confirmation text,
  charge_minor bigint check (charge_minor >= 0),
  currency text,
  -- When the carrier was asked to schedule it.
  asked_at timestamptz not null,
  attempts int not null default 0,
  -- Asked to be cancelled while nobody knew whether it was scheduled.
  cancel_requested_at timestamptz,
  created_by bigint references account,
  created_at timestamptz not null,
  version int not null default 1,
  unique (business_id, reference),
  unique (business_id, id),
  foreign key (business_id, carrier_account_id) references carrier_account (business_id, id),
  foreign key (business_id, warehouse_id) references warehouse (business_id, id),
  check (window_end > window_start),
  check (state not in ('scheduled', 'cancel_pending') or carrier_reference is not null),
  check (state <> 'failed' or failure is not null)
);
create index label_pickup_by_state on label_pickup (business_id, state, id desc);
select enable_tenancy('label_pickup');

alter table label_order add column pickup_id bigint;
alter table label_order add foreign key (business_id, pickup_id) references label_pickup (business_id, id);
create index label_order_by_pickup on label_order (business_id, pickup_id) where pickup_id is not null;

-- Local time until which a pickup of the same day is scheduled; null where the carrier has none.
alter table carrier_account add column pickup_cut_off text check (pickup_cut_off ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$');

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
