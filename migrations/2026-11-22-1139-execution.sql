-- What happens on the road: positions, commands of devices, proofs.

create table driver_position (
  id bigint generated always as identity primary key,
  business_id int not null,
  driver_id bigint not null,
  route_id bigint,
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

-- What a phone sent while it was offline: each (device, sequence) counts once, and its result is stored.
create table device_command (
  business_id int not null,
  driver_id bigint not null,
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

create table proof (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  order_id bigint not null references delivery_order,
  stop_id bigint references stop on delete set null,
  kind text not null check (kind in ('photo', 'signature', 'pin', 'scan', 'id_check', 'note')),
  file_id bigint references file,
  sha256 text,
  value text,
  signed_by text,
  relation text,
  lat float8,
  lng float8,
  captured_at timestamptz not null,
  captured_by bigint,
  created_at timestamptz not null
);
create index proof_by_order on proof (business_id, order_id, id);
select enable_tenancy('proof');

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
