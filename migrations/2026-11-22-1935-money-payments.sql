-- Payments by card: the processor of a business, what customers pay there, and refunds.

create table payment_settings (
  business_id int primary key references business,
  vendor text not null default 'none' check (vendor in ('none', 'checkout_sessions')),
  -- Null: the vendor's own address.
  base_url text,
  secret_sealed text,
  secret_end text,
  event_secret_sealed text,
  event_secret_end text,
  -- The last part of the address that the processor sends events to.
  endpoint_key text not null unique,
  topup_min_minor int not null default 100,
  topup_max_minor int not null default 100000000,
  version int not null default 0
);
select enable_tenancy('payment_settings');

create table payment (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  customer_id bigint not null references customer,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  -- opening: the processor has not answered yet; processing: given, but not yet sure to arrive.
  state text not null check (state in ('opening', 'open', 'processing', 'paid', 'failed', 'expired')),
  -- The processor's ids of the checkout and of the payment.
  reference text,
  payment_reference text,
  checkout_url text,
  failure text,
  -- What arrived, which may differ from what was asked for.
  paid_minor bigint not null default 0,
  -- Of requested refunds that did not fail.
  refunded_minor bigint not null default 0,
  return_url text,
  created_by bigint references account,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  unique (business_id, id),
  unique (business_id, reference),
  check (refunded_minor between 0 and paid_minor)
);
create index payment_by_customer on payment (business_id, customer_id, id desc);
select enable_tenancy('payment');

create table payment_refund (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  payment_id bigint not null,
  amount_minor bigint not null check (amount_minor > 0),
  state text not null check (state in ('requested', 'pending', 'succeeded', 'failed')),
  reference text,
  failure text,
  reason text not null,
  created_by bigint references account,
  created_at timestamptz not null,
  ended_at timestamptz,
  unique (business_id, id),
  unique (business_id, reference),
  foreign key (business_id, payment_id) references payment (business_id, id)
);
create index payment_refund_by_payment on payment_refund (business_id, payment_id, id);
select enable_tenancy('payment_refund');

-- Events of the processor that were applied: it may send each several times.
create table payment_event (
  business_id int not null references business,
  event_id text not null,
  received_at timestamptz not null,
  primary key (business_id, event_id)
);
select enable_tenancy('payment_event');

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
