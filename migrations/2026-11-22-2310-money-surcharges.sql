-- Surcharges: what is charged on top of a price when something triggers it.
create table surcharge (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  -- The code of its line in a price; of a closed one it can be used again.
  code text not null,
  name text not null,
  kind text not null check (kind in ('fixed', 'percent', 'per_unit', 'per_day')),
  trigger text not null check (trigger in ('fuel', 'residential', 'remote_area', 'oversize', 'overweight', 'stairs', 'weekend',
    'time_window', 'redelivery', 'cod', 'insurance', 'storage_overrun', 'dangerous_goods')),
  -- An amount is in minor units of this currency, and applies to price lists in it alone. A percentage applies to any.
  currency text not null,
  amount_minor int,
  percent double precision,
  minimum_minor int not null default 0,
  -- Limits, areas and days of the trigger, by its kind.
  conditions jsonb not null default '{}',
  taxable boolean not null default true,
  families text[] not null,
  -- Applies where it is chosen, not wherever it is triggered.
  is_optional boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null,
  closed_at timestamptz,
  check ((percent is not null) = (kind = 'percent')),
  check ((amount_minor is null) = (kind = 'percent'))
);
create unique index surcharge_by_code on surcharge (business_id, code) where closed_at is null;
create index surcharge_by_business on surcharge (business_id, id);
select enable_tenancy('surcharge');

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
