-- Services that customers order: shipping, storage, ship-outs.

create table customer_service (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  code text not null,
  kind text not null check (kind in ('shipping', 'storage', 'shipout')),
  -- Which price list applies, and from whom prices are hidden.
  family text not null check (family in ('shipping_service', 'ltl_service', 'moving_services', 'storage_services')),
  -- Of the newest definition.
  version int not null,
  created_at timestamptz not null,
  unique (business_id, id),
  unique (business_id, kind, code)
);
select enable_tenancy('customer_service');

-- A version never changes: orders keep the one they were made with.
create table customer_service_version (
  business_id int not null references business,
  service_id bigint not null,
  version int not null,
  -- In effect from this date; of several, the newest version.
  active_from date not null,
  -- Name, form, warehouses, packaging, supplies, surcharges and terms, as they are sent.
  definition jsonb not null,
  created_by bigint references account,
  created_at timestamptz not null,
  primary key (business_id, service_id, version),
  foreign key (business_id, service_id) references customer_service (business_id, id)
);
select enable_tenancy('customer_service_version');
revoke update, delete on customer_service_version from packhorse_service, packhorse_system;

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
