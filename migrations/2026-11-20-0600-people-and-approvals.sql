-- What proposals are bound to, what was sent to people, and an audit that is read by time.

-- The subjects that the previewed write would have touched, with the place in each one's chain of events:
-- a proposal is refused when one of them has moved on.
alter table proposal add column targets jsonb not null default '[]';
create index proposal_by_digest on proposal (business_id, proposed_by, digest) where state = 'pending';

-- Messages to people, as they were handed over. Bodies hold links that sign somebody in, so they are sealed
-- with the installation's key. A business of null is the platform itself.
create table outbox_message (
  id bigint generated always as identity primary key,
  business_id int references business,
  channel text not null check (channel in ('email', 'sms')),
  provider text not null,
  recipient text not null,
  subject text not null default '',
  body_sealed text not null,
  state text not null check (state in ('kept', 'queued', 'sent', 'failed')),
  created_at timestamptz not null
);
create index outbox_message_by_business on outbox_message (business_id, id desc);
select enable_tenancy('outbox_message');

create index password_reset_by_account on password_reset (account_id, expires_at);

-- Entries of reads are written a second later than they happened, so newest first follows the time.
drop index audit_by_business;
drop index audit_by_actor;
create index audit_by_time on audit (business_id, at desc, id desc);
create index audit_by_actor_time on audit (business_id, actor_id, at desc, id desc);
create index audit_by_behalf on audit (business_id, on_behalf_of, at desc, id desc) where on_behalf_of is not null;

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
