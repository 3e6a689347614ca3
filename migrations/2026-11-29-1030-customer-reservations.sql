-- Places that people without an account reserve: loading docks, counters, pickup slots, visits of storage.

create table bookable (
  business_id int not null references business,
  id bigint generated always as identity,
  -- Part of the public address.
  code text not null check (code ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  name text not null,
  description text,
  kind text not null check (kind in ('dock', 'counter', 'pickup', 'storage_visit', 'other')),
  warehouse_id bigint,
  street_address text,
  time_zone text not null,
  -- Hours by weekday, and exceptions by date, as wall time of the zone.
  calendar jsonb not null,
  slot_minutes int not null check (slot_minutes between 5 and 1440),
  capacity int not null check (capacity between 1 and 10000),
  -- In one reservation.
  places_max int not null check (places_max >= 1),
  lead_minutes int not null check (lead_minutes >= 0),
  cutoff_minutes int not null check (cutoff_minutes >= 0),
  horizon_days int not null check (horizon_days between 1 and 366),
  reminder_hours int check (reminder_hours between 1 and 168),
  -- After the slot begins; null: staff decide who did not come.
  no_show_minutes int check (no_show_minutes between 0 and 1440),
  has_waitlist boolean not null,
  offer_mode text not null check (offer_mode in ('in_order', 'first_wins')),
  offer_minutes int not null check (offer_minutes between 1 and 1440),
  verified_contact text not null check (verified_contact in ('none', 'email', 'phone')),
  form_fields jsonb not null,
  confirmation_note text,
  deposit_minor bigint not null default 0 check (deposit_minor >= 0),
  currency text not null,
  feed_link_id bigint,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'PAUSED', 'RETIRED')),
  status_since timestamptz not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_id, id),
  unique (business_id, code),
  foreign key (business_id, warehouse_id) references warehouse (business_id, id)
);
select enable_tenancy('bookable');

-- The counter of a slot. A row is created by the first reservation or offer.
create table bookable_slot (
  business_id int not null references business,
  id bigint generated always as identity,
  bookable_id bigint not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Places of reservations, holds and offers. No more than the capacity of the bookable when they were taken.
  taken int not null default 0 check (taken >= 0),
  -- Of these, those that are offered to everybody who waits and belong to nobody yet.
  pooled int not null default 0 check (pooled >= 0 and pooled <= taken),
  pool_expires_at timestamptz,
  primary key (business_id, id),
  unique (business_id, bookable_id, starts_at),
  foreign key (business_id, bookable_id) references bookable (business_id, id)
);
select enable_tenancy('bookable_slot');

create table waitlist_entry (
  business_id int not null references business,
  id bigint generated always as identity,
  bookable_id bigint not null,
  places int not null check (places >= 1),
  -- When the slot may begin: [{"from", "to"}], moments.
  windows jsonb not null,
  windows_end_at timestamptz not null,
  source text not null check (source in ('public', 'desk', 'walk_in')),
  guest_name text not null,
  guest_email text,
  guest_phone text,
  guest_language text not null,
  guest_note text,
  form jsonb not null,
  status text not null default 'WAITING' check (status in ('WAITING', 'OFFERED', 'CONVERTED', 'DECLINED', 'LAPSED', 'LEFT')),
  status_since timestamptz not null,
  link_id bigint,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_id, id),
  foreign key (business_id, bookable_id) references bookable (business_id, id)
);
create index waitlist_entry_waiting on waitlist_entry (business_id, bookable_id, id) where status in ('WAITING', 'OFFERED');
select enable_tenancy('waitlist_entry');

create table waitlist_offer (
  business_id int not null references business,
  id bigint generated always as identity,
  entry_id bigint not null,
  slot_id bigint not null,
  places int not null check (places >= 1),
  -- The places are taken for this offer alone; those of the others are pooled in the slot.
  is_exclusive boolean not null,
  status text not null default 'OPEN' check (status in ('OPEN', 'ACCEPTED', 'DECLINED', 'LAPSED', 'WITHDRAWN')),
  status_since timestamptz not null,
  expires_at timestamptz not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_id, id),
  foreign key (business_id, entry_id) references waitlist_entry (business_id, id),
  foreign key (business_id, slot_id) references bookable_slot (business_id, id)
);
create index waitlist_offer_by_entry on waitlist_offer (business_id, entry_id);
create index waitlist_offer_open on waitlist_offer (business_id, slot_id) where status = 'OPEN';
select enable_tenancy('waitlist_offer');

create table reservation (
  business_id int not null references business,
  id bigint generated always as identity,
  -- What a guest says at the desk.
  code text not null,
  bookable_id bigint not null,
  slot_id bigint not null,
  places int not null check (places >= 1),
  status text not null default 'REQUESTED' check (status in ('REQUESTED', 'CONFIRMED', 'CHECKED_IN', 'COMPLETED', 'NO_SHOW', 'CANCELLED')),
  status_since timestamptz not null,
  source text not null check (source in ('public', 'desk', 'walk_in', 'waitlist')),
  guest_name text,
  guest_email text,
  guest_phone text,
  guest_language text not null,
  guest_note text,
  form jsonb not null,
  hold_expires_at timestamptz,
  end_cause text check (end_cause in ('guest', 'business', 'hold_expired')),
  -- The code that proves the contact.
  contact_code_hash text,
  contact_code_expires_at timestamptz,
  contact_code_sent_at timestamptz,
  contact_code_sends int not null default 0,
  contact_code_tries int not null default 0,
  contact_verified_at timestamptz,
  confirmed_at timestamptz,
  checked_in_at timestamptz,
  deposit_minor bigint not null default 0 check (deposit_minor >= 0),
  currency text not null,
  payment_status text not null default 'NONE' check (payment_status in ('NONE', 'OPEN', 'PAID', 'FAILED', 'REFUND_PENDING', 'REFUNDED', 'KEPT')),
  paid_minor bigint,
  checkout_reference text,
  checkout_url text,
  payment_reference text,
  payment_failure text,
  refund_reference text,
  entry_id bigint,
  link_id bigint,
  -- The token of the link, encrypted: it is in each message.
  link_sealed text,
  -- Counts changes that calendars must notice.
  calendar_sequence int not null default 0,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_id, id),
  unique (business_id, code),
  foreign key (business_id, bookable_id) references bookable (business_id, id),
  foreign key (business_id, slot_id) references bookable_slot (business_id, id),
  foreign key (business_id, entry_id) references waitlist_entry (business_id, id)
);
create index reservation_by_slot on reservation (business_id, slot_id);
create index reservation_by_bookable on reservation (business_id, bookable_id, id);
create index reservation_by_checkout on reservation (business_id, checkout_reference) where checkout_reference is not null;
create index reservation_by_refund on reservation (business_id, refund_reference) where refund_reference is not null;
select enable_tenancy('reservation');
