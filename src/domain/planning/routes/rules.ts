/** The rules of what may be done with routes and the orders on them. Pure. */
import {
  type CannotPlanReason,
  findCannotCarryReason,
  type findCannotPlanReason,
  type OrderRow,
} from "#domain/orders/orders/public.ts";
import { type Point, straightLineKm } from "#vocabulary/geo.ts";
import { type Capacity, findOverloads } from "./overload.ts";
import type { RouteRow } from "./records/route.ts";
import type { StopRow } from "./records/stop.ts";
import { isOpenRoute, isUnreleased } from "./status.ts";
import { buildNewStop, isUnvisited, type PlacedStop } from "./stops.ts";

/** Whose orders may be planned: null for the business's own, or those assigned to these accounts of a contractor. */
export type PlannedAccounts = ReadonlySet<number> | null;

export type PlanRefusal =
  | CannotPlanReason
  | "unknown_order"
  | "assigned_to_contractor"
  | "not_assigned_to_contractor";

type Planned = Parameters<typeof findCannotPlanReason>[0] & Pick<OrderRow, "contractor_account_id">;

/** Why this order cannot be put onto a route of these planned_accounts; null when it can. `route_id` is checked last. */
export function refusalToPlan(
  order: Planned | undefined,
  planned_accounts: PlannedAccounts,
): PlanRefusal | null {
  if (order === undefined) return "unknown_order";
  const refusal = refusalToCarry(order, planned_accounts);
  if (refusal !== null) return refusal;
  return order.route_id === null ? null : "on_route";
}

/** The same check for an order that moves from another route. */
export function refusalToCarry(order: Planned, planned_accounts: PlannedAccounts): PlanRefusal | null {
  const reason = findCannotCarryReason(order);
  if (reason === "not_self_delivery" || reason === "held_by_carrier") return reason;
  if (planned_accounts === null && order.contractor_account_id !== null) return "assigned_to_contractor";
  if (
    planned_accounts !== null &&
    (order.contractor_account_id === null || !planned_accounts.has(order.contractor_account_id))
  ) {
    return "not_assigned_to_contractor";
  }
  return reason;
}

export interface OrderVisit extends Point {
  action: "pickup" | "dropoff";
  window_start: string | null;
  window_end: string | null;
  service_time_s: number;
}

type Visited = Pick<
  OrderRow,
  "type" | "status" | "lat" | "lng" | "pickup" | "window_start" | "window_end" | "service_time_s"
>;

/**
 * The visits of a driver for an order, in sequence; empty when coordinates are missing.
 *
 * `collected`: its goods have already left the sender, so that a peer-to-peer order needs only its drop-off.
 */
export function buildVisits(order: Visited, collected: boolean): OrderVisit[] {
  const { lat, lng, window_start, window_end, service_time_s } = order;
  if (lat === null || lng === null) return [];
  const own_visit: OrderVisit = {
    action: order.type === "P" ? "pickup" : "dropoff",
    lat,
    lng,
    window_start,
    window_end,
    service_time_s,
  };
  if (order.type !== "P2P" || collected || order.status === "AT_WAREHOUSE") return [own_visit];
  const { pickup } = order;
  if (typeof pickup?.lat !== "number" || typeof pickup.lng !== "number") return [];
  return [
    {
      action: "pickup",
      lat: pickup.lat,
      lng: pickup.lng,
      window_start: pickup.window?.start ?? null,
      window_end: pickup.window?.end ?? null,
      service_time_s,
    },
    own_visit,
  ];
}

/**
 * The stops with those of one order inserted: at `position` (1 is the first unvisited stop), or where the
 * distance grows least. Visited stops stay first; a drop-off comes after its pickup.
 */
export function insertStops(
  route: { start: Point | null; end: Point | null },
  stops: readonly PlacedStop[],
  added: readonly PlacedStop[],
  position?: number,
): PlacedStop[] {
  const placed = [...stops];
  const head = placed.findLastIndex((stop) => !isUnvisited(stop)) + 1;
  let from = head;
  added.forEach((stop, nth) => {
    const at =
      position === undefined
        ? findCheapestPosition(route, placed, stop, from)
        : Math.min(head + position - 1 + nth, placed.length);
    placed.splice(at, 0, stop);
    from = at + 1;
  });
  return placed;
}

/** New stops for the visits of an order. */
export function buildStopsOfOrder(order_id: number, visits: readonly OrderVisit[]): PlacedStop[] {
  return visits.map((visit) => buildNewStop(visit, [{ order_id, action: visit.action }]));
}

