-- The route board: routes that a fleet's drivers may claim, who has each, and who waits.

create table route_board (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  fleet_id bigint not null,
  date date not null,
  opens_at timestamptz not null,
  -- Null: until each route starts.
  closes_at timestamptz,
  -- A holder gives a route back until so long before its start.
  withdraw_until_min int not null check (withdraw_until_min >= 0),
  -- Whether drivers see the routes that they may not claim.
  visibility text not null check (visibility in ('all', 'eligible')),
  version int not null default 1,
  unique (business_id, id),
  unique (business_id, fleet_id, date),
  foreign key (business_id, fleet_id) references fleet (business_id, id)
);
select enable_tenancy('route_board');

create table route_offer (
  business_id int not null references business,
  route_id bigint not null references route,
  board_id bigint not null,
  state text not null check (state in ('open', 'claimed', 'standby_only', 'closed')),
  -- Where it goes, without an address.
  area text not null,
  pay_minor int check (pay_minor >= 0),
  note text not null default '',
  reason text not null default '',
  offered_by bigint references account,
  offered_at timestamptz not null,
  version int not null default 1,
  primary key (business_id, route_id),
  foreign key (business_id, board_id) references route_board (business_id, id)
);
create index route_offer_by_board on route_offer (business_id, board_id);
create index route_offer_by_route on route_offer (route_id);
create index route_offer_by_account on route_offer (offered_by) where offered_by is not null;
select enable_tenancy('route_offer');

create table route_claim (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  route_id bigint not null,
  driver_id bigint not null references driver,
  state text not null check (state in ('held', 'promoted', 'standby', 'withdrawn', 'lost')),
  claimed_at timestamptz not null,
  -- The plan of the route that its holder agreed to, and was last asked about.
  confirmed_plan_version int,
  asked_plan_version int,
  ended_at timestamptz,
  unique (business_id, id),
  foreign key (business_id, route_id) references route_offer (business_id, route_id),
  check ((state in ('withdrawn', 'lost')) = (ended_at is not null)),
  check (state not in ('held', 'promoted') or confirmed_plan_version is not null)
);
-- One holder, and one place of each driver.
create unique index route_claim_holder on route_claim (business_id, route_id) where state in ('held', 'promoted');
create unique index route_claim_place on route_claim (business_id, route_id, driver_id) where state in ('held', 'promoted', 'standby');
create index route_claim_by_driver on route_claim (business_id, driver_id) where state in ('held', 'promoted', 'standby');
create index route_claim_of_driver on route_claim (driver_id);
select enable_tenancy('route_claim');

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
