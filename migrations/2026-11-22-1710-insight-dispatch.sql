-- What needs a dispatcher. Items belong to any kind of record now, end when their cause is gone, and are decided.

drop table attention_item;

create table attention_item (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  kind text not null,
  severity text not null check (severity in ('info', 'warning', 'critical')),
  subject_type text not null,
  subject_id bigint not null,
  -- Tells a cause from the next one of the same subject.
  cause_key text not null,
  state text not null default 'open' check (state in ('open', 'snoozed', 'decided', 'cleared')),
  version int not null default 1,
  -- Where it belongs to an order or a route, whatever its subject is.
  order_id bigint,
  route_id bigint,
  facts jsonb not null default '{}',
  -- Of `since`, in the time zone of the business.
  date date not null,
  since timestamptz not null,
  opened_at timestamptz not null,
  snoozed_until timestamptz,
  -- When the cause was found to be gone; a decided item stays decided.
  cleared_at timestamptz,
  unique (business_id, id),
  check ((state = 'snoozed') = (snoozed_until is not null)),
  check ((cleared_at is null) = (state in ('open', 'snoozed')) or state = 'decided')
);
-- An item lives as long as its cause, decided or not: a cause opens one item.
create unique index attention_item_by_cause on attention_item (business_id, kind, subject_id, cause_key) where cleared_at is null;
create index attention_item_by_state on attention_item (business_id, state, id desc);
create index attention_item_by_date on attention_item (business_id, date, id desc);
create index attention_item_by_order on attention_item (business_id, order_id) where order_id is not null and state = 'open';
select enable_tenancy('attention_item');

-- What was decided about an item. One that was reopened has a withdrawn decision.
create table attention_decision (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  item_id bigint not null,
  -- The operation that was chosen; null when nothing is to be done.
  action text,
  reason text not null,
  decided_by bigint,
  decided_at timestamptz not null,
  date date not null,
  -- Events of that operation on the records of the item.
  result_event_ids bigint[] not null default '{}',
  withdrawn_by bigint,
  withdrawn_at timestamptz,
  foreign key (business_id, item_id) references attention_item (business_id, id)
);
create unique index one_decision_per_item on attention_decision (business_id, item_id) where withdrawn_at is null;
create index attention_decision_by_date on attention_decision (business_id, date, id desc);
select enable_tenancy('attention_decision');

-- What a business set for a kind, where it differs from the declared rule.
create table attention_rule (
  business_id int not null references business,
  kind text not null,
  is_on boolean not null default true,
  -- In the unit of the kind; null for its default.
  after int,
  time text check (time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  primary key (business_id, kind)
);
select enable_tenancy('attention_rule');

-- Routes that have a driver or need one soon: looked at each minute.
create index route_open on route (business_id, id) where status in ('DRAFT', 'PLANNED', 'POSTED', 'ASSIGNED', 'RELEASED', 'LOADED', 'IN_PROGRESS');

-- The latest inspection of a vehicle.
create index driver_inspection_by_vehicle on driver_inspection (business_id, vehicle_id, inspected_at desc, id desc) where vehicle_id is not null;

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
