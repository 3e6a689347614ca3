/** Assignments on the wire. `broker` is the contract's word for a contractor's person. */
import Type from "typebox";
import type { OrderStatus } from "#domain/orders/public.ts";
import type { Db } from "#platform/db/db.ts";
import { AccountId, CalendarDate, Id, Nullable, OrderId, Timestamp, Words } from "#vocabulary/basics.ts";
import { ASSIGNMENT_STATUSES, type AssignmentRow } from "./tables.ts";

export const assignmentMembers = {
  id: Id,
  order_id: OrderId,
  order_ref: Nullable(Type.String()),
  order_status_id: Nullable(Type.Integer({ description: "Published id of the order's present status." })),
  scheduled_date: Nullable(CalendarDate),
  route_id: Nullable(Type.Integer({ description: "The route the order is on; null while unplanned." })),
  broker_id: AccountId,
  broker_name: Nullable(Type.String()),
  status: Words(ASSIGNMENT_STATUSES),
  note: Nullable(Type.String()),
  assigned_by: Nullable(AccountId),
  assigned_at: Nullable(Timestamp),
  ended_by: Nullable(AccountId),
  ended_at: Nullable(Timestamp),
  end_reason: Nullable(Type.String()),
};

export const Assignment = Type.Object(assignmentMembers, { $id: "BrokerOrderAssignment" });

/** Whose hand-over is asked for; an id that comes twice counts once. */
export const OrderIds = Type.Array(OrderId, { minItems: 1, maxItems: 1000 });

/** One order that was left as it was, and why. */
export const AssignmentError = Type.Object(
  { order_id: Type.Integer(), message: Type.String() },
  { $id: "BrokerOrderAssignmentError" },
);

export interface ShownRow extends AssignmentRow {
  order_ref: string | null;
  order_status: OrderStatus;
  scheduled_date: string;
  route_id: number | null;
  broker_name: string | null;
}

/** Rows as they are shown, with what their orders say now; `rows` is SQL for the assignments meant. */
export function shownRows(rows: string): string {
  return `select a.id, a.order_id, a.contractor_id, a.broker_id, a.status, a.note, a.handover, a.assigned_by, a.assigned_at,
      a.ended_by, a.ended_at, a.end_reason, o.ref as order_ref, o.status as order_status, o.scheduled_date, o.route_id,
      u.name as broker_name
    from (${rows}) a
    join delivery_order o on o.business_id = $1 and o.id = a.order_id
    left join account u on u.business_id = $1 and u.id = a.broker_id
   order by a.id desc`;
}

/** A row as the contract shows it. */
export function assignmentView(row: ShownRow, order_status_id: number | null) {
  const { contractor_id: _contractor, handover: _handover, order_status: _status, ...shown } = row;
  return { ...shown, order_status_id };
}

/** An assignment as it was while it held its order: who asks as of a past moment is told nothing of its end. */
export async function findHolding(db: Db, business_id: number, id: number): Promise<ShownRow | null> {
  const row = await db.row<ShownRow>(
    shownRows("select * from assignment where business_id = $1 and id = $2"),
    [business_id, id],
  );
  return row === undefined
    ? null
    : { ...row, status: "active", ended_by: null, ended_at: null, end_reason: null };
}
