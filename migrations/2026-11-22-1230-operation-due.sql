-- What becomes due at a time: an expiry, a reminder, the next run of a schedule. Written by the transaction that causes
-- it, removed by the one that settles it or by the worker's that ran it. Rows without a business are the installation's.
create table due (
  id bigint generated always as identity primary key,
  business_id int references business,
  kind text not null,
  subject text not null,
  -- Milliseconds, as the service writes and compares them.
  due_at timestamptz(3) not null,
  -- due_at, or later after a run that failed.
  next_at timestamptz(3) not null,
  payload jsonb not null default '{}',
  attempts int not null default 0,
  last_error text,
  unique nulls not distinct (business_id, kind, subject)
);
create index due_by_time on due (next_at, id);
create index due_failing on due (kind) where attempts > 0;
select enable_tenancy('due');
grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;

insert into due (business_id, kind, subject, due_at, next_at)
  select business_id, 'approvals.expire', id, expires_at, expires_at from proposal where state = 'pending';
