/** Ends the assignment of orders to contractors. The caller checks who may do so. */
import type { Context } from "#operation/define/context.ts";
import type { OrderRow } from "../records/order.ts";
import { assignmentsEnd } from "../topics.ts";
import { changeOrders } from "./change.ts";

/** Remove the contractor of locked orders that are assigned and on no route, and end their assignments. */
export async function unassignOrders(
  context: Context<never>,
  orders: readonly OrderRow[],
  end: { status: "revoked" | "released"; end_reason: string | null },
): Promise<void> {
  await context.publish(assignmentsEnd, {
    assignment_ids: orders.flatMap(({ assignment_id }) => (assignment_id === null ? [] : [assignment_id])),
    end,
  });
  await changeOrders(
    context,
    orders.map((order) => ({
      order,
      set: { assignment_id: null, contractor_account_id: null },
      kind: "order.unassigned",
      payload: {
        assignment_id: order.assignment_id,
        broker_id: order.contractor_account_id,
        because: end.status,
        end_reason: end.end_reason,
      },
      tracking: null,
    })),
  );
}
