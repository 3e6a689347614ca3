-- People who are told of changes of a shipment.

-- Who is told of changes: an account, or an address that was confirmed by a code.
create table tracking_watch (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  -- The key of the timeline, and the number that messages show.
  timeline text not null,
  number text not null,
  email text not null,
  account_id bigint references account on delete cascade,
  state text not null check (state in ('pending', 'active', 'ended')),
  code_hash text,
  code_tries int not null default 0,
  code_sent_at timestamptz,
  -- The status of the last message, so that each change is told once.
  status_code text,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  ended_at timestamptz
);
create unique index tracking_watch_once on tracking_watch (business_id, timeline, email) where state <> 'ended';
create index tracking_watch_active on tracking_watch (business_id, timeline) where state = 'active';
create index tracking_watch_by_account on tracking_watch (business_id, account_id, id) where account_id is not null;
create index tracking_watch_by_email on tracking_watch (business_id, email, code_sent_at);
select enable_tenancy('tracking_watch');

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
