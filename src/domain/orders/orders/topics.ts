/** Topics of orders; subscribers of other families run in the same transaction. The publisher has locked the orders. */
import { defineTopic } from "#operation/define/topic.ts";
import type { OrderRow } from "./records/order.ts";

/** Orders must be removed from their open routes. `reason`: `held`, `cancelled`, `rerouted` … */
export const ordersLeaveRoutes = defineTopic<{ order_ids: readonly number[]; reason: string }>(
  "orders.leave_routes",
);

/** Orders have new time windows; the rows are those after the change. */
export const orderWindowsChanged = defineTopic<{ orders: readonly OrderRow[] }>("orders.windows_changed");

/**
 * Orders that stay on their routes were corrected: other places, windows or amounts. The rows are those after the change,
 * and are written.
 */
export const orderDetailsChanged = defineTopic<{ orders: readonly OrderRow[] }>("orders.details_changed");

/**
 * Orders for riders, of the service `instant`, were created and wait for one. Answers what makes it doubtful that one takes them: an
 * end without a position, or outside the zones. A family that is off answers nothing.
 */
export const instantOrdersCreated = defineTopic<
  { orders: readonly OrderRow[] },
  { order_id: number; field: "pickup" | "dropoff"; code: "no_position" | "outside_zones" }[]
>("orders.instant_created");

/** These assignments of orders to contractors end. */
export const assignmentsEnd = defineTopic<{
  assignment_ids: readonly number[];
  end: { status: "revoked" | "released"; end_reason: string | null };
}>("orders.assignments_end");
