-- Tracking numbers and tracking events.

-- Number to business, order and parcel: unique over the whole installation. Old numbers redirect.
create table tracking_number (
  number text primary key,
  business_id int not null references business,
  order_id bigint references delivery_order,
  parcel_id bigint references parcel,
  kind text not null default 'own' check (kind in ('own', 'carrier', 'alias')),
  status text not null default 'active' check (status in ('active', 'redirected', 'retired')),
  redirects_to text,
  created_at timestamptz not null
);
create index tracking_number_by_order on tracking_number (business_id, order_id);
select enable_tenancy('tracking_number');

-- Tracking events are OTEP events, stored once; `document` is the normalised event.
create table tracking_event (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  tracking_number text not null,
  order_id bigint,
  event_id text not null,
  fingerprint text not null,
  status_code text not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  document jsonb not null,
  -- An event is identified by its provider and its id; ours are random, or a hash of the content.
  provider text not null default 'packhorse'
);
create unique index tracking_event_identity on tracking_event (business_id, provider, event_id);
create index tracking_event_by_number on tracking_event (business_id, tracking_number, id);
select enable_tenancy('tracking_event');
revoke update, delete on tracking_event from packhorse_service, packhorse_system;

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
