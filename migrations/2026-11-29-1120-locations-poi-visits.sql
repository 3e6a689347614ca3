-- Visits of points of interest as positions show them, and which orders go to one.

create table poi_visit (
  business_id int not null references business,
  id bigint generated always as identity,
  poi_id bigint not null,
  driver_id bigint not null,
  route_id bigint,
  -- `pending`: positions are inside, and not yet for as long as the geofence asks for.
  status text not null check (status in ('pending', 'inside', 'left')),
  arrived_at timestamptz not null,
  -- The last position inside.
  last_inside_at timestamptz not null,
  departed_at timestamptz,
  -- Nothing was heard for some time, so that the times of the visit are not known.
  has_gap boolean not null default false,
  -- How long it took; null where that is not known.
  service_time_s int,
  created_at timestamptz not null,
  primary key (business_id, id),
  foreign key (business_id, poi_id) references poi (business_id, id) on delete cascade,
  check ((status = 'left') = (departed_at is not null))
);
create unique index one_open_visit on poi_visit (business_id, driver_id, poi_id) where status <> 'left';
create index poi_visit_by_poi on poi_visit (business_id, poi_id, id desc) where status <> 'pending';
create index poi_visit_measured on poi_visit (business_id, poi_id, departed_at desc) where service_time_s is not null;
select enable_tenancy('poi_visit');

create table poi_order (
  business_id int not null references business,
  id bigint generated always as identity,
  poi_id bigint not null,
  order_id bigint not null,
  side text not null check (side in ('pickup', 'dropoff')),
  created_at timestamptz not null,
  primary key (business_id, id),
  unique (business_id, order_id, side),
  foreign key (business_id, poi_id) references poi (business_id, id) on delete cascade
);
create index poi_order_by_poi on poi_order (business_id, poi_id, id desc);
select enable_tenancy('poi_order');

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
