-- A door may open for a sale after its amount was given up: the goods are out, and nobody has paid for them.

alter table shop_sale
  add column unpaid_since timestamptz,
  -- How it was settled; null while it is not.
  add column unpaid_outcome text check (unpaid_outcome in ('paid_elsewhere', 'goods_returned', 'written_off')),
  add column unpaid_note text,
  add column unpaid_settled_at timestamptz,
  add column unpaid_settled_by bigint,
  add constraint shop_sale_unpaid_settled check ((unpaid_outcome is null) = (unpaid_settled_at is null));

create index shop_sale_unpaid on shop_sale (business_id, id) where unpaid_since is not null and unpaid_outcome is null;
create index shop_sale_by_command on shop_sale (business_id, command_id) where command_id is not null;
