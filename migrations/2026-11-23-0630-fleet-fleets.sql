-- Fleets with their members and captains, the shift calendar, and when drivers are available.

create table fleet (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  name text not null,
  -- The owner; null: the business itself.
  contractor_id bigint references contractor,
  areas text[] not null default '{}',
  status text not null default 'active' check (status in ('active', 'closed')),
  created_by bigint references account,
  created_at timestamptz not null,
  version int not null default 1,
  unique (business_id, id)
);
create unique index fleet_name on fleet (business_id, lower(name)) where status = 'active';
create index fleet_by_contractor on fleet (contractor_id) where contractor_id is not null;
create index fleet_by_creator on fleet (created_by) where created_by is not null;
select enable_tenancy('fleet');

-- A driver is in one fleet, and so is a vehicle.
create table fleet_driver (
  business_id int not null references business,
  fleet_id bigint not null,
  driver_id bigint not null references driver,
  joined_at timestamptz not null,
  primary key (business_id, driver_id),
  unique (business_id, fleet_id, driver_id),
  foreign key (business_id, fleet_id) references fleet (business_id, id)
);
create index fleet_driver_by_driver on fleet_driver (driver_id);
select enable_tenancy('fleet_driver');

-- A captain is a member of the fleet. The rights end with the row.
create table fleet_captain (
  business_id int not null references business,
  fleet_id bigint not null,
  driver_id bigint not null references driver,
  since timestamptz not null,
  primary key (business_id, driver_id),
  foreign key (business_id, fleet_id, driver_id) references fleet_driver (business_id, fleet_id, driver_id) on delete cascade
);
create index fleet_captain_by_fleet on fleet_captain (business_id, fleet_id);
create index fleet_captain_by_driver on fleet_captain (driver_id);
select enable_tenancy('fleet_captain');

create table fleet_vehicle (
  business_id int not null references business,
  fleet_id bigint not null,
  vehicle_id bigint not null references vehicle,
  joined_at timestamptz not null,
  primary key (business_id, vehicle_id),
  foreign key (business_id, fleet_id) references fleet (business_id, id)
);
create index fleet_vehicle_by_fleet on fleet_vehicle (business_id, fleet_id);
create index fleet_vehicle_by_vehicle on fleet_vehicle (vehicle_id);
select enable_tenancy('fleet_vehicle');

-- Members that are null follow the preset.
create table fleet_settings (
  business_id int primary key references business,
  preset text,
  shift_max_min int,
  rest_min int,
  week_max_min int,
  break_min int,
  break_after_min int,
  enforcement text not null check (enforcement in ('warn', 'refuse')),
  no_show_after_min int not null,
  version int not null
);
select enable_tenancy('fleet_settings');

create table shift (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  fleet_id bigint not null,
  driver_id bigint references driver,
  vehicle_id bigint references vehicle,
  -- The day on which it begins in the time zone of the business.
  date date not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  break_min int not null check (break_min >= 0),
  area text not null default '',
  -- What its driver needs.
  skills text[] not null default '{}',
  note text not null default '',
  status text not null check (status in
    ('DRAFT', 'PUBLISHED', 'CLAIMED', 'ASSIGNED', 'ON_DUTY', 'ON_BREAK', 'ENDED', 'NO_SHOW', 'CANCELLED')),
  source text not null check (source in ('calendar', 'claim', 'manual')),
  -- Made with the claim of this route on the board.
  route_id bigint references route,
  published_at timestamptz,
  started_at timestamptz,
  break_started_at timestamptz,
  -- Breaks that were taken and are over.
  break_taken_min int not null default 0,
  ended_at timestamptz,
  created_by bigint references account,
  created_at timestamptz not null,
  version int not null default 1,
  unique (business_id, id),
  foreign key (business_id, fleet_id) references fleet (business_id, id),
  check (ends_at > starts_at),
  check (status not in ('CLAIMED', 'ASSIGNED', 'ON_DUTY', 'ON_BREAK', 'ENDED', 'NO_SHOW') or driver_id is not null),
  check (status <> 'PUBLISHED' or driver_id is null)
);
create index shift_by_fleet on shift (business_id, fleet_id, starts_at);
create index shift_by_driver on shift (business_id, driver_id, starts_at) where driver_id is not null;
create index shift_by_vehicle on shift (business_id, vehicle_id, starts_at) where vehicle_id is not null;
create index shift_of_driver on shift (driver_id) where driver_id is not null;
create index shift_of_vehicle on shift (vehicle_id) where vehicle_id is not null;
create index shift_by_route on shift (route_id) where route_id is not null;
create index shift_by_creator on shift (created_by) where created_by is not null;
create index shift_no_show on shift (business_id, id) where status = 'NO_SHOW';
select enable_tenancy('shift');

-- The shifts of a week, by day of the week and local time.
create table shift_template (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  fleet_id bigint not null,
  name text not null,
  entries jsonb not null,
  created_at timestamptz not null,
  unique (business_id, id),
  unique (business_id, fleet_id, name),
  foreign key (business_id, fleet_id) references fleet (business_id, id)
);
select enable_tenancy('shift_template');

create table shift_swap (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  shift_id bigint not null,
  -- What the other one gives for it; null: nothing.
  for_shift_id bigint,
  from_driver_id bigint not null references driver,
  to_driver_id bigint not null references driver,
  status text not null check (status in ('REQUESTED', 'ACCEPTED', 'DECLINED', 'WITHDRAWN', 'LAPSED')),
  created_at timestamptz not null,
  decided_at timestamptz,
  unique (business_id, id),
  foreign key (business_id, shift_id) references shift (business_id, id),
  foreign key (business_id, for_shift_id) references shift (business_id, id),
  check (from_driver_id <> to_driver_id),
  check ((status = 'REQUESTED') = (decided_at is null))
);
create unique index shift_swap_open on shift_swap (business_id, shift_id) where status = 'REQUESTED';
create index shift_swap_for on shift_swap (business_id, for_shift_id) where for_shift_id is not null;
create index shift_swap_by_giver on shift_swap (from_driver_id);
create index shift_swap_by_taker on shift_swap (to_driver_id);
select enable_tenancy('shift_swap');

create table driver_availability (
  business_id int not null references business,
  driver_id bigint not null references driver,
  -- When the driver works in a week: day of the week (1 Monday), local times. Empty: at any time.
  weekly jsonb not null default '[]',
  time_off jsonb not null default '[]',
  version int not null,
  primary key (business_id, driver_id)
);
create index driver_availability_by_driver on driver_availability (driver_id);
select enable_tenancy('driver_availability');

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
