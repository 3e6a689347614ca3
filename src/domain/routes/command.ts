/** The first beat of every command on routes: lock, look whose it is, check the version. */
import Type from "typebox";
import { isWithin, type OrderRow, reachOf } from "#domain/orders/public.ts";
import type { Actor } from "#operation/actor.ts";
import type { Context } from "#operation/context.ts";
import { accountsOfContractor, driverNames } from "./drivers.ts";
import { messages } from "./messages.ts";
import { lockRoutes, readRoute, type WholeRoute } from "./rows.ts";
import type { Holders } from "./rules.ts";
import { RouteDetail, routeView } from "./shapes.ts";
import { nextRoute, type RouteCommand, type RouteStatus } from "./status.ts";
import type { RouteRow } from "./tables.ts";

/** What every command on one route answers: the route as it then is. */
export const RouteAnswer = Type.Object({
  result: Type.Boolean(),
  version: Type.Integer(),
  route: RouteDetail,
});

/** Who may see a route: the business, and the contractor whose drivers drive it. */
export function isOwnRoute(actor: Actor, route: Pick<RouteRow, "contractor_id">): boolean {
  return (
    actor.role !== "broker_employee" ||
    (route.contractor_id !== null && route.contractor_id === actor.contractor_id)
  );
}

export interface Held {
  whole: WholeRoute;
  /** Every route asked for, itself included. */
  routes: Map<number, WholeRoute>;
  /** Every locked order: those on the routes and `order_ids`. */
  orders: Map<number, OrderRow>;
}

/** Lock a route with its orders, and others with it. Refuses `not_found` and, by `If-Match`, `version_conflict`. */
export async function holdRoute(
  context: Context<never>,
  route_id: number,
  more: { order_ids?: readonly number[]; route_ids?: readonly number[] } = {},
): Promise<Held> {
  const { db, business_id, actor, refuse } = context;
  const { routes, orders } = await lockRoutes(
    db,
    business_id,
    [route_id, ...(more.route_ids ?? [])],
    more.order_ids,
  );
  const whole = routes.get(route_id);
  if (whole === undefined || !isOwnRoute(actor, whole.route))
    throw refuse("not_found", { message: messages.unknown_route });
  context.expectVersion(whole.route.version);
  return { whole, routes, orders };
}

/** Where a command leads; refuses `invalid_transition` when there is no such arrow. */
export function statusAfter(
  context: Context<"invalid_transition">,
  route: RouteRow,
  on: RouteCommand,
): RouteStatus {
  const status = nextRoute(route.status, on);
  if (status === null) throw invalidTransition(context, route);
  return status;
}

export function invalidTransition(context: Context<"invalid_transition">, route: Pick<RouteRow, "status">) {
  return context.refuse("invalid_transition", {
    message: messages.invalid_transition,
    values: { status: route.status },
  });
}

/** Whose orders may go onto this route. A contractor's person plans what is in its own hands only. */
export async function holdersOf(
  { db, business_id, actor }: Context<never>,
  contractor_id: number | null,
): Promise<Holders> {
  if (actor.role === "broker_employee") return new Set(actor.account_id === null ? [] : [actor.account_id]);
  return contractor_id === null ? null : accountsOfContractor(db, business_id, contractor_id);
}

/** An order as the caller may know it: to a contractor, what is not in its own hands is not there. */
export function knownOrder({ actor }: Context<never>, order: OrderRow | undefined): OrderRow | undefined {
  return order !== undefined && isWithin(reachOf(actor), order) ? order : undefined;
}

/** The route as it now is, for the answer of a command. */
export async function shownRoute({ db, business_id }: Context<never>, route_id: number) {
  const whole = await readRoute(db, business_id, route_id);
  if (whole === undefined) throw new Error(`Route ${route_id} is gone.`);
  const names = await driverNames(db, business_id, [whole.route.driver_id]);
  const name = whole.route.driver_id === null ? null : (names.get(whole.route.driver_id) ?? null);
  return { result: true, version: whole.route.version, route: routeView(whole, name) };
}
