-- The warehouse app: lanes of routes, parcels that were sorted, routes that were sealed, commands of devices.

-- Scanned from the sheet of the route.
create index route_by_number on route (business_id, number);

-- Where the parcels of a route are put on its day.
create table sort_lane (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  warehouse_id bigint not null,
  date date not null,
  route_id bigint not null,
  lane int not null check (lane > 0),
  unique (business_id, route_id),
  unique (business_id, warehouse_id, date, lane) deferrable initially deferred,
  foreign key (business_id, warehouse_id) references warehouse (business_id, id)
);
select enable_tenancy('sort_lane');

-- The last sorting of each parcel.
create table parcel_sorting (
  business_id int not null references business,
  parcel_id bigint not null,
  route_id bigint not null,
  warehouse_id bigint not null,
  lane int not null,
  sorted_at timestamptz not null,
  sorted_by bigint references account,
  primary key (business_id, parcel_id)
);
create index parcel_sorting_by_route on parcel_sorting (business_id, route_id);
select enable_tenancy('parcel_sorting');

create table route_seal (
  business_id int not null references business,
  route_id bigint not null,
  seal text not null,
  -- Parcels that were not aboard when it was sealed.
  missing int not null,
  sealed_at timestamptz not null,
  sealed_by bigint references account,
  primary key (business_id, route_id)
);
select enable_tenancy('route_seal');

-- Each number in the sequence of a person's device runs once.
create table warehouse_command (
  business_id int not null references business,
  account_id bigint not null references account,
  device_id text not null,
  device_seq bigint not null,
  command text not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  outcome jsonb not null,
  primary key (business_id, account_id, device_id, device_seq)
);
select enable_tenancy('warehouse_command');

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
