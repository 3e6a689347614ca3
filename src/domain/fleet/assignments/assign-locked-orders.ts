/** Assigns orders: writes rows of assignments and orders, in a fixed number of statements for any number of orders. */
import type { ContractorAccount } from "#domain/fleet/contractors/public.ts";
import { type AssignmentSnapshot, changeOrders, type OrderRow } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { AssignmentRecord, type EndedAssignment, endAssignments } from "./records/assignment.ts";

/**
 * Assign locked orders, already checked to be assignable, to a contractor's account. Orders assigned to another account are
 * moved in one step: the earlier row ends as `revoked`, end_reason `reassigned`, and a new one is active.
 */
export async function assignLockedOrders(
  context: Context<never>,
  orders: readonly OrderRow[],
  to: ContractorAccount,
  note: string | null,
): Promise<void> {
  const { actor, now, emit } = context;
  if (orders.length === 0) return;
  const current_ids = orders.flatMap(({ assignment_id }) => (assignment_id === null ? [] : [assignment_id]));
  const ended = await endAssignments(context, current_ids, { status: "revoked", end_reason: "reassigned" });
  const earlier = new Map(ended.map((row) => [row.order_id, row]));
  const created_assignments = await AssignmentRecord.insertMany(
    context,
    orders.map((order) => ({
      order_id: order.id,
      contractor_id: to.contractor_id,
      broker_id: to.id,
      note,
      handover: buildHandover(order),
      assigned_by: actor.account_id,
      // Never before the end of the previous assignment, even if the clocks of two processes differ.
      assigned_at: earlier.get(order.id)?.ended_at ?? now.toISOString(),
    })),
  );
  const ids = new Map(created_assignments.map((row) => [row.order_id, row.id]));
  for (const order of orders) {
    const former = earlier.get(order.id);
    emit({
      subject: { type: "assignment", id: ids.get(order.id) as number, is_new: true },
      kind: former === undefined ? "assignment.activated" : "assignment.moved",
      payload: {
        order_id: order.id,
        broker_id: to.id,
        contractor_id: to.contractor_id,
        ...formerAssignmentFields(former),
      },
      before: null,
      after: { status: "active", order_id: order.id, broker_id: to.id },
    });
  }
  await changeOrders(
    context,
    orders.map((order) => {
      const assignment_id = ids.get(order.id) as number;
      return {
        order,
        set: { assignment_id, contractor_account_id: to.id },
        kind: "order.assigned",
        payload: { assignment_id, broker_id: to.id, ...formerAssignmentFields(earlier.get(order.id)) },
        tracking: null,
      };
    }),
  );
}

function formerAssignmentFields(former: EndedAssignment | undefined) {
  return former === undefined ? {} : { former_assignment_id: former.id, former_broker_id: former.broker_id };
}

function buildHandover(order: OrderRow): AssignmentSnapshot {
  const { status, scheduled_date, window_start, window_end, priority, attempts } = order;
  const { price_minor, currency, payment, quote_id } = order;
  return {
    plan: { status, scheduled_date, window_start, window_end, priority, attempts },
    price: { price_minor, currency, payment, quote_id },
  };
}
