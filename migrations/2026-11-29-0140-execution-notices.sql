-- What people are told of something else than an order: rentals, luggage relays, handovers. A row for each address, also
-- where nothing is sent.

create table notice (
  business_id int not null references business,
  id bigint generated always as identity,
  subject_type text not null,
  subject_id bigint not null,
  -- Whom of the subject: renter, seller, buyer.
  party text not null,
  kind text not null,
  -- Which time of the kind it is: it is told once to each address.
  occurrence text not null,
  -- Null: there is no address.
  channel text check (channel in ('sms', 'email')),
  target text not null,
  language text not null,
  state text not null check (state in ('deferred', 'suppressed', 'enqueued')),
  reason text,
  -- When the quiet hours end that it waits for, and its encrypted text until then.
  deferred_until timestamptz,
  content_sealed text,
  expires_at timestamptz not null,
  outbox_message_id bigint references outbox_message,
  occurred_at timestamptz not null,
  created_at timestamptz not null,
  primary key (business_id, id),
  unique nulls not distinct (business_id, subject_type, subject_id, party, kind, occurrence, channel, target)
);
create index notice_by_message on notice (outbox_message_id) where outbox_message_id is not null;
select enable_tenancy('notice');
