-- Staff took the price as it is although the measures change it: of the measures until then.
alter table shipping_order add difference_waived_at timestamptz;
-- What became of goods that had arrived when the order was cancelled.
alter table shipping_order add cancelled_goods text check (cancelled_goods in ('handed_back', 'disposed'));
