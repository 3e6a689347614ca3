-- The ground every family stands on: tenants, sign-in, the event log, audit, idempotency, proposals, files.

create extension if not exists pg_trgm;

-- Tables of a tenant carry business_id and are closed to every other business by row-level security.
-- The service role sees the business of its transaction; the system role (the doors of src/platform) sees all.
create function enable_tenancy(table_name regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', table_name);
  execute format(
    'create policy tenant on %s to packhorse_service
       using (business_id = nullif(current_setting(''app.business_id'', true), '''')::int)
       with check (business_id = nullif(current_setting(''app.business_id'', true), '''')::int)', table_name);
  execute format('create policy everything on %s to packhorse_system using (true) with check (true)', table_name);
  execute format('grant select, insert, update, delete on %s to packhorse_service, packhorse_system', table_name);
end $$;

create table business (
  id int generated always as identity primary key,
  code text not null unique check (code ~ '^[a-z][a-z0-9-]{1,39}$'),
  name text not null,
  time_zone text not null default 'UTC',
  currency text not null default 'EUR',
  country text not null default '',
  locale text not null default 'en',
  status text not null default 'active' check (status in ('active', 'suspended', 'closed')),
  feature_families jsonb not null default '{}',
  feature_gates jsonb not null default '{}',
  modules jsonb not null default '{}',
  settings jsonb not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default now()
);
alter table business enable row level security;
create policy tenant on business to packhorse_service
  using (id = nullif(current_setting('app.business_id', true), '')::int)
  with check (id = nullif(current_setting('app.business_id', true), '')::int);
create policy everything on business to packhorse_system using (true) with check (true);
grant select, update on business to packhorse_service;
grant select, insert, update, delete on business to packhorse_system;

-- Human numbers (order refs, route numbers) come from counters: a dry run gives its number back.
create table counter (
  business_id int not null references business,
  name text not null,
  value int not null,
  primary key (business_id, name)
);
select enable_tenancy('counter');

-- A sign-in identity in one business; platform administrators belong to none.
create table account (
  id int generated always as identity primary key,
  business_id int references business,
  role text not null check (role in
    ('platform_admin', 'client_admin', 'employee', 'broker_employee', 'driver', 'customer')),
  name text not null,
  email text not null,
  email_folded text not null generated always as (lower(email)) stored,
  password_hash text,
  phone_e164 text,
  phone_verified boolean not null default false,
  locale text not null default 'en',
  status text not null default 'active' check (status in ('invited', 'pending_review', 'active', 'disabled')),
  permissions text[] not null default '{}',
  warehouse_ids int[] not null default '{}',
  customer_id int,
  driver_id int,
  contractor_id int,
  failed_sign_ins int not null default 0,
  locked_until timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  check ((role = 'platform_admin') = (business_id is null))
);
create unique index account_email on account (coalesce(business_id, 0), email_folded);
create index account_by_email on account (email_folded);
create index account_by_business on account (business_id, role, id);
select enable_tenancy('account');

-- Opaque bearer tokens, stored as SHA-256. `scopes` null means everything the account may do.
create table access_token (
  id int generated always as identity primary key,
  business_id int references business,
  account_id int not null references account on delete cascade,
  token_hash bytea not null unique,
  kind text not null check (kind in ('login', 'api', 'app')),
  name text,
  profile text,
  scopes text[],
  bound_to jsonb not null default '{}',
  calls_per_minute int,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index access_token_by_account on access_token (business_id, account_id, id);
select enable_tenancy('access_token');

create table sign_in (
  id bigint generated always as identity primary key,
  business_id int references business,
  account_id int references account on delete cascade,
  email_folded text not null,
  address text,
  device text,
  result text not null,
  at timestamptz not null
);
create index sign_in_by_account on sign_in (business_id, account_id, id);
create index sign_in_by_address on sign_in (address, at);
select enable_tenancy('sign_in');

create table password_reset (
  token_hash bytea primary key,
  business_id int references business,
  account_id int not null references account on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
select enable_tenancy('password_reset');

-- The append-only log. `seq` counts per subject; `hash` chains the subject's events, so tampering shows.
-- `xid` orders commits for readers: a cursor is a snapshot (src/platform/db/event-log.ts).
create table event (
  id bigint generated always as identity primary key,
  business_id int not null,
  subject_type text not null,
  subject_id text not null,
  seq int not null,
  kind text not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  actor_kind text not null,
  actor_id int,
  surface text not null,
  on_behalf_of int,
  operation text not null,
  correlation_id text not null,
  batch_id bigint,
  payload jsonb not null,
  previous_hash text not null,
  hash text not null,
  xid xid8 not null default pg_current_xact_id(),
  unique (business_id, subject_type, subject_id, seq)
);
create index event_xid on event (xid);
create index event_by_business on event (business_id, id);
select enable_tenancy('event');
revoke update, delete on event from packhorse_service, packhorse_system;

create table event_reader (
  name text primary key,
  position text not null,
  until text,
  last_id bigint not null default 0,
  updated_at timestamptz not null default now()
);
grant select, insert, update, delete on event_reader to packhorse_system;

create table audit (
  id bigint generated always as identity primary key,
  business_id int,
  at timestamptz not null,
  operation text not null,
  effect text not null,
  outcome text not null check (outcome in ('done', 'refused', 'dry_run', 'proposed', 'replayed', 'failed')),
  refusal text,
  actor_kind text not null,
  actor_id int,
  token_id int,
  surface text not null,
  on_behalf_of int,
  request_id text not null,
  subjects jsonb not null default '[]',
  changes jsonb not null default '[]',
  duration_ms float8
);
create index audit_by_business on audit (business_id, id desc);
create index audit_by_actor on audit (business_id, actor_id, id desc);
select enable_tenancy('audit');
revoke update, delete on audit from packhorse_service, packhorse_system;

-- One row a key; the transaction's first write, so that a twin waits for it.
create table idempotency (
  business_id int not null,
  actor_key text not null,
  operation text not null,
  key text not null,
  body_hash bytea not null,
  answer text,
  sealed boolean not null default false,
  at timestamptz not null,
  primary key (business_id, actor_key, operation, key)
);
create index idempotency_at on idempotency (at);
select enable_tenancy('idempotency');

create table proposal (
  id int generated always as identity primary key,
  business_id int not null references business,
  state text not null default 'pending' check (state in
    ('pending', 'approved', 'executed', 'execution_failed', 'rejected', 'expired', 'superseded')),
  operation text not null,
  tool text,
  arguments jsonb not null,
  digest text not null,
  preview jsonb,
  reason text,
  proposed_by int not null,
  proposed_token int,
  proposed_profile text,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by int,
  decided_at timestamptz,
  decision_note text,
  answer jsonb,
  refusal jsonb
);
create index proposal_by_state on proposal (business_id, state, id desc);
select enable_tenancy('proposal');

create table file (
  id int generated always as identity primary key,
  business_id int not null references business,
  sha256 text not null,
  content_type text not null,
  name text not null,
  size_bytes int not null,
  uploaded_by int,
  created_at timestamptz not null
);
create index file_by_hash on file (business_id, sha256);
select enable_tenancy('file');

-- Batches have ids: every event a bulk command caused carries the batch.
create table batch (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  business_id int not null references business,
  operation text not null,
  state text not null check (state in
    ('QUEUED', 'RUNNING', 'COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED', 'CANCELLED')),
  mode text not null default 'best_effort',
  items_total int not null,
  items_done int not null default 0,
  items_failed int not null default 0,
  request jsonb,
  results jsonb not null default '[]',
  created_by int,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
create index batch_by_business on batch (business_id, id desc);
select enable_tenancy('batch');

grant usage on schema public to packhorse_service, packhorse_system;
grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
