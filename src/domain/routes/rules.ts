/** What may be done with routes and with orders on them. Pure. */
import { next, type OrderRow } from "#domain/orders/public.ts";
import { type Point, straightLineKm } from "#vocabulary/geo.ts";
import { isOpenRoute, isUnreleased } from "./status.ts";
import { isUnvisited, newStop, type PlacedStop } from "./stops.ts";
import type { RouteRow, StopRow } from "./tables.ts";

/** Whose orders may be planned: the business's own, or those in the hands of these accounts of a contractor. */
export type Holders = ReadonlySet<number> | null;

export type PlanRefusal =
  | "unknown_order"
  | "on_route"
  | "not_plannable"
  | "held_by_carrier"
  | "not_self_delivery"
  | "assigned_to_contractor"
  | "not_assigned_to_contractor"
  | "no_location";

type Planned = Pick<
  OrderRow,
  | "status"
  | "type"
  | "route_id"
  | "tender_state"
  | "third_party_carrier_id"
  | "delivery_kind"
  | "contractor_account_id"
  | "cancel_requested"
  | "lat"
  | "lng"
  | "pickup"
>;

/** Why this order cannot be put onto a route of these holders; null when it can. `route_id` is looked at last. */
export function refusalToPlan(order: Planned | undefined, holders: Holders): PlanRefusal | null {
  if (order === undefined) return "unknown_order";
  const refusal = refusalToCarry(order, holders);
  if (refusal !== null) return refusal;
  return order.route_id === null ? null : "on_route";
}

/** The same for an order that moves from another route. */
export function refusalToCarry(order: Planned, holders: Holders): PlanRefusal | null {
  if (order.delivery_kind !== "self") return "not_self_delivery";
  if (order.tender_state === "held" || order.third_party_carrier_id !== null) return "held_by_carrier";
  if (holders === null && order.contractor_account_id !== null) return "assigned_to_contractor";
  if (
    holders !== null &&
    (order.contractor_account_id === null || !holders.has(order.contractor_account_id))
  ) {
    return "not_assigned_to_contractor";
  }
  const routed = order.route_id !== null && ["ROUTED", "DISPATCHED"].includes(order.status);
  if ((next(order.status, "plan") === null && !routed) || order.cancel_requested) return "not_plannable";
  // A pickup that has reached the warehouse has nothing left to drive to.
  if (order.type === "P" && order.status === "AT_WAREHOUSE") return "not_plannable";
  return visitsOf({ ...order, window_start: null, window_end: null, service_time_s: 0 }, false).length === 0
    ? "no_location"
    : null;
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
 * Where a driver goes for an order, in sequence; empty when the place is not known.
 *
 * `collected`: its goods are with us already, so that a peer-to-peer order needs only its drop-off.
 */
export function visitsOf(order: Visited, collected: boolean): OrderVisit[] {
  const { lat, lng, window_start, window_end, service_time_s } = order;
  if (lat === null || lng === null) return [];
  const own: OrderVisit = {
    action: order.type === "P" ? "pickup" : "dropoff",
    lat,
    lng,
    window_start,
    window_end,
    service_time_s,
  };
  if (order.type !== "P2P" || collected || order.status === "AT_WAREHOUSE") return [own];
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
    own,
  ];
}

/**
 * Stops with the visits of one order put in: at `position` (1 is the first stop not visited yet), or where the
 * way grows least. Visited stops stay first; a drop-off comes after its pickup.
 */
export function insertVisits(
  route: { start: Point | null; end: Point | null },
  stops: readonly PlacedStop[],
  order_id: number,
  visits: readonly OrderVisit[],
  position?: number,
): PlacedStop[] {
  const placed = [...stops];
  const head = placed.findLastIndex((stop) => !isUnvisited(stop)) + 1;
  let from = head;
  visits.forEach((visit, nth) => {
    const at =
      position === undefined
        ? cheapestPlace(route, placed, visit, from)
        : Math.min(head + position - 1 + nth, placed.length);
    placed.splice(at, 0, newStop(visit, [{ order_id, action: visit.action }]));
    from = at + 1;
  });
  return placed;
}

