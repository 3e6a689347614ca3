/**
 * Assignments: how they are stored and ended. Nothing here reads orders, so that `orders` can end the assignments of
 * cancelled orders.
 */
import type { AssignmentRow } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineRecord } from "#operation/define/record.ts";

export const AssignmentRecord = defineRecord<"assignment", AssignmentRow>("assignment");

export type EndedAssignment = Pick<AssignmentRow, "id" | "order_id" | "broker_id" | "assigned_at"> & {
  ended_at: string;
};

/**
 * End active assignments; the caller has locked their orders and changes them. Ended rows and unknown ids are
 * ignored; returns the rows that were ended. With a lagging clock, `ended_at` is never before `assigned_at`.
 */
export async function endAssignments(
  { db, business_id, actor, now, emit }: Context<never>,
  ids: readonly number[],
  end: { status: "revoked" | "released"; end_reason: string | null },
): Promise<EndedAssignment[]> {
  if (ids.length === 0) return [];
  const rows = await db.rows<EndedAssignment>(
    `update assignment set status = $3, ended_by = $4, ended_at = greatest($5::timestamptz, assigned_at), end_reason = $6
      where business_id = $1 and id = any($2::bigint[]) and status = 'active'
      returning id, order_id, broker_id, assigned_at, ended_at`,
    [business_id, [...ids], end.status, actor.account_id, now, end.end_reason],
  );
  for (const { id, order_id, broker_id } of rows) {
    emit({
      subject: { type: "assignment", id },
      kind: `assignment.${end.status}`,
      payload: { order_id, broker_id, end_reason: end.end_reason },
      before: { status: "active" },
      after: end,
    });
  }
  return rows;
}
