-- Providers of tracking events, and locker storage rentals.

-- Who may send tracking events to a business. Secrets are sealed with SECRET_KEY; two may be active while a
-- provider changes them.
create table otep_provider (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  key_id text not null unique,
  code text not null check (code ~ '^[a-z][a-z0-9_-]{1,39}$' and code <> 'packhorse'),
  name text not null,
  status text not null default 'active' check (status in ('active', 'suspended', 'revoked')),
  source_types text[] not null check (cardinality(source_types) > 0),
  subject_patterns text[] not null check (cardinality(subject_patterns) > 0),
  formats text[] not null check (cardinality(formats) > 0),
  requests_per_s int check (requests_per_s > 0),
  allows_bearer boolean not null default false,
  secret text,
  secret_made_at timestamptz,
  former_secret text,
  created_by bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  -- When a provider's key was last used, to the minute: a key that nobody uses can be ended.
  last_used_at timestamptz
);
create unique index otep_provider_code on otep_provider (business_id, code) where status <> 'revoked';
create index otep_provider_by_business on otep_provider (business_id, id);
select enable_tenancy('otep_provider');

-- A compartment of a locker rented for some days. Written by the demo and by events; the locker family will write it.
create table storage_rental (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  customer_id bigint references customer,
  device text not null,
  device_name text not null default '',
  place jsonb not null default '{}',
  compartment text not null,
  size text not null,
  booked_from timestamptz not null,
  booked_to timestamptz not null check (booked_to > booked_from),
  actual_from timestamptz,
  actual_to timestamptz,
  state text not null default 'BOOKED' check (state in
    ('BOOKED', 'ACTIVE', 'OVERDUE', 'ENDED', 'CANCELLED', 'NO_SHOW', 'REMOVED_BY_STAFF')),
  price_minor int,
  charges jsonb not null default '[]',
  currency text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1
);
create index storage_rental_by_business on storage_rental (business_id, id desc);
create index storage_rental_by_customer on storage_rental (business_id, customer_id, id desc);
select enable_tenancy('storage_rental');

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
