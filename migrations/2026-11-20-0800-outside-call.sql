-- Calls to the outside that a committed write still owes: finished after a crash, at least once.
-- Input and answer are sealed with the installation's key.
create table outside_call (
  id bigint generated always as identity primary key,
  business_id int not null,
  operation text not null,
  account_id int,
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
grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
