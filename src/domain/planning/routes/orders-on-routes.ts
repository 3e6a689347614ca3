/** Orders that were put onto routes or removed from them: route, status and tracking of the orders. */
import { changeOrders, getNextStatus, type OrderRow } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { RouteRow } from "./records/route.ts";
import { isUnreleased } from "./status.ts";
import type { PlacedStop } from "./stops.ts";

export function listOrderIds(stops: readonly PlacedStop[]): number[] {
  return [
    ...new Set(
      stops.flatMap((stop) =>
        stop.tasks.filter((task) => task.status !== "REMOVED").map((task) => task.order_id),
      ),
    ),
  ];
}

/** Update the orders that were put onto routes: facet, status and tracking. */
export async function attachOrdersToRoutes(
  context: Context<never>,
  placed: readonly { route: RouteRow; order_ids: readonly number[]; taken_by?: number | null }[],
  orders: ReadonlyMap<number, OrderRow>,
): Promise<OrderRow[]> {
  return changeOrders(
    context,
    placed.flatMap(({ route, order_ids, taken_by = null }) =>
      order_ids.flatMap((id) => {
        const order = orders.get(id);
        if (order === undefined) throw new Error(`Order ${id} was not locked.`);
        const status = computeStatusOnRoute(order, route);
        const moved = order.route_id !== null;
        return [
          {
            order,
            set: {
              route_id: route.id,
              status,
              contractor_account_id: order.contractor_account_id ?? taken_by,
            },
            kind: moved ? "order.route_changed" : "order.planned",
            payload: { route_id: route.id, ...(moved ? { former_route_id: order.route_id } : {}) },
          },
        ];
      }),
    ),
  );
}

/** Planned on a route that the driver cannot see yet, dispatched on a released one. */
function computeStatusOnRoute(order: OrderRow, route: RouteRow): OrderRow["status"] {
  const planned =
    order.status === "ROUTED" || order.status === "DISPATCHED"
      ? order.status
      : getNextStatus(order.status, "plan");
  if (planned === null) throw new Error(`An order in status ${order.status} cannot be planned.`);
  if (isUnreleased(route.status))
    return planned === "DISPATCHED" ? (getNextStatus(planned, "undispatch") ?? planned) : planned;
  return planned === "DISPATCHED" ? planned : (getNextStatus(planned, "dispatch") ?? planned);
}

/** Update the orders that were removed from their route. The status goes back as far as the location of the goods allows. */
export async function detachOrdersFromRoutes(
  context: Context<never>,
  orders: readonly OrderRow[],
  reason: string,
): Promise<OrderRow[]> {
  return changeOrders(
    context,
    orders.map((order) => {
      const status = getNextStatus(order.status, "unplan") ?? order.status;
      return {
        order,
        set: { route_id: null, status },
        kind: "order.unplanned",
        payload: { route_id: order.route_id, reason },
        // Removal from a route is no milestone: tracking records a note and keeps its phase.
        tracking: status === order.status ? null : { code: "otep:core:note" as const },
      };
    }),
  );
}
