-- The books of the house carrier: what it has sold, and what it was handed over and told to pick up.

create table house_manifest (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  -- The shipper's.
  reference text not null,
  -- A place: where the packages are handed over.
  origin jsonb not null,
  date date not null,
  created_at timestamptz not null,
  unique (business_id, reference),
  unique (business_id, id)
);
select enable_tenancy('house_manifest');

create table house_shipment (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  -- The shipper's. Bought again with it, it is the same shipment.
  reference text not null,
  service text not null,
  zone int not null check (zone between 1 and 8),
  -- As it was bought: src/providers/carriers/port.ts, Shipment.
  shipment jsonb not null,
  charge_minor bigint not null check (charge_minor >= 0),
  currency text not null,
  gs1_prefix text not null,
  bought_at timestamptz not null,
  manifest_id bigint,
  unique (business_id, reference),
  unique (business_id, id),
  foreign key (business_id, manifest_id) references house_manifest (business_id, id)
);
create index house_shipment_by_manifest on house_shipment (business_id, manifest_id) where manifest_id is not null;
select enable_tenancy('house_shipment');

create table house_package (
  -- The serial number of its SSCC, unique for all businesses: they may share a prefix.
  id bigint generated always as identity primary key,
  business_id int not null references business,
  shipment_id bigint not null,
  position int not null,
  charge_minor bigint not null check (charge_minor >= 0),
  state text not null default 'bought' check (state in ('bought', 'voided', 'refund_requested')),
  cancelled_at timestamptz,
  unique (business_id, shipment_id, position),
  foreign key (business_id, shipment_id) references house_shipment (business_id, id),
  check ((state = 'bought') = (cancelled_at is null))
);
select enable_tenancy('house_package');

create table house_pickup (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  -- The shipper's.
  reference text not null,
  place jsonb not null,
  window_start timestamptz not null,
  window_end timestamptz not null,
  packages int not null,
  cancelled_at timestamptz,
  unique (business_id, reference),
  check (window_end > window_start)
);
select enable_tenancy('house_pickup');

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
