/** The end of assignments: rows and events. It knows no order, so that orders may end what they cancel. */
import type { Context } from "#operation/context.ts";
import type { AssignmentRow } from "./tables.ts";

export type Ended = Pick<AssignmentRow, "id" | "order_id" | "broker_id" | "assigned_at"> & {
  ended_at: string;
};

/**
 * End active assignments, whose orders the caller has locked and changes. Rows that have ended are left alone,
 * and so are unknown ids; answers what was ended. A clock that lags ends nothing before it began.
 */
export async function endAssignments(
  { db, business_id, actor, now, emit }: Context<never>,
  ids: readonly number[],
  end: { status: "revoked" | "released"; end_reason: string | null },
): Promise<Ended[]> {
  if (ids.length === 0) return [];
  const rows = await db.rows<Ended>(
    `update assignment set status = $3, ended_by = $4, ended_at = greatest($5::timestamptz, assigned_at), end_reason = $6
      where business_id = $1 and id = any($2::int[]) and status = 'active'
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
