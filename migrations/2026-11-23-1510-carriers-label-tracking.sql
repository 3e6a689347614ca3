-- Labels have timelines, and end with the delivery.

alter table label_order drop constraint label_order_state_check;
alter table label_order add constraint label_order_state_check check (state in ('PURCHASING', 'LABEL_PURCHASE_FAILED', 'LABEL_READY',
  'INFO_SUBMITTED', 'MANIFESTED', 'VOID_PENDING', 'VOIDED', 'VOID_REJECTED', 'REFUND_REQUESTED', 'REFUNDED', 'REFUND_REJECTED',
  'CANCELLED', 'CLOSED'));
-- When it was delivered or returned, as the timeline says.
alter table label_order add column closed_at timestamptz;
alter table label_order add constraint label_order_closed check (state <> 'CLOSED' or closed_at is not null);

-- Numbers of the house carrier are numbers of ours.
insert into tracking_number (number, business_id, subject_type, subject_id, created_at)
select p.tracking_number, p.business_id, 'label', p.label_order_id, o.created_at
  from label_package p
  join label_order o on o.business_id = p.business_id and o.id = p.label_order_id
  join carrier_account a on a.business_id = o.business_id and a.id = o.carrier_account_id
 where a.kind = 'house' and p.tracking_number is not null
on conflict do nothing;
