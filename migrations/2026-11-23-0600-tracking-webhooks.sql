-- Webhooks: where a business wants its published events, and what was delivered.

-- What a business set, where it differs from the defaults.
create table webhook_settings (
  business_id int primary key references business,
  ordered boolean not null,
  hide_prices boolean not null,
  paused boolean not null,
  max_per_second int,
  updated_by bigint references account,
  updated_at timestamptz not null,
  version int not null
);
create index webhook_settings_by_account on webhook_settings (updated_by) where updated_by is not null;
select enable_tenancy('webhook_settings');

-- Signing secrets, sealed. Older ones sign too until they expire.
create table webhook_secret (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  sealed text not null,
  created_at timestamptz not null,
  expires_at timestamptz
);
create index webhook_secret_by_business on webhook_secret (business_id, id);
select enable_tenancy('webhook_secret');

-- One row a URL, kept when the URL is removed, because its deliveries name it.
create table webhook_endpoint (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  url text not null,
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'FAILING', 'DISABLED')),
  disabled_reason text check (disabled_reason in ('gone', 'failing')),
  disabled_at timestamptz,
  -- Failed attempts since the last success.
  failures int not null default 0,
  failing_since timestamptz,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_error text,
  last_status int,
  -- Nothing is sent before.
  pause_until timestamptz,
  -- When a worker must look at it; null while nothing waits.
  next_at timestamptz,
  -- Counts what set `next_at`, so that a worker does not overwrite what came while it worked.
  wakes int not null default 0,
  created_at timestamptz not null,
  removed_at timestamptz,
  unique (business_id, url)
);
create index webhook_endpoint_due on webhook_endpoint (next_at) where next_at is not null;
select enable_tenancy('webhook_endpoint');

create table webhook_subscription (
  business_id int not null references business,
  -- A public type, `order.*`, or `*`.
  event_type text not null,
  endpoint_id bigint not null references webhook_endpoint,
  -- What whoever subscribed could see.
  scopes text[] not null,
  primary key (business_id, event_type, endpoint_id)
);
create index webhook_subscription_by_endpoint on webhook_subscription (endpoint_id);
select enable_tenancy('webhook_subscription');

create table webhook_delivery (
  id bigint generated always as identity,
  business_id int not null references business,
  -- Null for a test, which has a URL of its own and no event. No foreign keys: millions of rows refer to few endpoints, and neither they
  -- nor events are deleted.
  endpoint_id bigint,
  event_id bigint,
  url text,
  event_type text not null,
  -- `order/12`: deliveries of one subject are sent one after the other.
  subject text not null,
  -- The delivery that it repeats.
  replay_of bigint,
  state text not null check (state in ('PENDING', 'RETRYING', 'DELIVERED', 'EXHAUSTED')),
  -- Null once it is finished.
  next_at timestamptz,
  attempts jsonb not null default '[]',
  attempt_count int not null default 0,
  last_status int,
  last_error text,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- Few indexes: each delivery is written twice.
  primary key (business_id, id),
  check ((endpoint_id is null) = (event_id is null) and (endpoint_id is null) = (url is not null))
);
-- The reader of events may see one twice.
create unique index webhook_delivery_once on webhook_delivery (endpoint_id, event_id, event_type) where replay_of is null and event_id is not null;
create index webhook_delivery_open on webhook_delivery (endpoint_id, id) where next_at is not null;
create index webhook_delivery_retrying on webhook_delivery (endpoint_id, subject, id) where state = 'RETRYING';
create index webhook_delivery_failed on webhook_delivery (business_id, id) where state in ('RETRYING', 'EXHAUSTED');
create index webhook_delivery_by_original on webhook_delivery (replay_of) where replay_of is not null;
select enable_tenancy('webhook_delivery');

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
