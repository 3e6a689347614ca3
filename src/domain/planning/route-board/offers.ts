/** Reads and locks the offers of boards with their routes and claims. */
import { type FleetRow, getVisibleFleet } from "#domain/fleet/fleets/public.ts";
import { lockRoutes, type RouteRow, type RouteWithStops, readRoute } from "#domain/planning/routes/public.ts";
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";
import { RouteBoardRecord, type RouteBoardRow } from "./records/route-board.ts";
import { loadClaims, type RouteClaimRow } from "./records/route-claim.ts";
import { lockOfferRow, type RouteOfferRow } from "./records/route-offer.ts";
import { isHolding } from "./rules.ts";

type Reader = Pick<Context, "db" | "business_id">;

export interface LockedOffer {
  board: RouteBoardRow;
  offer: RouteOfferRow;
  route_with_stops: RouteWithStops;
  route: RouteRow;
  claims: RouteClaimRow[];
  active_claim: RouteClaimRow | undefined;
}

/** An offer with its route, locked: the route with its orders first, as every change of routes does. Undefined when there is none. */
export async function lockOffer(context: Reader, route_id: number): Promise<LockedOffer | undefined> {
  const { db, business_id } = context;
  const existing = await db.row("select route_id from route_offer where business_id = $1 and route_id = $2", [
    business_id,
    route_id,
  ]);
  if (existing === undefined) return undefined;
  const route_with_stops = (await lockRoutes(db, business_id, [route_id])).routes.get(route_id);
  const offer = await lockOfferRow(context, route_id);
  if (route_with_stops === undefined || offer === undefined) return undefined;
  const board = await RouteBoardRecord.find(context, offer.board_id);
  if (board === undefined) return undefined;
  const claims = (await loadClaims(context, [route_id])).get(route_id) ?? [];
  return {
    board,
    offer,
    route_with_stops,
    route: route_with_stops.route,
    claims,
    active_claim: claims.find(isHolding),
  };
}

/** An offer of a fleet that the caller sees; `not_found` otherwise. */
export async function lockVisibleOffer(
  context: Context<never>,
  route_id: number,
): Promise<LockedOffer & { fleet: FleetRow }> {
  const unknown = () => context.refuse("not_found", { message: messages.unknown_offer });
  const locked = await lockOffer(context, route_id);
  if (locked === undefined) throw unknown();
  const allowed = await getVisibleFleet(context, locked.board.fleet_id, true).catch((error) => {
    throw error instanceof Error && "code" in error && error.code === "not_found" ? unknown() : error;
  });
  return { ...locked, fleet: allowed.fleet };
}

/** Addresses of a route, for the driver who has it. */
export async function loadStops({ db, business_id }: Reader, route_id: number) {
  const route_with_stops = await readRoute(db, business_id, route_id);
  if (route_with_stops === undefined) return [];
  return route_with_stops.stops.flatMap((stop) => {
    const task = stop.tasks.find(({ status }) => status !== "REMOVED");
    const order = task === undefined ? undefined : route_with_stops.orders.get(task.order_id);
    const place = task?.action === "pickup" && order?.type === "P2P" ? order.pickup : order?.dropoff;
    return [
      {
        seq: stop.seq,
        line1: place?.line1 ?? "",
        postal_code: place?.postal_code ?? "",
        city: place?.city ?? "",
        window_start: stop.window_start,
        window_end: stop.window_end,
        planned_arrival_at: stop.planned_arrival_at,
      },
    ];
  });
}

/** Where a route goes, without an address: the city of most of its stops. */
export function findArea({ orders }: RouteWithStops): string {
  const cities = Map.groupBy(
    [...orders.values()].flatMap(({ dropoff }) => dropoff?.city ?? []),
    (city) => city,
  );
  const [most] = [...cities].toSorted(([, one], [, other]) => other.length - one.length);
  return most?.[0] ?? "";
}
