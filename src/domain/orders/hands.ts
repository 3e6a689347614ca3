/** Orders leaving the hands of the contractors that hold them, by whoever may decide it. */
import { endAssignments } from "#domain/assignments/public.ts";
import type { Context } from "#operation/context.ts";
import { changeOrders } from "./change.ts";
import type { OrderRow } from "./tables.ts";

/** Locked orders, found held and on no route, become nobody's; their assignments end. */
export async function takeFromContractors(
  context: Context<never>,
  orders: readonly OrderRow[],
  end: { status: "revoked" | "released"; end_reason: string | null },
): Promise<void> {
  await endAssignments(
    context,
    orders.flatMap(({ assignment_id }) => (assignment_id === null ? [] : [assignment_id])),
    end,
  );
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
