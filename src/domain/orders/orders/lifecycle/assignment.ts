/** The assignment of an order to a contractor, as it appears on the wire, where a contractor is a `broker`. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import type { Row } from "#operation/define/record.ts";
import { AccountId, CalendarDate, Nullable, OrderId, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { assignmentRequested } from "../topics.ts";
import type { OrderStatus } from "./status.ts";

export const ASSIGNMENT_STATUSES = ["active", "revoked", "released"] as const;

/** Plan and price of an order at the time of the assignment. */
export interface AssignmentSnapshot {
  plan: {
    status: OrderStatus;
    scheduled_date: string;
    window_start: string | null;
    window_end: string | null;
    priority: number;
    attempts: number;
  };
  price: { price_minor: number | null; currency: string; payment: string; quote_id: number | null };
}

export interface AssignmentRow extends Row<"assignment"> {
  status: (typeof ASSIGNMENT_STATUSES)[number];
  handover: AssignmentSnapshot;
}

export const assignmentMembers = {
  id: Ref("assignment"),
  order_id: Ref("order", OrderId),
  order_ref: Nullable(Type.String()),
  order_status_id: Nullable(Type.Integer({ description: "Published id of the order's present status." })),
  scheduled_date: Nullable(CalendarDate),
  route_id: Nullable(
    Ref("route", Type.Integer({ description: "The route the order is on; null while unplanned." })),
  ),
  broker_id: Ref("broker", AccountId),
  broker_name: Nullable(Type.String()),
  status: StringEnum(ASSIGNMENT_STATUSES),
  note: Nullable(Type.String()),
  assigned_by: Nullable(Ref("account", AccountId)),
  assigned_at: Nullable(Timestamp),
  ended_by: Nullable(Ref("account", AccountId)),
  ended_at: Nullable(Timestamp),
  end_reason: Nullable(Type.String()),
};

export const Assignment = Type.Object(assignmentMembers, { $id: "BrokerOrderAssignment" });

export interface AssignmentWithOrderRow extends AssignmentRow {
  order_ref: string | null;
  order_status: OrderStatus;
  scheduled_date: string;
  route_id: number | null;
  broker_name: string | null;
}

/** SQL of assignments with the current columns of their orders; `rows` is the SQL that selects the assignments. */
export function buildAssignmentQuery(rows: string): string {
  return `select a.id, a.order_id, a.contractor_id, a.broker_id, a.status, a.note, a.handover, a.assigned_by, a.assigned_at,
      a.ended_by, a.ended_at, a.end_reason, o.ref as order_ref, o.status as order_status, o.scheduled_date, o.route_id,
      u.name as broker_name
    from (${rows}) a
    join delivery_order o on o.business_id = $1 and o.id = a.order_id
    left join account u on u.business_id = $1 and u.id = a.broker_id
   order by a.id desc`;
}

/** Build the wire form of an assignment. */
export function toAssignmentView(row: AssignmentWithOrderRow, order_status_id: number | null) {
  const { contractor_id: _contractor, handover: _handover, order_status: _status, ...visible_members } = row;
  return { ...visible_members, order_status_id };
}

/** An assignment as it was while active: a response as of a past time must not show how it ended. */
export async function findAssignmentAsActive(
  { publish }: Pick<Context, "publish">,
  assignment_id: number,
): Promise<AssignmentWithOrderRow | null> {
  const [row] = await publish(assignmentRequested, { assignment_id });
  return row === undefined
    ? null
    : { ...row, status: "active", ended_by: null, ended_at: null, end_reason: null };
}
