-- Lockers, kiosks and smart-drops: devices with their compartments, the commands that are sent to them, and the log of
-- what happened at them.

create table locker_device (
  business_id int not null references business,
  id bigint generated always as identity,
  kind text not null check (kind in ('locker', 'kiosk', 'smart_drop')),
  -- Printed on the device.
  serial text not null,
  name text not null,
  place jsonb not null default '{}',
  -- By ISO weekday, '1' Monday: pairs of 'HH:MM' in the time zone of the business; null is always open.
  opening_hours jsonb,
  status text not null default 'PROVISIONING'
    check (status in ('PROVISIONING', 'ONLINE', 'OFFLINE', 'MAINTENANCE', 'RETIRED')),
  status_since timestamptz not null,
  -- Ed25519, 32 bytes; null until the device is provisioned.
  public_key bytea check (length(public_key) = 32),
  -- Secret of which device and service derive the codes of each compartment, encrypted.
  code_secret text,
  -- Rises when the device loses its counter of operations; `seq` of operations begins at 1 again.
  epoch int not null default 1,
  -- Operations up to this one are applied; those after a gap wait in the log.
  applied_seq bigint not null default 0,
  -- Hash of the last operation in the log of this device.
  chain_head bytea check (length(chain_head) = 32),
  -- Hash of the chain that the device itself computes over its operations, at `applied_seq`; null where a gap hides it.
  reported_head bytea check (length(reported_head) = 32),
  model text not null default '',
  firmware text not null default '',
  capabilities jsonb not null default '[]',
  connectivity text not null default 'unknown' check (connectivity in ('unknown', 'http', 'mqtt')),
  last_seen_at timestamptz,
  -- Operations that the device had not sent yet when it was last heard of.
  queued_operations int not null default 0,
  -- Clock of the device minus clock of the service, milliseconds.
  clock_offset_ms bigint,
  battery_percent int check (battery_percent between 0 and 100),
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_id, id),
  unique (business_id, serial)
);
select enable_tenancy('locker_device');

-- A code that an operator makes, with which a device is provisioned once.
create table locker_claim (
  business_id int not null references business,
  id bigint generated always as identity,
  device_id bigint not null,
  code_hash bytea not null check (length(code_hash) = 32),
  expires_at timestamptz not null,
  used_at timestamptz,
  created_by bigint,
  created_at timestamptz not null,
  primary key (business_id, id),
  unique (business_id, code_hash),
  foreign key (business_id, device_id) references locker_device (business_id, id)
);
create index locker_claim_by_device on locker_claim (business_id, device_id);
select enable_tenancy('locker_claim');

-- Nonces of signed requests and ids of tokens: each is accepted once. Kept while the signature would be accepted.
create table locker_nonce (
  business_id int not null references business,
  device_id bigint not null,
  nonce text not null,
  at timestamptz not null,
  primary key (business_id, device_id, nonce)
);
create index locker_nonce_at on locker_nonce (at);
select enable_tenancy('locker_nonce');

create table locker_compartment (
  business_id int not null references business,
  id bigint generated always as identity,
  device_id bigint not null,
  -- Written on the door.
  code text not null,
  size text not null check (size in ('XS', 'S', 'M', 'L', 'XL')),
  -- Inside.
  width_mm int not null check (width_mm > 0),
  height_mm int not null check (height_mm > 0),
  depth_mm int not null check (depth_mm > 0),
  -- Place on the wall, from the upper left corner, 1 first.
  wall_column int not null check (wall_column > 0),
  wall_row int not null check (wall_row > 0),
  status text not null default 'FREE'
    check (status in ('FREE', 'RESERVED', 'LOADING', 'OCCUPIED', 'UNLOADING', 'VERIFY', 'OVERDUE', 'OUT_OF_SERVICE')),
  status_since timestamptz not null,
  -- Why it waits for a check or is out of service: a code.
  status_reason text,
  -- What the device reported last.
  door text not null default 'UNKNOWN' check (door in ('CLOSED', 'OPEN', 'UNKNOWN')),
  contents text not null default 'UNKNOWN' check (contents in ('EMPTY', 'FULL', 'NONE', 'UNKNOWN')),
  observed_at timestamptz,
  temperature_c numeric(5, 1),
  fault_code text,
  tags jsonb not null default '[]',
  -- Counters of the codes that were issued last (RFC 4226); a device accepts each counter once.
  deposit_counter bigint not null default 0,
  collect_counter bigint not null default 0,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_id, id),
  unique (business_id, device_id, code),
  unique (business_id, device_id, wall_column, wall_row),
  foreign key (business_id, device_id) references locker_device (business_id, id)
);
create index locker_compartment_free on locker_compartment (business_id, device_id, size) where status = 'FREE';
select enable_tenancy('locker_compartment');

