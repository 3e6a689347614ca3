-- Transfers of parcels between warehouses: what is moved, how far each parcel is, and every step with who took it.

create table warehouse_transfer (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  -- Printed on the cage or pallet, and scanned from there.
  code text not null,
  from_warehouse_id bigint not null,
  to_warehouse_id bigint not null,
  reason text not null check (reason in ('mis_sort', 'mis_received', 'overflow', 'closure')),
  state text not null check (state in
    ('DRAFT', 'OUTBOUND', 'IN_TRANSIT', 'RECEIVED', 'CLOSED', 'CANCELLED', 'ROLLED_BACK')),
  -- Has the parcels while they are moved, where it is known.
  vehicle_id bigint references vehicle,
  note text not null default '',
  created_by bigint references account,
  created_at timestamptz not null,
  departed_at timestamptz,
  -- Closed, cancelled or rolled back.
  ended_at timestamptz,
  version int not null default 1,
  unique (business_id, id),
  unique (business_id, code),
  foreign key (business_id, from_warehouse_id) references warehouse (business_id, id),
  foreign key (business_id, to_warehouse_id) references warehouse (business_id, id),
  check (from_warehouse_id <> to_warehouse_id),
  check ((state in ('CLOSED', 'CANCELLED', 'ROLLED_BACK')) = (ended_at is not null))
);
create index warehouse_transfer_from on warehouse_transfer (business_id, from_warehouse_id, id desc);
create index warehouse_transfer_to on warehouse_transfer (business_id, to_warehouse_id, id desc);
select enable_tenancy('warehouse_transfer');

create table transfer_item (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  transfer_id bigint not null,
  parcel_id bigint not null references parcel,
  order_id bigint not null references delivery_order,
  -- Where it belongs, and where it was scanned last.
  expected_warehouse_id bigint not null,
  found_warehouse_id bigint not null,
  state text not null check (state in ('listed', 'out', 'in', 'short', 'over', 'rolled_back')),
  -- Named before it was scanned.
  is_listed boolean not null,
  -- No other transfer takes it meanwhile.
  is_open boolean not null,
  -- The warehouse that had it before; null where none had it.
  home_warehouse_id bigint,
  -- Custody as the last scan of this transfer left it: another one since then means that it has moved on.
  custody text,
  custody_ref text,
  custody_since timestamptz,
  -- Its package in stock, the bin from which it was taken, and the one into which it came.
  package_id bigint,
  from_bin_id bigint,
  to_bin_id bigint,
  out_at timestamptz,
  out_by bigint references account,
  in_at timestamptz,
  in_by bigint references account,
  unique (business_id, id),
  unique (business_id, transfer_id, parcel_id),
  foreign key (business_id, transfer_id) references warehouse_transfer (business_id, id),
  foreign key (business_id, expected_warehouse_id) references warehouse (business_id, id),
  foreign key (business_id, found_warehouse_id) references warehouse (business_id, id),
  foreign key (business_id, home_warehouse_id) references warehouse (business_id, id),
  foreign key (business_id, package_id) references stock_package (business_id, id),
  foreign key (business_id, from_bin_id) references warehouse_bin (business_id, id),
  foreign key (business_id, to_bin_id) references warehouse_bin (business_id, id)
);
create unique index transfer_item_open on transfer_item (business_id, parcel_id) where is_open;
select enable_tenancy('transfer_item');

-- Every step, also a scan that was refused. Rows are never changed.
create table transfer_step (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  transfer_id bigint not null,
  item_id bigint,
  kind text not null,
  -- As scanned, if it was.
  scanned text,
  warehouse_id bigint,
  detail text,
  device_id text,
  lat float8,
  lng float8,
  accuracy_m float8,
  at timestamptz not null,
  account_id bigint references account,
  surface text not null,
  foreign key (business_id, transfer_id) references warehouse_transfer (business_id, id),
  foreign key (business_id, item_id) references transfer_item (business_id, id),
  foreign key (business_id, warehouse_id) references warehouse (business_id, id),
  check ((lat is null) = (lng is null))
);
create index transfer_step_of_transfer on transfer_step (business_id, transfer_id, id);
select enable_tenancy('transfer_step');

-- Parcels that lie in warehouses, to find those that do not belong there.
create index parcel_at_warehouse on parcel (business_id, custody_ref) where custody = 'warehouse';

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
