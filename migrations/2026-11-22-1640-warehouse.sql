-- Warehouses with their zones and bins. The depot of a business is one of its warehouses, and stands nowhere else.

create table warehouse (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  code text not null,
  name text not null,
  place jsonb not null,
  is_depot boolean not null default false,
  status text not null default 'open' check (status in ('open', 'closed')),
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  version int not null default 1,
  unique (business_id, id),
  unique (business_id, code),
  check (not (is_depot and status = 'closed')),
  check ((status = 'closed') = (closed_at is not null))
);
create unique index one_depot_per_business on warehouse (business_id) where is_depot;
select enable_tenancy('warehouse');

create table warehouse_zone (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  warehouse_id bigint not null,
  code text not null,
  name text not null,
  kind text not null check (kind in ('receiving', 'storage', 'sorting', 'staging', 'returns', 'quarantine')),
  status text not null default 'open' check (status in ('open', 'closed')),
  version int not null default 1,
  unique (business_id, id),
  unique (business_id, warehouse_id, code),
  foreign key (business_id, warehouse_id) references warehouse (business_id, id)
);
select enable_tenancy('warehouse_zone');

create table warehouse_bin (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  warehouse_id bigint not null,
  zone_id bigint not null,
  code text not null,
  kind text not null check (kind in ('shelf', 'pallet', 'floor', 'cage', 'locker')),
  units_max int,
  weight_g_max int,
  volume_cm3_max int,
  status text not null default 'open' check (status in ('open', 'closed')),
  version int not null default 1,
  unique (business_id, id),
  -- What a scanner reads names one bin of the warehouse.
  unique (business_id, warehouse_id, code),
  foreign key (business_id, warehouse_id) references warehouse (business_id, id),
  foreign key (business_id, zone_id) references warehouse_zone (business_id, id)
);
create index warehouse_bin_by_zone on warehouse_bin (business_id, zone_id, code);
select enable_tenancy('warehouse_bin');

-- The settings of a business with its depot, which is a warehouse.
create function business_settings(b business) returns jsonb language sql stable as $$
  select (b.settings - 'depot') || coalesce((
    select jsonb_build_object('depot', w.place, 'depot_warehouse_id', w.id)
      from warehouse w where w.business_id = b.id and w.is_depot), '{}')
$$;

insert into warehouse (business_id, code, name, place, is_depot)
  select id, 'DEPOT', coalesce(nullif(settings -> 'depot' ->> 'name', ''), 'Depot'), settings -> 'depot', true
    from business where jsonb_typeof(settings -> 'depot') = 'object';
update business set settings = settings - 'depot' where settings ? 'depot';

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
