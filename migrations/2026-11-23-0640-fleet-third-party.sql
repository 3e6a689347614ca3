-- Outside companies that deliver orders for a business, and the tenders by which they are asked.

create table thirdparty_provider (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  -- Its key; the code of the partner is the provider's name in events.
  partner_id bigint not null references partner,
  code text not null,
  name text not null,
  status text not null default 'active' check (status in ('active', 'paused')),
  -- Countries and beginnings of postal codes; everywhere when empty.
  countries text[] not null default '{}',
  postal_prefixes text[] not null default '{}',
  capabilities text[] not null default '{}',
  weight_g_max int,
  distance_m_max int,
  -- Null: the price of each tender is that of the offer, or the provider names one.
  price_terms jsonb,
  -- The provider's own words for statuses.
  status_mapping jsonb not null default '{}',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (business_id, code),
  unique (business_id, id)
);
create unique index thirdparty_provider_by_partner on thirdparty_provider (partner_id);
select enable_tenancy('thirdparty_provider');

-- One decision to have an order delivered by others: who is asked, how, and what came of it.
create table tender_offer (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  order_id bigint not null references delivery_order,
  mode text not null check (mode in ('one', 'sequence', 'all')),
  provider_ids bigint[] not null,
  price_minor int,
  price_cap_minor int,
  currency text not null,
  pickup_by timestamptz not null,
  answer_s int not null,
  note text not null default '',
  state text not null check (state in ('OPEN', 'HELD', 'COMPLETED', 'FAILED', 'WITHDRAWN', 'EXHAUSTED')),
  -- What was decided and why, in order.
  explanation jsonb not null default '[]',
  created_by bigint references account,
  created_at timestamptz not null,
  ended_at timestamptz,
  version int not null default 1,
  unique (business_id, id)
);
create unique index one_open_offer_per_order on tender_offer (business_id, order_id) where state in ('OPEN', 'HELD');
create index tender_offer_by_order on tender_offer (order_id);
create index tender_offer_by_creator on tender_offer (created_by) where created_by is not null;
create index tender_offer_by_state on tender_offer (business_id, state, id desc);
select enable_tenancy('tender_offer');

create table tender (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  offer_id bigint not null references tender_offer,
  order_id bigint not null references delivery_order,
  provider_id bigint not null references thirdparty_provider,
  state text not null check (state in ('OFFERED', 'ACCEPTED', 'IN_PROGRESS', 'COMPLETED', 'DECLINED', 'EXPIRED',
    'WITHDRAWN', 'HANDED_BACK', 'FAILED')),
  price_minor int,
  currency text not null,
  distance_m int,
  pickup_by timestamptz not null,
  expires_at timestamptz not null,
  -- What the provider calls it.
  external_id text,
  reason text,
  note text not null default '',
  offered_at timestamptz not null,
  answered_at timestamptz,
  picked_up_at timestamptz,
  ended_at timestamptz,
  -- The latest position of its courier.
  lat float8,
  lng float8,
  position_at timestamptz,
  version int not null default 1,
  unique (business_id, id)
);
create unique index one_held_tender_per_order on tender (business_id, order_id) where state in ('ACCEPTED', 'IN_PROGRESS');
create unique index one_open_tender_per_provider on tender (offer_id, provider_id) where state = 'OFFERED';
create index tender_by_provider on tender (business_id, provider_id, id desc);
create index tender_of_provider on tender (provider_id);
create index tender_by_order on tender (order_id);
create index tender_under_way on tender (business_id, state) where state in ('OFFERED', 'ACCEPTED', 'IN_PROGRESS');
select enable_tenancy('tender');
