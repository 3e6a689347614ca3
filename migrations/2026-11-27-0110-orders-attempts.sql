-- Each attempt of an order that counts, so that a later success hides no earlier failure. Written with the order; computed again from its
-- events when a late, corrected or withdrawn report changes which attempts count.
create table order_attempt (
  id bigint generated always as identity primary key,
  business_id integer not null references business (id),
  order_id bigint not null references delivery_order (id),
  at timestamptz not null,
  outcome text not null check (outcome in ('delivered', 'failed', 'rejected')),
  route_id bigint,
  driver_id bigint
);
create index order_attempt_by_order on order_attempt (business_id, order_id, at);
create index order_attempt_by_time on order_attempt (business_id, at);
create index order_attempt_by_driver on order_attempt (business_id, driver_id, at) where driver_id is not null;
create index order_attempt_by_route on order_attempt (business_id, route_id) where route_id is not null;
select enable_tenancy('order_attempt');

-- Attempts so far: those whose event changed the status and was neither voided nor replaced, and failures that were reported late and count.
with reported as (
  select e.business_id, e.subject_id::bigint as order_id, e.occurred_at as at, e.payload,
      e.payload -> 'state' ->> 'status' as status, o.route_id, o.delivered_at,
      case when e.payload ->> 'trigger' in ('fail', 'external_attempted') then 'failed'
        when e.payload ->> 'trigger' in ('reject', 'external_rejected') then 'rejected'
        when e.payload ->> 'trigger' in ('complete', 'collect', 'external_delivered') then 'delivered'
        when e.payload -> 'state' ->> 'status' = 'FAILED_ATTEMPT' then 'failed'
        when e.payload -> 'state' ->> 'status' = 'REJECTED' then 'rejected'
        else 'delivered' end as outcome
    from event e join delivery_order o on o.business_id = e.business_id and o.id = e.subject_id::bigint
   where e.subject_type = 'order' and e.kind <> 'order.created' and not e.payload ? 'voids'
     and not coalesce((e.payload ->> 'partial_fact')::boolean, false) and not coalesce((e.payload ->> 'repeats_fact')::boolean, false)
     and ((e.payload ->> 'status_before' <> e.payload -> 'state' ->> 'status'
         and e.payload -> 'state' ->> 'status' in ('DELIVERED', 'FAILED_ATTEMPT', 'REJECTED'))
       or (e.payload ->> 'trigger' in ('fail', 'external_attempted') and (e.payload ->> 'refolded')::boolean
         and not e.payload ? 'suppressed_code' and (o.delivered_at is null or e.occurred_at < o.delivered_at)))
     and not exists (select from event v where v.business_id = e.business_id and v.subject_type = 'order' and v.subject_id = e.subject_id
       and v.seq > e.seq and ((v.payload ->> 'voids')::int = e.seq or (v.payload ->> 'restores')::int = e.seq
         or v.payload -> 'replaces' @> to_jsonb(e.seq)))
)
insert into order_attempt (business_id, order_id, at, outcome, route_id, driver_id)
select w.business_id, w.order_id, w.at, w.outcome, r.id, coalesce((w.payload ->> 'driver_id')::bigint, r.driver_id)
  from reported w left join route r on r.business_id = w.business_id and r.id = (w.payload ->> 'route_id')::bigint
 order by w.business_id, w.order_id, w.at;
