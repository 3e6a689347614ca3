-- The date on the goods of a stocking round whose door is not closed yet.

alter table shop_cell add column goods_expire_at timestamptz;
