/**
 * Topics of orders; subscribers of other families run in the same transaction. The publisher of what happened has locked the
 * orders. What is asked is answered by the families that drive, plan and watch orders, which lie above.
 */
import { defineTopic } from "#operation/define/topic.ts";
import type { AssignmentWithOrderRow } from "./lifecycle/assignment.ts";
import type { OrderRow } from "./records/order.ts";

/** A position of a driver. */
export interface Position {
  id: number;
  at: string;
  lat: number;
  lng: number;
  accuracy_m: number | null;
}

export interface DaySummary {
  drivers_on_duty: number;
  attention_open: number;
  routes: number;
  planned: number;
  released: number;
  in_progress: number;
  finished: number;
  stops_total: number;
  stops_resolved: number;
}

export interface Courier {
  /** Open stops before the order's own; null when nobody knows. */
  stops_before: number | null;
  lat: number | null;
  lng: number | null;
  position_at: string | null;
}

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

/** An assignment with the present columns of its order; of another business it is undefined. */
export const assignmentRequested = defineTopic<{ assignment_id: number }, AssignmentWithOrderRow | undefined>(
  "orders.assignment_requested",
);

/** Where the driver of a route was in a period, in the order of time. */
export const drivenPositionsRequested = defineTopic<
  { route_id: number; from: string; to: string | Date; limit: number },
  Position[]
>("orders.driven_positions_requested");

/** What a day is besides its orders: see `DaySummary`. Each family answers what it knows. */
export const daySummaryRequested = defineTopic<{ date: string }, Partial<DaySummary>>(
  "orders.day_summary_requested",
);

/** The orders of a day that have open attention items, those aside that only wait for their plan. */
export const ordersWithAttentionRequested = defineTopic<{ date: string }, number[]>(
  "orders.with_attention_requested",
);

/** The drivers of these routes; routes without one are absent. */
export const routeDriversRequested = defineTopic<
  { route_ids: readonly number[] },
  { route_id: number; driver_id: number; driver_name: string }[]
>("orders.route_drivers_requested");

/** Which of these routes are not released to their driver yet. */
export const unreleasedRoutesRequested = defineTopic<{ route_ids: readonly number[] }, number[]>(
  "orders.unreleased_routes_requested",
);

/** Which of these orders are or were on routes of a driver. */
export const ordersOfDriverRequested = defineTopic<
  { driver_id: number; order_ids: readonly number[] },
  number[]
>("orders.of_driver_requested");

/** Who has the goods of an order under way; undefined where the family that is asked did not send them. */
export const courierRequested = defineTopic<
  { order_id: number; route_id: number | null },
  Courier | undefined
>("orders.courier_requested");

/** Of these orders, those whose cash a driver or a rider reported with the completion. */
export const collectedCashRequested = defineTopic<{ order_ids: readonly number[] }, number[]>(
  "orders.collected_cash_requested",
);

/** Where an order is dropped off on its route. */
export interface DropoffStop {
  stop_id: number;
  route_id: number;
  driver_id: number | null;
  /** The route has started; it may have ended since. */
  has_started: boolean;
}

/** Where an order is dropped off on this route; undefined when it is not. */
export const dropoffStopRequested = defineTopic<
  { order_id: number; route_id: number | null },
  DropoffStop | undefined
>("orders.dropoff_stop_requested");

/** All goods of an order are in a locker, which ends its drop-off on a route that has started. The order is the one after it. */
export const orderDeposited = defineTopic<{ order: OrderRow; stop: DropoffStop; at: string }>(
  "orders.deposited",
);

/** How many open attention items these orders have; those without any are absent. */
export const attentionCountsRequested = defineTopic<
  { order_ids: readonly number[] },
  ReadonlyMap<number, number>
>("orders.attention_counts_requested");