-- A compartment that is granted to one use, from the moment it is held until it is free again.
create table locker_reservation (
  business_id int not null references business,
  id bigint generated always as identity,
  device_id bigint not null,
  compartment_id bigint not null,
  purpose text not null check (purpose in ('delivery', 'return', 'rental', 'resale', 'shop', 'relay')),
  -- The record it is for, such as a device order; null where a caller holds it for itself.
  subject_type text,
  subject_id bigint,
  ref text,
  status text not null default 'HELD' check (status in ('HELD', 'IN_USE', 'ENDED', 'EXPIRED', 'CANCELLED')),
  status_since timestamptz not null,
  -- A hold ends then; one in use does not.
  expires_at timestamptz,
  customer_id bigint,
  account_id bigint,
  -- Counters of its codes; null while none was issued.
  deposit_counter bigint,
  collect_counter bigint,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_id, id),
  check ((subject_type is null) = (subject_id is null)),
  foreign key (business_id, device_id) references locker_device (business_id, id),
  foreign key (business_id, compartment_id) references locker_compartment (business_id, id),
  foreign key (business_id, customer_id) references customer (business_id, id)
);
-- A compartment is granted once.
create unique index locker_reservation_open on locker_reservation (business_id, compartment_id)
  where status in ('HELD', 'IN_USE');
create index locker_reservation_by_subject on locker_reservation (business_id, subject_type, subject_id)
  where subject_id is not null;
create index locker_reservation_by_device on locker_reservation (business_id, device_id, id desc);
select enable_tenancy('locker_reservation');

-- What a device is told to do. It moves hardware once for each nonce, and not after the command has expired.
create table locker_command (
  business_id int not null references business,
  id bigint generated always as identity,
  device_id bigint not null,
  compartment_id bigint,
  kind text not null check (kind in ('open', 'set_use', 'invalidate_codes', 'snapshot', 'resend', 'reboot', 'configure')),
  nonce uuid not null,
  body jsonb not null default '{}',
  status text not null default 'QUEUED' check (status in ('QUEUED', 'SENT', 'ACKED', 'DONE', 'FAILED', 'EXPIRED')),
  status_since timestamptz not null,
  -- How often it was sent; each time has a packet id of its own.
  sends int not null default 0,
  expires_at timestamptz not null,
  -- Who asked for it, and why.
  account_id bigint,
  reason text not null default '',
  -- What the device answered; null without an answer.
  result jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (business_id, id),
  unique (business_id, nonce),
  foreign key (business_id, device_id) references locker_device (business_id, id),
  foreign key (business_id, compartment_id) references locker_compartment (business_id, id)
);
create index locker_command_open on locker_command (business_id, device_id, id)
  where status in ('QUEUED', 'SENT', 'ACKED');
create index locker_command_by_device on locker_command (business_id, device_id, id desc);
select enable_tenancy('locker_command');

-- What happened at devices: told by them (`seq`), or done by people and the service. Rows are never changed; each has the
-- hash of the one before it of the same device.
create table locker_operation (
  business_id int not null references business,
  id bigint generated always as identity,
  device_id bigint not null,
  epoch int,
  -- Given by the device; null for what the device did not tell.
  seq bigint,
  compartment_id bigint,
  reservation_id bigint,
  command_id bigint,
  actor_type text not null check (actor_type in ('device', 'courier', 'recipient', 'customer', 'operator', 'service', 'unknown')),
  account_id bigint,
  action text not null,
  result text not null check (result in ('ok', 'failed', 'unknown')),
  details jsonb not null default '{}',
  -- The operation as the device sent it, which its own chain covers; null for what it did not tell.
  sent jsonb,
  file_id bigint,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  previous_hash bytea check (length(previous_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  primary key (business_id, id),
  check ((epoch is null) = (seq is null)),
  check ((seq is null) = (sent is null)),
  foreign key (business_id, device_id) references locker_device (business_id, id),
  foreign key (business_id, compartment_id) references locker_compartment (business_id, id),
  foreign key (business_id, reservation_id) references locker_reservation (business_id, id),
  foreign key (business_id, command_id) references locker_command (business_id, id),
  foreign key (business_id, file_id) references file (business_id, id)
);
create unique index locker_operation_seq on locker_operation (business_id, device_id, epoch, seq) where seq is not null;
create index locker_operation_by_time on locker_operation (business_id, occurred_at desc, id desc);
create index locker_operation_by_device on locker_operation (business_id, device_id, occurred_at desc, id desc);
create index locker_operation_by_compartment on locker_operation (business_id, compartment_id, occurred_at desc, id desc)
  where compartment_id is not null;
select enable_tenancy('locker_operation');
