-- Contractors, vehicles, drivers, skills, assignments.

create table contractor (
  id bigint generated always as identity primary key,
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

create table vehicle (
  id bigint generated always as identity primary key,
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
  id bigint generated always as identity primary key,
  business_id int not null references business,
  account_id bigint not null references account,
  contractor_id bigint references contractor,
  vehicle_id bigint references vehicle,
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
-- Positions of drivers on duty, for the map of the console.
create index driver_on_duty on driver (business_id, id) where duty <> 'off';
select enable_tenancy('driver');

create table driver_document (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  driver_id bigint not null references driver,
  kind text not null check (kind in ('licence', 'insurance', 'background_check', 'identity', 'other')),
  number text not null default '',
  expires_date date,
  file_id bigint references file,
  status text not null default 'submitted' check (status in ('submitted', 'accepted', 'refused')),
  review_note text,
  reviewed_by bigint,
  reviewed_at timestamptz,
  created_at timestamptz not null
);
create index driver_document_by_driver on driver_document (business_id, driver_id, id);
select enable_tenancy('driver_document');

create table driver_inspection (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  driver_id bigint not null references driver,
  vehicle_id bigint references vehicle,
  odometer_km int,
  defects jsonb not null default '[]',
  file_ids bigint[] not null default '{}',
  passed boolean not null,
  note text not null default '',
  inspected_at timestamptz not null,
  created_by bigint not null,
  created_at timestamptz not null
);
create index driver_inspection_by_driver on driver_inspection (business_id, driver_id, id);
select enable_tenancy('driver_inspection');

create table skill (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  code text not null,
  name text not null,
  kind text not null check (kind in ('driver', 'vehicle')),
  expires_date date,
  version int not null default 1,
  unique (business_id, code)
);
select enable_tenancy('skill');

-- Orders handed to one contractor exclusively. A row is one hand-over; it never changes after its end.
create table assignment (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  order_id bigint not null references delivery_order,
  contractor_id bigint not null references contractor,
  -- The contractor's person that holds the order: an account.
  broker_id bigint not null references account,
  status text not null default 'active' check (status in ('active', 'revoked', 'released')),
  note text check (length(note) <= 500),
  -- What was known of plan and price at the hand-over.
  handover jsonb not null,
  assigned_by bigint,
  assigned_at timestamptz not null,
  ended_by bigint,
  ended_at timestamptz,
  end_reason text check (length(end_reason) <= 255),
  check ((status = 'active') = (ended_at is null)),
  check (ended_at >= assigned_at)
);
create unique index one_active_assignment_per_order on assignment (business_id, order_id) where status = 'active';
create index assignment_by_business on assignment (business_id, id desc);
create index assignment_by_status on assignment (business_id, status, id desc);
create index assignment_by_broker on assignment (business_id, broker_id, id desc);
create index assignment_by_order on assignment (business_id, order_id, id desc);
select enable_tenancy('assignment');
revoke delete on assignment from packhorse_service, packhorse_system;

-- The only change a row knows is its end.
create function keep_assignment() returns trigger language plpgsql as $$
begin
  if old.status <> 'active' then
    raise exception 'assignment % has ended', old.id;
  end if;
  if new.status = 'active' or (new.id, new.business_id, new.order_id, new.contractor_id, new.broker_id, new.handover, new.assigned_at)
      is distinct from (old.id, old.business_id, old.order_id, old.contractor_id, old.broker_id, old.handover, old.assigned_at) then
    raise exception 'assignment % can only end', old.id;
  end if;
  return new;
end $$;
create trigger keep_assignment before update on assignment for each row execute function keep_assignment();

alter table account add foreign key (contractor_id) references contractor,
  add foreign key (driver_id) references driver;

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
