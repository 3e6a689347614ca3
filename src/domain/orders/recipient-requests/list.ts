/** Requests as the business sees them, with the order of each. */
import { getStopPlace, type OrderRow } from "#domain/orders/orders/public.ts";
import { canDecide } from "./rules.ts";
import type { RecipientRequestRow } from "./tables.ts";

export const LISTED_COLUMNS = `q.id, q.business_id, q.order_id, q.link_id, q.choice, q.state, q.text, q.scheduled_date, q.former_date,
  q.answer, q.decided_by, q.decided_at, q.version, q.created_at, o.tracking_number, o.type, o.pickup, o.dropoff,
  o.status as order_status, a.name as decider`;
export const LISTED_FROM = `recipient_request q join delivery_order o on o.business_id = $1 and o.id = q.order_id
  left join account a on a.business_id = $1 and a.id = q.decided_by`;

export interface ListedRow extends RecipientRequestRow {
  tracking_number: string;
  type: OrderRow["type"];
  pickup: OrderRow["pickup"];
  dropoff: OrderRow["dropoff"];
  order_status: string;
  decider: string | null;
}

export function toRecipientRequest(row: ListedRow) {
  const { type, pickup, dropoff, decider, link_id: _link, business_id: _business, ...shown } = row;
  return {
    ...shown,
    name: getStopPlace({ type, pickup, dropoff })?.name ?? "",
    decided_by: row.decided_by === null ? null : { id: row.decided_by, name: decider ?? "" },
    can_decide: canDecide(row.state, row.choice, "accept"),
    can_answer: canDecide(row.state, row.choice, "answer"),
  };
}
