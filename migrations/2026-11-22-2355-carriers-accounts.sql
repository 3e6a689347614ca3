-- Accounts of a business at carriers. The house carrier's exists for every business.

create table carrier_account (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  -- What rules and price lists call it by.
  code text not null,
  name text not null,
  kind text not null check (kind in ('house', 'gateway', 'multi')),
  is_enabled boolean not null default true,
  -- Services that are offered; all when empty.
  services text[] not null default '{}',
  -- Connections or accounts at the vendor that are used; all when empty.
  carrier_ids text[] not null default '{}',
  -- Null: the vendor's own address.
  base_url text,
  api_key_sealed text,
  api_key_end text,
  -- Of the house carrier; null for the example prefix and the default card.
  gs1_prefix text,
  rate_card jsonb,
  -- What is added to the carrier's charge where no price list says; the first that fits.
  markups jsonb not null default '[]',
  -- Lower comes first.
  preference int not null default 100,
  -- Services as the carrier last listed them.
  methods jsonb not null default '[]',
  tested_at timestamptz,
  test_failure text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  unique (business_id, code),
  unique (business_id, id),
  check (kind = 'house' or api_key_sealed is not null)
);
create unique index carrier_account_of_house on carrier_account (business_id) where kind = 'house';
select enable_tenancy('carrier_account');

-- Its rate card is a price: customers pay it without a markup.
create function add_house_carrier_account() returns trigger language plpgsql as $$
begin
  insert into carrier_account (business_id, code, name, kind, markups, preference)
  values (new.id, 'house', 'House', 'house', '[{"percent": 0}]', 50);
  return null;
end $$;
create trigger house_carrier_account after insert on business for each row execute function add_house_carrier_account();

insert into carrier_account (business_id, code, name, kind, markups, preference)
  select id, 'house', 'House', 'house', '[{"percent": 0}]', 50 from business;

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
