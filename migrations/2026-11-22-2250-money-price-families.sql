-- Price lists of every family, and quotes that anything can use once.

-- Terms of a list that apply to each rule without its own. A divisor of 5000 is the 200 kg a cubic metre of before.
alter table price_list
  add column zones jsonb not null default '[]',
  add column volumetric_divisor int not null default 5000 check (volumetric_divisor > 0),
  add column minimum_minor int not null default 0,
  add column rounding_minor int not null default 1 check (rounding_minor > 0),
  add column tax_percent double precision not null default 0;

alter table quote
  alter column total_minor type bigint,
  -- Who would do it: the business itself (`self`), or the code of a carrier account.
  add column provider text not null default 'self',
  -- What it is a price for: `order`, `label`, `storage_order` ...
  add column subject_kind text not null default 'order',
  -- What a carrier charges the business. Never shown to customers.
  add column carrier_charge_minor bigint,
  add column carrier_currency text,
  -- What the family that quotes needs when the quote is used, such as the carrier's own id of its rate. Never shown.
  add column details jsonb,
  add column used_by_type text,
  add column used_by_id bigint,
  add check ((carrier_charge_minor is null) = (carrier_currency is null)),
  add check ((used_by_type is null) = (used_by_id is null));
update quote set used_by_type = 'order', used_by_id = used_by_order_id where used_by_order_id is not null;
alter table quote drop column used_by_order_id;
create index quote_by_use on quote (business_id, used_by_type, used_by_id) where used_by_id is not null;