function cheapestPlace(
  route: { start: Point | null; end: Point | null },
  stops: readonly PlacedStop[],
  visit: Point,
  from: number,
): number {
  const km = (a: Point | null | undefined, b: Point | null | undefined) =>
    a && b ? straightLineKm(a, b) : 0;
  let best = stops.length;
  let least = Number.POSITIVE_INFINITY;
  for (let at = from; at <= stops.length; at += 1) {
    const before = at === 0 ? route.start : stops[at - 1];
    const after = at === stops.length ? route.end : stops[at];
    const longer = km(before, visit) + km(visit, after) - km(before, after);
    if (longer < least - 1e-9) [best, least] = [at, longer];
  }
  return best;
}

/** Does some order get dropped before it is picked up? */
export function isPickupAfterDropoff(stops: readonly PlacedStop[]): boolean {
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

/** The stops in a new sequence: `stop_ids` names every unvisited stop once. */
export function resequenced<S extends PlacedStop>(
  stops: readonly S[],
  stop_ids: readonly number[],
): S[] | SequenceRefusal {
  const visited = stops.filter((stop) => !isUnvisited(stop));
  const free = new Map(stops.filter(isUnvisited).map((stop) => [stop.id, stop]));
  const chosen = stop_ids.flatMap((id) => free.get(id) ?? []);
  if (
    chosen.length !== stop_ids.length ||
    new Set(stop_ids).size !== free.size ||
    stop_ids.length !== free.size
  )
    return "not_its_stops";
  const sequence = [...visited, ...chosen];
  return isPickupAfterDropoff(sequence) ? "pickup_after_dropoff" : sequence;
}

export type SplitRefusal = "not_its_stops" | "pair_torn" | "nothing_left";

/** The stops that stay and those that leave. A pickup and its drop-off leave together. */
export function splitStops<S extends PlacedStop>(
  stops: readonly S[],
  stop_ids: readonly number[],
): { stay: S[]; leave: S[] } | SplitRefusal {
  const wanted = new Set(stop_ids);
  const leave = stops.filter((stop) => wanted.has(stop.id) && isUnvisited(stop));
  if (leave.length !== wanted.size) return "not_its_stops";
  const stay = stops.filter((stop) => !wanted.has(stop.id));
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
  /** The earliest day on which an accepted document expired, of those that have an expiry. */
  expired_date: string | null;
}

export type ReleaseRefusal =
  | "invalid_transition"
  | "no_driver"
  | "driver_not_active"
  | "documents_expired"
  | "empty_route";

/** Why a route cannot be shown to its driver. */
export function refusalToRelease(
  route: Pick<RouteRow, "status" | "driver_id" | "stops_total">,
  driver: DriverFacts | undefined,
): ReleaseRefusal | null {
  if (!isUnreleased(route.status)) return "invalid_transition";
  if (route.driver_id === null || driver === undefined) return "no_driver";
  if (route.status !== "ASSIGNED") return "invalid_transition";
  if (route.stops_total === 0) return "empty_route";
  return refusalOfDriver(driver);
}

export function refusalOfDriver(
  driver: Pick<DriverFacts, "status" | "expired_date">,
): "driver_not_active" | "documents_expired" | null {
  if (driver.status !== "active") return "driver_not_active";
  return driver.expired_date === null ? null : "documents_expired";
}

/** May stops of this route be put in, taken out or moved about? On a route under way only the unvisited ones. */
export function canEditStops(route: Pick<RouteRow, "status">): boolean {
  return isOpenRoute(route.status);
}

export function hasVisited(stops: readonly Pick<StopRow, "status">[]): boolean {
  return stops.some((stop) => !isUnvisited(stop));
}