function findCheapestPosition(
  route: { start: Point | null; end: Point | null },
  stops: readonly PlacedStop[],
  visit: Point,
  from: number,
): number {
  const km = (a: Point | null | undefined, b: Point | null | undefined) =>
    a && b ? straightLineKm(a, b) : 0;
  let best = stops.length;
  let least_km = Number.POSITIVE_INFINITY;
  for (let at = from; at <= stops.length; at += 1) {
    const before = at === 0 ? route.start : stops[at - 1];
    const after = at === stops.length ? route.end : stops[at];
    const extra_km = km(before, visit) + km(visit, after) - km(before, after);
    if (extra_km < least_km - 1e-9) [best, least_km] = [at, extra_km];
  }
  return best;
}

/** Is any order dropped off before it is picked up? */
function isPickupAfterDropoff(stops: readonly PlacedStop[]): boolean {
  const dropped = new Set<number>();
  for (const { tasks } of stops) {
    for (const { order_id, action, status } of tasks) {
      if (status === "REMOVED") continue;
      if (action === "pickup" && dropped.has(order_id)) return true;
      if (action === "dropoff") dropped.add(order_id);
    }
  }
  return false;
}

export type SequenceRefusal = "not_its_stops" | "pickup_after_dropoff";

/** The stops in a new sequence: `stop_ids` must contain every unvisited stop once. */
export function resequenceStops<S extends PlacedStop>(
  stops: readonly S[],
  stop_ids: readonly number[],
): S[] | SequenceRefusal {
  const visited = stops.filter((stop) => !isUnvisited(stop));
  const free = new Map(stops.filter(isUnvisited).map((stop) => [stop.id, stop]));
  const chosen_stops = stop_ids.flatMap((id) => free.get(id) ?? []);
  if (
    chosen_stops.length !== stop_ids.length ||
    new Set(stop_ids).size !== free.size ||
    stop_ids.length !== free.size
  )
    return "not_its_stops";
  const sequence = [...visited, ...chosen_stops];
  return isPickupAfterDropoff(sequence) ? "pickup_after_dropoff" : sequence;
}

export type SplitRefusal = "not_its_stops" | "pair_torn" | "nothing_left";

/** The stops that stay and those that move to the new route. A pickup and its drop-off move together. */
export function splitStops<S extends PlacedStop>(
  stops: readonly S[],
  stop_ids: readonly number[],
): { stay: S[]; leave: S[] } | SplitRefusal {
  const wanted_ids = new Set(stop_ids);
  const leave = stops.filter((stop) => wanted_ids.has(stop.id) && isUnvisited(stop));
  if (leave.length !== wanted_ids.size) return "not_its_stops";
  const stay = stops.filter((stop) => !wanted_ids.has(stop.id));
  if (stay.length === 0) return "nothing_left";
  const staying = new Set(stay.flatMap((stop) => stop.tasks.map((task) => task.order_id)));
  if (leave.some((stop) => stop.tasks.some((task) => staying.has(task.order_id)))) return "pair_torn";
  return { stay, leave };
}

export interface DriverFacts {
  id: number;
  name: string;
  status: "pending" | "active" | "suspended";
  contractor_id: number | null;
  vehicle_id: number | null;
  /** The earliest expiry among the kinds of accepted documents that have expired; null when none has. */
  expired_date: string | null;
}

export type ReleaseRefusal =
  | "invalid_transition"
  | "no_driver"
  | "driver_not_active"
  | "documents_expired"
  | "empty_route"
  | "over_capacity";

/** Why a route cannot be released to its driver. */
export function refusalToRelease(
  route: Pick<RouteRow, "status" | "driver_id" | "stops_total" | "load">,
  driver: DriverFacts | undefined,
  /** Null: no limit, or none that counts. */
  capacity: Capacity | null = null,
): ReleaseRefusal | null {
  if (!isUnreleased(route.status)) return "invalid_transition";
  if (route.driver_id === null || driver === undefined) return "no_driver";
  if (route.status !== "ASSIGNED") return "invalid_transition";
  if (route.stops_total === 0) return "empty_route";
  return (
    findDriverRefusal(driver) ?? (findOverloads(route.load, capacity).length > 0 ? "over_capacity" : null)
  );
}

export function findDriverRefusal(
  driver: Pick<DriverFacts, "status" | "expired_date">,
): "driver_not_active" | "documents_expired" | null {
  if (driver.status !== "active") return "driver_not_active";
  return driver.expired_date === null ? null : "documents_expired";
}

/** May stops of this route be added, removed or moved? On a route in progress only the unvisited ones. */
export function canEditStops(route: Pick<RouteRow, "status">): boolean {
  return isOpenRoute(route.status);
}

export function hasVisited(stops: readonly Pick<StopRow, "status">[]): boolean {
  return stops.some((stop) => !isUnvisited(stop));
}
