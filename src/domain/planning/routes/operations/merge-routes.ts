/** Move every stop of another route of the same day to this one and cancel the other. Both must be unreleased. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { allowOverCapacity, expectCapacity } from "../check-capacity.ts";
import {
  buildRouteResponse,
  canSeeRoute,
  getVisibleRoute,
  lockRoute,
  RouteResponse,
  refuseInvalidTransition,
} from "../command.ts";
import { listWaypoints } from "../legs.ts";
import { messages } from "../messages.ts";
import { attachOrdersToRoutes, listOrderIds } from "../orders-on-routes.ts";
import { fetchMissingLegs, mergeRoadLegs } from "../roads.ts";
import { readRoute } from "../route-with-stops.ts";
import { saveStops } from "../save-stops.ts";
import { isUnreleased } from "../status.ts";
import { buildNewStop } from "../stops.ts";

export const mergeRoutes = defineOperation({
  name: "clientRouteMerge",
  summary: "Merge another route into this one",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/client/routes/{route_id}/merge" },
  input: Type.Object({
    route_id: Ref("route"),
    from_route_id: Ref("route"),
    allow_over_capacity: allowOverCapacity,
  }),
  output: RouteResponse,
  refusals: {
    invalid_transition: "conflict",
    different_day: "conflict",
    other_contractor: "conflict",
    over_capacity: "conflict",
  },

  prepare: (context, { route_id, from_route_id }) =>
    fetchMissingLegs(context, async () => {
      const { db, business_id, actor } = context;
      const [into, from] = await Promise.all([
        readRoute(db, business_id, route_id),
        readRoute(db, business_id, from_route_id),
      ]);
      if (into === undefined || from === undefined) return null;
      if (!canSeeRoute(actor, into.route) || !canSeeRoute(actor, from.route)) return null;
      return { routes: [into, from], ways: [listWaypoints(into.route, [...into.stops, ...from.stops])] };
    }),

  async run(context, { route_id, from_route_id, allow_over_capacity }, fetched_legs) {
    const { refuse, emit } = context;
    if (route_id === from_route_id) {
      throw refuse("invalid_request", {
        message: messages.merged_with_itself,
        errors: [{ field: "from_route_id", message: messages.another_route }],
      });
    }
    const { route_with_stops, routes } = await lockRoute(context, route_id, { route_ids: [from_route_id] });
    const from = getVisibleRoute(context, routes, from_route_id);
    for (const { route } of [route_with_stops, from])
      if (!isUnreleased(route.status)) throw refuseInvalidTransition(context, route);
    if (route_with_stops.route.date !== from.route.date)
      throw refuse("different_day", { message: messages.different_day });
    if (route_with_stops.route.contractor_id !== from.route.contractor_id)
      throw refuse("other_contractor", { message: messages.other_contractor });

    const moved_stops = from.stops.map((stop) => buildNewStop(stop, stop.tasks));
    const stops = [...route_with_stops.stops, ...moved_stops];
    const planned =
      route_with_stops.route.status === "DRAFT" && stops.length > 0 ? { status: "PLANNED" as const } : {};
    const [into, emptied] = await saveStops(
      context,
      [
        { route: route_with_stops.route, stops, set: planned },
        { route: from.route, stops: [], set: { status: "CANCELLED" } },
      ],
      mergeRoadLegs([route_with_stops, from], fetched_legs),
    );
    await expectCapacity(
      context,
      into === undefined ? [] : [into],
      route_with_stops.route,
      allow_over_capacity,
    );
    const order_ids = listOrderIds(moved_stops);
    await attachOrdersToRoutes(context, [{ route: into ?? route_with_stops.route, order_ids }], from.orders);
    emit({
      subject: { type: "route", id: route_id },
      kind: "route.merged",
      payload: { from_route_id, order_ids, plan_version: into?.plan_version },
      before: { stops_total: route_with_stops.route.stops_total },
      after: { stops_total: into?.stops_total },
    });
    emit({
      subject: { type: "route", id: from_route_id },
      kind: "route.cancelled",
      payload: { merged_into_route_id: route_id, plan_version: emptied?.plan_version },
      before: { status: from.route.status },
      after: { status: "CANCELLED" },
    });
    return buildRouteResponse(context, route_id);
  },
});
