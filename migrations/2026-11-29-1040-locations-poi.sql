-- Points of interest: places with a geometry, opening hours and a geofence; calendars of holidays.

create table poi (
  business_id int not null references business,
  id bigint generated always as identity,
  name text not null,
  kind text not null check (kind in ('pickup_point', 'customer_site', 'gate', 'dock', 'no_go_area', 'parking', 'locker',
    'partner_shop', 'other')),
  -- GeoJSON: a point or a polygon.
  geometry jsonb not null,
  -- The main entrance, or what stands for the geometry.
  lat float8 not null,
  lng float8 not null,
  -- Bounds of the geometry; beyond 180 degrees where it is on both sides of the 180th meridian.
  west float8 not null,
  south float8 not null,
  east float8 not null,
  north float8 not null,
  -- The address, without coordinates.
  place jsonb,
  entrances jsonb not null default '[]',
  hours jsonb,
  -- Null: that of the business.
  time_zone text,
  attributes jsonb not null default '{}',
  tags text[] not null default '{}',
  visibility text not null default 'private' check (visibility in ('private', 'alliance', 'public')),
  geofence jsonb,
  -- Bounds of the geofence.
  fence_west float8,
  fence_south float8,
  fence_east float8,
  fence_north float8,
  source text not null default 'manual' check (source in ('manual', 'import')),
  -- What the business or its files call it.
  ref text,
  -- How long a stop takes: as somebody set it, and as visits show.
  service_time_s int check (service_time_s >= 0),
  observed_service_time_s int,
  observed_visits int not null default 0,
  search text not null,
  -- What it is a duplicate of. It is in no list.
  merged_into bigint,
  created_by bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (business_id, id),
  foreign key (business_id, merged_into) references poi (business_id, id),
  check ((geofence is null) = (fence_south is null))
);
create unique index poi_ref on poi (business_id, ref) where ref is not null and merged_into is null;
create index poi_by_latitude on poi (business_id, south, north) where merged_into is null;
create index poi_by_fence on poi (business_id, fence_south, fence_north, fence_west, fence_east)
  where fence_south is not null and merged_into is null;
create index poi_by_name on poi (business_id, lower(name), id) where merged_into is null;
create index poi_by_target on poi (business_id, merged_into) where merged_into is not null;
create index poi_search on poi using gin (search gin_trgm_ops);
-- For the list of what businesses show to everybody.
create index poi_public on poi (south, north) where visibility = 'public' and merged_into is null;
select enable_tenancy('poi');

-- Days on which places with this calendar have other hours. A yearly one is on the same day of every year.
create table poi_holiday (
  business_id int not null references business,
  id bigint generated always as identity,
  calendar text not null,
  date date not null,
  name text not null default '',
  yearly boolean not null default false,
  created_at timestamptz not null,
  primary key (business_id, id),
  unique (business_id, calendar, date)
);
select enable_tenancy('poi_holiday');

-- A function, because an index of trigrams is not used behind row-level security; it looks at the business of the transaction alone.
create function search_pois(pattern text, most int)
  returns table (id bigint) language sql stable security definer set search_path = public, pg_temp as $$
    select p.id from poi p
     where p.business_id = nullif(current_setting('app.business_id', true), '')::int and p.search like pattern and p.merged_into is null
     order by p.id desc limit most
  $$;
revoke execute on function search_pois from public;
grant execute on function search_pois to packhorse_service, packhorse_system;

-- Metres on the sphere (haversine, mean radius of the IUGG).
create function poi_distance_m(lat_1 float8, lng_1 float8, lat_2 float8, lng_2 float8)
  returns float8 language sql immutable parallel safe as $$
  select 2 * 6371008.8 * asin(least(1, sqrt(sin(radians(lat_2 - lat_1) / 2) ^ 2
    + cos(radians(lat_1)) * cos(radians(lat_2)) * sin(radians(lng_2 - lng_1) / 2) ^ 2)))
$$;

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
