-- When a provider first reported anything about an order that it had accepted, and the tenders of a period by one index.

alter table tender add column first_report_at timestamptz;

update tender t set first_report_at = (
  select min(e.recorded_at) from tracking_event e
    join delivery_order o on o.id = t.order_id and o.business_id = t.business_id
    join thirdparty_provider p on p.id = t.provider_id
   where e.business_id = t.business_id and e.tracking_number = o.tracking_number and e.provider = p.code
     and e.recorded_at >= t.answered_at)
 where t.state in ('ACCEPTED', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'HANDED_BACK');

create index tender_by_time on tender (business_id, offered_at);
