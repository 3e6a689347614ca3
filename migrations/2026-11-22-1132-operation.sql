-- What every operation writes: events, audit entries, idempotency keys, proposals, batches, counters, calls to the outside.

-- Numbers for people (customer codes, route numbers) come from counters: a dry run returns its number.
create table counter (
  business_id int not null references business,
  name text not null,
  value bigint not null,
  primary key (business_id, name)
);
select enable_tenancy('counter');

-- The append-only log. `seq` counts per subject; `hash` chains the subject's events, so that tampering is detected.
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
  actor_id bigint,
  surface text not null,
  on_behalf_of bigint,
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
  actor_id bigint,
  token_id bigint,
  surface text not null,
  on_behalf_of bigint,
  request_id text not null,
  subjects jsonb not null default '[]',
  changes jsonb not null default '[]',
  duration_ms float8
);
create index audit_by_time on audit (business_id, at desc, id desc);
create index audit_by_actor_time on audit (business_id, actor_id, at desc, id desc);
create index audit_by_behalf on audit (business_id, on_behalf_of, at desc, id desc) where on_behalf_of is not null;
select enable_tenancy('audit');
revoke update, delete on audit from packhorse_service, packhorse_system;

-- One row per key; the transaction's first write, so that a second request with the same key waits for it.
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

-- Signed requests that were answered: the same one again is refused. Stored while its timestamp would still be accepted.
create table signed_request (
  business_id int not null references business,
  provider_id bigint not null,
  signature bytea not null,
  at timestamptz not null,
  primary key (business_id, provider_id, signature)
);
create index signed_request_at on signed_request (at);
select enable_tenancy('signed_request');

create table proposal (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  state text not null default 'pending' check (state in
    ('pending', 'approved', 'executed', 'execution_failed', 'rejected', 'expired', 'superseded')),
  operation text not null,
  tool text,
  arguments jsonb not null,
  digest text not null,
  preview jsonb,
  reason text,
  proposed_by bigint not null,
  proposed_token bigint,
  proposed_profile text,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by bigint,
  decided_at timestamptz,
  decision_note text,
  answer jsonb,
  refusal jsonb,
  -- The subjects that the previewed write would have touched, with the place in each one's chain of events:
  -- a proposal is refused when one of them has changed since.
  targets jsonb not null default '[]',
  -- State of the proposer's account at the time of the proposal: role, customer, contractor, driver, and whether it could
  -- use the operation itself. An approved operation runs as the proposer, so approval is refused when one of these has changed.
  proposed_as jsonb,
  -- The prepared result of the preview, for operations that execute exactly what was previewed: a plan of routes.
  prepared jsonb
);
create index proposal_by_state on proposal (business_id, state, id desc);
create index proposal_by_digest on proposal (business_id, proposed_by, digest) where state = 'pending';
select enable_tenancy('proposal');

-- Every event that a bulk command caused has the id of its batch.
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
  created_by bigint,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- Which source a batch came through, for the orders it creates.
  source text not null default 'rest',
  failure text
);
create index batch_by_business on batch (business_id, id desc);
select enable_tenancy('batch');

-- A queued batch is processed part by part: each part is one transaction that also stores its results, so that a worker
-- that stops half way continues with the next part and creates nothing twice.
create table batch_part (
  batch_id bigint not null references batch,
  part int not null,
  business_id int not null references business,
  -- Index of the first item within the batch.
  first_index int not null,
  items int not null,
  -- The request; deleted once the part is done, because it contains personal data.
  request jsonb,
  results jsonb,
  attempts int not null default 0,
  primary key (batch_id, part)
);
create index batch_part_open on batch_part (business_id, batch_id, part) where results is null;
select enable_tenancy('batch_part');

-- Calls to outside services that a committed write still has to make: finished after a crash, at least once.
-- Input and answer are sealed with the installation's key.
create table outside_call (
  id bigint generated always as identity primary key,
  business_id int not null,
  operation text not null,
  account_id bigint,
  sealed_input text not null,
  sealed_answer text not null,
  request jsonb not null,
  claim jsonb,
  state text not null default 'pending' check (state in ('pending', 'done', 'given_up')),
  attempts int not null default 1,
  next_at timestamptz not null,
  failure text,
  created_at timestamptz not null
);
create index outside_call_due on outside_call (next_at) where state = 'pending';
select enable_tenancy('outside_call');

-- Turns of the operations agent that a business has used on one of its days.
create table ai_turn_day (
  business_id int not null references business,
  day date not null,
  turns int not null check (turns > 0),
  primary key (business_id, day)
);
select enable_tenancy('ai_turn_day');

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
