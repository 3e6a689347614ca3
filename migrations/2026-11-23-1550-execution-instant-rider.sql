-- Jobs of Instant Deliver: orders that riders take at once, one by one.

-- How a fleet does instant deliveries. The pay list is copied to each job.
create table instant_fleet (
  business_id int not null references business,
  fleet_id bigint not null,
  base_minor int not null,
  per_km_minor int not null,
  per_waiting_minute_minor int not null,
  free_waiting_minutes int not null default 0,
  -- Jobs that a rider may have at a time.
  capacity int not null default 1,
  -- Riders farther from the pickup than this are not asked, metres of road.
  distance_m_max int not null,
  distance_weight int not null,
  idle_weight int not null,
  fairness_weight int not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (business_id, fleet_id),
  foreign key (business_id, fleet_id) references fleet (business_id, id)
);
select enable_tenancy('instant_fleet');

create table instant_zone (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  fleet_id bigint not null,
  name text not null,
  corners jsonb not null,
  area polygon not null,
  created_at timestamptz not null,
  version int not null default 1,
  unique (business_id, id),
  foreign key (business_id, fleet_id) references instant_fleet (business_id, fleet_id)
);
create unique index instant_zone_by_fleet on instant_zone (business_id, fleet_id, lower(name));
select enable_tenancy('instant_zone');

-- Whether a driver takes jobs. The position is the driver's.
create table instant_rider (
  business_id int not null references business,
  driver_id bigint not null references driver,
  is_online boolean not null default false,
  online_since timestamptz,
  -- The end of the last job, or when the rider came online after it.
  idle_since timestamptz,
  version int not null default 1,
  primary key (business_id, driver_id)
);
create index instant_rider_online on instant_rider (business_id) where is_online;
create index instant_rider_by_driver on instant_rider (driver_id);
select enable_tenancy('instant_rider');

create table instant_job (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  order_id bigint not null references delivery_order,
  state text not null check (state in ('SEARCHING', 'OFFERED', 'ACCEPTED', 'AT_PICKUP', 'PICKED_UP', 'AT_DROPOFF', 'COMPLETED',
    'NO_RIDER', 'CANCELLED', 'RETURN_REQUIRED', 'RETURNED')),
  reason text,
  driver_id bigint references driver,
  -- The fleet whose pay list the job has; null until somebody is asked.
  fleet_id bigint,
  distance_m int not null,
  currency text not null,
  -- The pay list when the rider accepted.
  rates jsonb,
  tip_minor int not null default 0,
  note text not null default '',
  -- Drivers from whom the job was taken away, or who gave it back.
  former_driver_ids bigint[] not null default '{}',
  explanation jsonb not null default '[]',
  refusals int not null default 0,
  searching_since timestamptz not null,
  accepted_at timestamptz,
  at_pickup_at timestamptz,
  picked_up_at timestamptz,
  at_dropoff_at timestamptz,
  return_since timestamptz,
  ended_at timestamptz,
  cod_collected_minor int,
  created_by bigint references account,
  created_at timestamptz not null,
  version int not null default 1,
  unique (business_id, id)
);
create unique index one_open_instant_job_per_order on instant_job (business_id, order_id)
  where state not in ('COMPLETED', 'CANCELLED', 'RETURNED');
create index instant_job_by_order on instant_job (order_id);
create index instant_job_of_order on instant_job (business_id, order_id, id desc);
create index instant_job_of_driver on instant_job (business_id, driver_id, id desc) where driver_id is not null;
create index instant_job_by_driver on instant_job (driver_id) where driver_id is not null;
create index instant_job_by_creator on instant_job (created_by) where created_by is not null;
create index instant_job_by_time on instant_job (business_id, created_at);
create index instant_job_open on instant_job (business_id, state)
  where state not in ('COMPLETED', 'CANCELLED', 'RETURNED');
select enable_tenancy('instant_job');

create table instant_offer (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  job_id bigint not null,
  driver_id bigint not null references driver,
  state text not null check (state in ('OFFERED', 'ACCEPTED', 'DECLINED', 'EXPIRED', 'WITHDRAWN')),
  reason text,
  -- `one`: this rider alone; `all`: everybody in the zone; `direct`: a dispatcher named the rider.
  mode text not null check (mode in ('one', 'all', 'direct')),
  fleet_id bigint not null,
  pay_minor int not null,
  pickup_distance_m int not null,
  -- The pay list that is promised.
  rates jsonb not null,
  offered_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  unique (business_id, id),
  foreign key (business_id, job_id) references instant_job (business_id, id)
);
create unique index one_open_instant_offer_per_rider on instant_offer (business_id, driver_id)
  where state = 'OFFERED' and mode <> 'all';
create unique index one_open_instant_offer_per_job on instant_offer (job_id, driver_id) where state = 'OFFERED';
create index instant_offer_open on instant_offer (business_id, driver_id) where state = 'OFFERED';
create index instant_offer_by_job on instant_offer (business_id, job_id, id);
create index instant_offer_by_driver on instant_offer (driver_id);
select enable_tenancy('instant_offer');

-- What riders earned. Only added to.
create table instant_pay_entry (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  job_id bigint not null,
  driver_id bigint not null references driver,
  kind text not null check (kind in ('base', 'distance', 'waiting', 'tip')),
  -- Metres, minutes; null for amounts that have no measure.
  quantity int,
  amount_minor int not null,
  currency text not null,
  at timestamptz not null,
  foreign key (business_id, job_id) references instant_job (business_id, id)
);
create unique index one_instant_pay_entry_per_kind on instant_pay_entry (business_id, job_id, kind) where kind <> 'tip';
create index instant_pay_entry_by_job on instant_pay_entry (business_id, job_id);
create index instant_pay_entry_by_driver on instant_pay_entry (business_id, driver_id, at);
create index instant_pay_entry_of_driver on instant_pay_entry (driver_id);
select enable_tenancy('instant_pay_entry');
