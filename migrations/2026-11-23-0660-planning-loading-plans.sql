-- Loading plans: the library of cargo spaces, plans, and what was scanned when they were loaded.

create table cargo_space (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  code text not null,
  name text not null,
  mode text not null check (mode in ('sea_container', 'air_uld', 'vehicle', 'truck_body', 'breakbulk', 'custom')),
  -- The inside. Length runs towards a door in the end wall.
  length_mm int not null check (length_mm > 0),
  width_mm int not null check (width_mm > 0),
  height_mm int not null check (height_mm > 0),
  -- Door, contour, obstacles and axles as plans take them over; null: none.
  door jsonb,
  contour jsonb,
  obstacles jsonb not null default '[]',
  payload_g bigint check (payload_g > 0),
  floor_load_kg_m2 int check (floor_load_kg_m2 > 0),
  axles jsonb,
  -- Which goods it keeps: ambient, chilled, frozen.
  temperatures text[] not null default '{ambient}',
  -- Where its sizes were published; empty: measured by the business.
  source text not null default '',
  status text not null default 'active' check (status in ('active', 'retired')),
  created_at timestamptz not null,
  version int not null default 1,
  unique (business_id, id),
  unique (business_id, code)
);
create index cargo_space_by_mode on cargo_space (business_id, mode, id);
select enable_tenancy('cargo_space');

create table loading_plan (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  name text not null,
  state text not null check (state in ('draft', 'queued', 'running', 'solved', 'edited', 'locked', 'executed', 'failed', 'cancelled')),
  -- The route whose orders are loaded; null: free items.
  route_id bigint references route,
  -- What is loaded into what, as it was when the plan was saved.
  contents jsonb not null,
  options jsonb not null,
  seed int not null,
  inputs_hash text not null,
  progress jsonb,
  solution jsonb,
  -- Somebody moved items since it was solved.
  is_edited boolean not null default false,
  failure text,
  locked_at timestamptz,
  created_by bigint,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  executed_at timestamptz,
  version int not null default 1,
  unique (business_id, id)
);
create index loading_plan_by_route on loading_plan (business_id, route_id, id desc) where route_id is not null;
create index loading_plan_by_state on loading_plan (business_id, state, id desc);
select enable_tenancy('loading_plan');

-- A piece that was scanned into a space of a plan, as planned or not.
create table loading_scan (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  plan_id bigint not null,
  code text not null,
  -- The item of the plan; null: the plan has none with this code.
  item text,
  space_no int not null check (space_no > 0),
  -- Why it is not as planned; null: it is.
  deviation text check (deviation in ('unknown_item', 'not_planned', 'already_loaded', 'wrong_space', 'out_of_order')),
  note text not null default '',
  scanned_by bigint,
  scanned_at timestamptz not null,
  foreign key (business_id, plan_id) references loading_plan (business_id, id)
);
create index loading_scan_by_plan on loading_scan (business_id, plan_id, id);
select enable_tenancy('loading_scan');

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
