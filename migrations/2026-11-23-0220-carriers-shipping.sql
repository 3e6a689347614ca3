-- Labels that were bought at carriers, the manifests they are handed over with, and what carriers correct afterwards.

create table label_manifest (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  -- What it is called at the carrier, which creates one manifest for it however often it is asked.
  reference text not null,
  carrier_account_id bigint not null,
  carrier text not null,
  -- A place: where the packages are handed over.
  origin jsonb not null,
  date date not null,
  state text not null check (state in ('pending', 'created', 'failed')),
  failure text,
  failure_text text,
  carrier_reference text,
  attempts int not null default 0,
  created_by bigint references account,
  created_at timestamptz not null,
  unique (business_id, reference),
  unique (business_id, id),
  foreign key (business_id, carrier_account_id) references carrier_account (business_id, id),
  check ((state = 'failed') = (failure is not null))
);
select enable_tenancy('label_manifest');

create table label_order (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  -- Null: the business bought it for itself.
  customer_id bigint references customer,
  carrier_account_id bigint not null,
  -- What the purchase is called at the carrier: looked up by it, a lost answer is found again and nothing is bought twice.
  reference text not null,
  -- The caller's own.
  ref text,
  state text not null check (state in ('PURCHASING', 'LABEL_PURCHASE_FAILED', 'LABEL_READY', 'INFO_SUBMITTED', 'MANIFESTED',
    'VOID_PENDING', 'VOIDED', 'VOID_REJECTED', 'REFUND_REQUESTED', 'REFUNDED', 'REFUND_REJECTED', 'CANCELLED')),
  state_since timestamptz not null,
  carrier text not null,
  service text not null,
  service_name text not null,
  -- src/providers/carriers/port.ts, Shipment.
  shipment jsonb not null,
  label_format text not null check (label_format in ('pdf', 'png', 'zpl')),
  -- What is paid: by the customer from its wallet, or by the business to the carrier.
  price_minor bigint not null check (price_minor >= 0),
  currency text not null,
  lines jsonb not null,
  -- Of the price that was returned.
  returned_minor bigint not null default 0 check (returned_minor between 0 and price_minor),
  -- What the carrier quoted, and charged.
  quoted_charge_minor bigint,
  carrier_charge_minor bigint,
  carrier_currency text not null,
  -- Of the wallet, while the purchase is under way; null where nothing was reserved.
  hold_id bigint,
  -- The carrier's.
  carrier_reference text,
  tracking_number text,
  -- Why the last attempt to buy failed, in our word, the carrier's code and its text.
  failure text,
  failure_code text,
  failure_text text,
  -- The carrier has not said yet how the last call ended.
  is_sync_pending boolean not null default false,
  sync_attempts int not null default 0,
  -- When the carrier was last asked to buy.
  asked_at timestamptz not null,
  -- Asked to be cancelled while its purchase was under way.
  cancel_requested_at timestamptz,
  submitted_at timestamptz,
  manifest_id bigint,
  return_of_id bigint,
  purchased_at timestamptz,
  -- What lists find an order by, besides its customer.
  search text not null generated always as
    (lower(coalesce(ref, '') || ' ' || coalesce(tracking_number, '') || ' ' || coalesce(shipment->'to'->>'name', '') || ' ' ||
     coalesce(shipment->'to'->>'postal_code', ''))) stored,
  created_by bigint references account,
  created_at timestamptz not null,
  version int not null default 1,
  unique (business_id, reference),
  unique (business_id, id),
  foreign key (business_id, carrier_account_id) references carrier_account (business_id, id),
  foreign key (business_id, manifest_id) references label_manifest (business_id, id),
  foreign key (business_id, return_of_id) references label_order (business_id, id),
  check ((carrier_reference is null) = (purchased_at is null)),
  check (state in ('PURCHASING', 'LABEL_PURCHASE_FAILED', 'CANCELLED') or purchased_at is not null),
  -- What is reserved is captured or released with the end of the purchase.
  check (hold_id is null or state = 'PURCHASING')
);
create index label_order_by_customer on label_order (business_id, customer_id, id desc);
create index label_order_by_state on label_order (business_id, state, id desc);
create index label_order_open on label_order (business_id, id) where state in ('LABEL_READY', 'INFO_SUBMITTED') and manifest_id is null;
create index label_order_by_manifest on label_order (business_id, manifest_id) where manifest_id is not null;
create index label_order_by_return on label_order (business_id, return_of_id) where return_of_id is not null;
create index label_order_search on label_order using gin (search gin_trgm_ops);
select enable_tenancy('label_order');

create table label_package (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  label_order_id bigint not null,
  seq int not null,
  tracking_number text,
  carrier_reference text,
  state text not null check (state in ('bought', 'void_pending', 'voided', 'void_rejected', 'refund_requested', 'refunded',
    'refund_rejected')),
  -- Its part of the price; all parts are the price.
  price_minor bigint not null check (price_minor >= 0),
  unique (business_id, label_order_id, seq),
  foreign key (business_id, label_order_id) references label_order (business_id, id)
);
create index label_package_by_number on label_package (business_id, tracking_number);
select enable_tenancy('label_package');

-- What a carrier corrects on its bill, with what we measured.
create table label_adjustment (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  label_order_id bigint not null,
  -- The carrier's id of the correction: entered once.
  carrier_reference text not null,
  kind text not null check (kind in ('weight', 'dimensions', 'address', 'service', 'duty', 'other')),
  tracking_number text,
  -- Negative where the carrier gives something back.
  amount_minor bigint not null,
  currency text not null,
  description text not null,
  -- What the carrier says it found, and what was declared and measured here.
  claimed jsonb not null,
  evidence jsonb not null,
  state text not null check (state in ('open', 'accepted', 'disputed', 'withdrawn')),
  dispute_reason text,
  -- Of the customer, where the correction was passed on.
  charged_minor bigint not null default 0 check (charged_minor >= 0),
  created_by bigint references account,
  created_at timestamptz not null,
  decided_at timestamptz,
  unique (business_id, id),
  unique (business_id, label_order_id, carrier_reference),
  foreign key (business_id, label_order_id) references label_order (business_id, id),
  check ((state = 'open') = (decided_at is null)),
  check (state <> 'disputed' or dispute_reason is not null)
);
create index label_adjustment_by_state on label_adjustment (business_id, state, id desc);
select enable_tenancy('label_adjustment');

-- The newest label orders with a pattern of LIKE, in small letters, in their numbers, recipient or the name of their customer. A
-- function, because an index of trigrams is not used behind row-level security; it looks at the business of the transaction alone.
create function search_label_orders(pattern text, most int)
  returns table (id bigint) language sql stable security definer set search_path = public, pg_temp as $$
    (select o.id from label_order o
      where o.business_id = nullif(current_setting('app.business_id', true), '')::int and o.search like pattern
      order by o.id desc limit most)
    union
    (select o.id from customer c join label_order o on o.business_id = c.business_id and o.customer_id = c.id
      where c.business_id = nullif(current_setting('app.business_id', true), '')::int and lower(c.name) like pattern
      order by o.id desc limit most)
  $$;
revoke execute on function search_label_orders from public;
grant execute on function search_label_orders to packhorse_service, packhorse_system;

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
