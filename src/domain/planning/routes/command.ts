/** The first step of every command on routes: lock, check who may see it, check the version. */
import Type from "typebox";
import { getVisibility, isVisible, type OrderRow } from "#domain/orders/orders/public.ts";
import type { Actor } from "#operation/caller/actor.ts";
import type { Context } from "#operation/define/context.ts";
import { expectRecord } from "#operation/define/get.ts";
import { Id } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { findContractorAccountIds, findDriverNames } from "./drivers.ts";
import { messages } from "./messages.ts";
import type { RouteRow } from "./records/route.ts";
import { buildRouteView, lockRoutes, type RouteWithStops, readRoute } from "./route-with-stops.ts";
import type { PlannedAccounts } from "./rules.ts";
import { RouteDetail } from "./shapes.ts";
import { getNextRouteStatus, type RouteCommand, type RouteStatus } from "./status.ts";

/** The response of every command on one route: its state after the command. */
export const RouteResponse = Type.Object({
  result: Type.Boolean(),
  version: Type.Integer(),
  route: RouteDetail,
});

/** The response of a command that changed stops and can be undone. */
export const ChangedRouteResponse = Type.Object({
  result: Type.Boolean(),
  version: Type.Integer(),
  route: RouteDetail,
  change_id: Ref("route_change", { ...Id, description: "For `clientRouteChangeUndo`." }),
});

/** Who may see a route: the business, and the contractor whose drivers drive it. */
export function canSeeRoute(actor: Actor, route: Pick<RouteRow, "contractor_id">): boolean {
  return (
    actor.role !== "broker_employee" ||
    (route.contractor_id !== null && route.contractor_id === actor.contractor_id)
  );
}

export interface LockedRoute {
  route_with_stops: RouteWithStops;
  /** Every requested route, including `route_with_stops`. */
  routes: Map<number, RouteWithStops>;
  /** Every locked order: those on the routes and `order_ids`. */
  orders: Map<number, OrderRow>;
}

/** A route that was read or locked and that the caller may see. Refuses `not_found`. */
export function getVisibleRoute(
  { actor }: Pick<Context<never>, "actor">,
  routes: ReadonlyMap<number, RouteWithStops>,
  id: number,
): RouteWithStops {
  const route_with_stops = routes.get(id);
  const is_visible = route_with_stops !== undefined && canSeeRoute(actor, route_with_stops.route);
  return expectRecord(is_visible ? route_with_stops : undefined, messages.unknown_route);
}

/** Lock a route with its orders, and further routes and orders. Refuses `not_found` and, with `If-Match`, `version_conflict`. */
export async function lockRoute(
  context: Context<never>,
  route_id: number,
  more: { order_ids?: readonly number[]; route_ids?: readonly number[] } = {},
): Promise<LockedRoute> {
  const { db, business_id } = context;
  const { routes, orders } = await lockRoutes(
    db,
    business_id,
    [route_id, ...(more.route_ids ?? [])],
    more.order_ids,
  );
  const route_with_stops = getVisibleRoute(context, routes, route_id);
  context.expectVersion(route_with_stops.route.version);
  return { route_with_stops, routes, orders };
}

/** The status after a command; refuses `invalid_transition` when the transition does not exist. */
export function getStatusAfter(
  context: Context<"invalid_transition">,
  route: RouteRow,
  trigger: RouteCommand,
): RouteStatus {
  const status = getNextRouteStatus(route.status, trigger);
  if (status === null) throw refuseInvalidTransition(context, route);
  return status;
}

export function refuseInvalidTransition(
  context: Context<"invalid_transition">,
  route: Pick<RouteRow, "status">,
) {
  return context.refuse("invalid_transition", {
    message: messages.invalid_transition,
    values: { status: route.status },
  });
}

/** Whose orders may be put onto this route. A contractor's account plans only the orders assigned to it. */
export async function findPlannedAccounts(
  { db, business_id, actor }: Context<never>,
  contractor_id: number | null,
): Promise<PlannedAccounts> {
  if (actor.role === "broker_employee") return new Set(actor.account_id === null ? [] : [actor.account_id]);
  return contractor_id === null ? null : findContractorAccountIds(db, business_id, contractor_id);
}

/** The order if the caller may see it: for a contractor, undefined unless it is assigned to its own accounts. */
export function findVisibleOrder(
  { actor }: Context<never>,
  order: OrderRow | undefined,
): OrderRow | undefined {
  return order !== undefined && isVisible(getVisibility(actor), order) ? order : undefined;
}

/** The response of a command, with the current state of the route. */
export async function buildRouteResponse({ db, business_id }: Context<never>, route_id: number) {
  const route_with_stops = await readRoute(db, business_id, route_id);
  if (route_with_stops === undefined) throw new Error(`Route ${route_id} is gone.`);
  const names = await findDriverNames(db, business_id, [route_with_stops.route.driver_id]);
  const name =
    route_with_stops.route.driver_id === null ? null : (names.get(route_with_stops.route.driver_id) ?? null);
  return {
    result: true,
    version: route_with_stops.route.version,
    route: buildRouteView(route_with_stops, name),
  };
}
