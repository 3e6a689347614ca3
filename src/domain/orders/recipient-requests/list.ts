/** Requests as the business sees them, with the order of each. */
import { getStopPlace, type OrderRow } from "#domain/orders/orders/public.ts";
import { canDecide } from "./rules.ts";
import type { RecipientRequestRow } from "./tables.ts";

export const LISTED_COLUMNS = `q.id, q.business_id, q.order_id, q.link_id, q.choice, q.state, q.text, q.scheduled_date, q.former_date,
  q.answer, q.decided_by, q.decided_at, q.version, q.created_at, o.tracking_number, o.type, o.pickup, o.dropoff,
  o.status as order_status, a.name as decider, moved.day_change`;
export const LISTED_FROM = `recipient_request q join delivery_order o on o.business_id = $1 and o.id = q.order_id
  left join account a on a.business_id = $1 and a.id = q.decided_by
  left join lateral (
    select jsonb_build_object('scheduled_date', o.scheduled_date, 'changed_at', s.recorded_at,
        'changed_by', case when b.id is not null then jsonb_build_object('id', b.id, 'name', b.name) end) as day_change
      from (select e.seq, e.recorded_at, e.actor_id, e.payload->'state'->>'scheduled_date' as day,
          lag(e.payload->'state'->>'scheduled_date') over (order by e.seq) as former
          from event e where e.business_id = $1 and e.subject_type = 'order' and e.subject_id = o.id::text and e.payload ? 'state') s
      left join account b on b.business_id = $1 and b.id = s.actor_id
     where s.day = o.scheduled_date::text and s.day is distinct from s.former and s.recorded_at >= q.created_at
     order by s.seq desc limit 1
  ) moved on q.state = 'open' and q.choice = 'day' and o.scheduled_date not in (q.former_date, q.scheduled_date)`;

export interface ListedRow extends RecipientRequestRow {
  tracking_number: string;
  type: OrderRow["type"];
  pickup: OrderRow["pickup"];
  dropoff: OrderRow["dropoff"];
  order_status: string;
  decider: string | null;
  /** Of an open request for another day: the day that was planned since it was made, and by whom. */
  day_change: DayChange | null;
}

interface DayChange {
  scheduled_date: string;
  changed_at: string;
  changed_by: { id: number; name: string } | null;
}

export function toRecipientRequest(row: ListedRow) {
  const { type, pickup, dropoff, decider, link_id: _link, business_id: _business, ...shown } = row;
  return {
    ...shown,
    day_change: row.day_change && {
      ...row.day_change,
      changed_at: new Date(row.day_change.changed_at).toISOString(),
    },
    name: getStopPlace({ type, pickup, dropoff })?.name ?? "",
    decided_by: row.decided_by === null ? null : { id: row.decided_by, name: decider ?? "" },
    can_decide: canDecide(row.state, row.choice, "accept"),
    can_answer: canDecide(row.state, row.choice, "answer"),
  };
}
