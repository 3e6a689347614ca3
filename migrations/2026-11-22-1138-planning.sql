-- Plan runs, routes, stops.

create table plan_run (
  id bigint generated always as identity primary key,
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
  contractor_id bigint references contractor,
  created_by bigint,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  committed_at timestamptz
);
create index plan_run_by_business on plan_run (business_id, id desc);
select enable_tenancy('plan_run');

create table route (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  number text not null,
  date date not null,
  status text not null check (status in ('DRAFT', 'PLANNED', 'POSTED', 'ASSIGNED', 'RELEASED', 'LOADED', 'IN_PROGRESS',
    'COMPLETED', 'CLOSED', 'CANCELLED')),
  driver_id bigint references driver,
  contractor_id bigint references contractor,
  vehicle_id bigint references vehicle,
  plan_run_id bigint references plan_run,
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
  created_by bigint,
  created_at timestamptz not null,
  distances text not null default 'straight_line' check (distances in ('road', 'straight_line')),
  home_leg_distance_m int not null default 0,
  home_leg_duration_s double precision not null default 0,
  -- When the latest of several reported facts happened, so that a fact reported later but happened earlier does not
  -- replace it.
  pause_reported_at timestamptz,
  resume_reported_at timestamptz,
  returned_at timestamptz,
  unique (business_id, number)
);
create index route_by_date on route (business_id, date, id);
create index route_by_driver on route (business_id, driver_id, date);
create index route_of_contractor on route (business_id, contractor_id)
  where contractor_id is not null and status not in ('COMPLETED', 'CLOSED', 'CANCELLED');
select enable_tenancy('route');

create table stop (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  route_id bigint not null references route,
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
  -- Not rounded: seconds of a road matrix have fractions, and times of a long route are their sum.
  leg_duration_s double precision not null default 0,
  -- As in `route`: when the latest of several reported facts happened.
  status_at timestamptz,
  noted_at timestamptz,
  unique (business_id, route_id, seq) deferrable initially deferred
);
create index stop_by_route on stop (business_id, route_id, seq);
select enable_tenancy('stop');

create table stop_task (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  stop_id bigint not null references stop on delete cascade,
  order_id bigint not null references delivery_order,
  action text not null check (action in ('pickup', 'dropoff', 'exchange')),
  status text not null default 'PENDING' check (status in ('PENDING', 'DONE', 'FAILED', 'REMOVED')),
  done_at timestamptz
);
create index stop_task_by_stop on stop_task (business_id, stop_id);
create index stop_task_by_order on stop_task (business_id, order_id);
select enable_tenancy('stop_task');

alter table delivery_order add foreign key (route_id) references route;
alter table attention_item add foreign key (route_id) references route;

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
