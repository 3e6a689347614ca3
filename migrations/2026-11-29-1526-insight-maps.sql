-- Maps that a business shows to the public, to holders of a token, or to itself.

create table custom_map (
  business_id int not null references business,
  id bigint generated always as identity,
  -- Part of the public address; unique over the installation by the directory.
  slug text not null check (slug ~ '^[a-z][a-z0-9-]{2,59}$'),
  title text not null,
  description text not null default '',
  access text not null check (access in ('public', 'unlisted', 'token', 'private')),
  base text not null check (base in ('default', 'none')),
  -- west, south, east, north in degrees; null: as the data is.
  bounds jsonb,
  -- Origins of pages that may embed it; '*' is every page.
  allowed_origins text[] not null default '{}',
  -- The version that readers see; null: not published.
  published_number int,
  published_at timestamptz,
  last_number int not null default 0,
  -- When title, bounds or layers were changed last: what readers see after the next publication.
  draft_changed_at timestamptz not null,
  created_by bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (business_id, id),
  unique (business_id, slug)
);
create index custom_map_by_title on custom_map (business_id, lower(title), id);
select enable_tenancy('custom_map');

create table custom_map_layer (
  business_id int not null references business,
  id bigint generated always as identity,
  map_id bigint not null,
  position int not null,
  title text not null,
  source text not null check (source in ('poi', 'dataset', 'routes', 'lockers', 'zones', 'geojson')),
  dataset_id bigint,
  filter jsonb not null,
  -- The allow-list: the key of each field that readers see, and how the source finds it.
  fields jsonb not null,
  style jsonb not null,
  popup text not null default '',
  refresh_s int not null check (refresh_s between 5 and 86400),
  min_zoom int not null check (min_zoom between 0 and 22),
  max_zoom int not null check (max_zoom between 0 and 22),
  aggregation text not null check (aggregation in ('none', 'cluster')),
  is_visible boolean not null default true,
  -- Of an uploaded file: counts uploads, and the properties of its features.
  upload_number int not null default 0,
  upload_columns jsonb not null default '[]',
  -- No longer part of the draft; its features stay while a published version has them.
  removed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (business_id, id),
  check ((source = 'dataset') = (dataset_id is not null)),
  check (min_zoom <= max_zoom),
  foreign key (business_id, map_id) references custom_map (business_id, id) on delete cascade
);
create index custom_map_layer_by_map on custom_map_layer (business_id, map_id, position, id);
select enable_tenancy('custom_map_layer');

-- What readers saw from a time on: title, layers, lists of fields, styles and filters. The data is not part of it.
create table custom_map_version (
  business_id int not null references business,
  map_id bigint not null,
  number int not null,
  content jsonb not null,
  note text not null default '',
  created_by bigint,
  created_at timestamptz not null,
  primary key (business_id, map_id, number),
  foreign key (business_id, map_id) references custom_map (business_id, id) on delete cascade
);
select enable_tenancy('custom_map_version');

-- Features of uploaded files.
create table custom_map_feature (
  business_id int not null references business,
  id bigint generated always as identity,
  layer_id bigint not null,
  -- GeoJSON.
  geometry jsonb not null,
  properties jsonb not null,
  west float8 not null,
  south float8 not null,
  east float8 not null,
  north float8 not null,
  primary key (business_id, id),
  foreign key (business_id, layer_id) references custom_map_layer (business_id, id) on delete cascade
);
create index custom_map_feature_by_layer on custom_map_feature (business_id, layer_id, id);
select enable_tenancy('custom_map_feature');
