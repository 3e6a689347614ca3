-- Changes of the stops of routes that can be undone: what the routes were before, and what they must still be.
create table route_change (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  at timestamptz not null,
  -- For each route its stops, tasks and figures before the change.
  before jsonb not null,
  -- For each route a digest of its stops and tasks after the change.
  after jsonb not null
);
create index route_change_by_business on route_change (business_id, id);
create index route_change_by_time on route_change (at);
select enable_tenancy('route_change');
