/**
 * Move orders to a route, to another place in its sequence, or off their routes, in one step.
 *
 * All of them move or none. Their stops keep their ids. Orders on a released route can be moved as long as their goods are
 * not with the driver: a board shows the dispatcher what is released. Source: our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, Nullable, OrderId } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { allowOverCapacity, expectCapacity } from "../check-capacity.ts";
import {
  findPlannedAccounts,
  findVisibleOrder,
  getVisibleRoute,
  refuseInvalidTransition,
} from "../command.ts";
import { messages } from "../messages.ts";
import { detachOrdersFromRoutes } from "../orders-on-routes.ts";
import {
  computeRemovals,
  findAboard,
  findRouteIdsOfOrders,
  goodsStayAboard,
  placeOrders,
  previewPlacement,
  refusalToMove,
  saveRouteStops,
} from "../place-orders.ts";
import { recordChange } from "../records/route-change.ts";
import { fetchMissingLegs, mergeRoadLegs } from "../roads.ts";
import { lockRoutes } from "../route-with-stops.ts";
import { canEditStops } from "../rules.ts";
import { buildScheduledRoutes, ScheduledRoute } from "../schedule.ts";
import { expectVersions, RouteVersions } from "../versions.ts";

export const moveOrders = defineOperation({
  name: "clientRoutesMove",
  summary: "Move orders between routes, within one, or off their routes",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/client/routes/move" },
  input: Type.Object({
    order_ids: Type.Array(Ref("order", OrderId), { minItems: 1, maxItems: 500, uniqueItems: true }),
    route_id: {
      ...Nullable(Ref("route")),
      description: "Where to; null: off their routes, to be planned again.",
    },
    position: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 5000,
        description:
          "Position of the first one among the other unvisited stops, from 1. Default: where the distance grows least.",
      }),
    ),
    allow_over_capacity: allowOverCapacity,
    goods_stay_aboard: goodsStayAboard,
    versions: RouteVersions,
  }),
  output: Type.Object({
    result: Type.Boolean(),
    change_id: Ref("route_change", { ...Id, description: "For `clientRouteChangeUndo`." }),
    routes: Type.Array(ScheduledRoute, { description: "Every route that changed." }),
  }),
  refusals: { invalid_transition: "conflict", orders_refused: "conflict", over_capacity: "conflict" },

  prepare: (context, { order_ids, route_id, position }) =>
    fetchMissingLegs(context, async () =>
      route_id === null ? null : previewPlacement(context, route_id, { add: order_ids, position }),
    ),

  async run(context, input, fetched_legs) {
    const {
      order_ids,
      route_id,
      position,
      allow_over_capacity,
      goods_stay_aboard = false,
      versions = [],
    } = input;
    const { db, business_id, refuse } = context;
    const present_route_ids = await findRouteIdsOfOrders(context, order_ids);
    const { routes, orders } = await lockRoutes(
      db,
      business_id,
      route_id === null ? present_route_ids : [route_id, ...present_route_ids],
      order_ids,
    );
    const target = route_id === null ? null : getVisibleRoute(context, routes, route_id);
    if (target !== null && !canEditStops(target.route)) throw refuseInvalidTransition(context, target.route);
    await expectVersions(context, routes, order_ids, versions);

    const planned_accounts = await findPlannedAccounts(context, target?.route.contractor_id ?? null);
    const aboard = goods_stay_aboard || target !== null ? undefined : await findAboard(context, order_ids);
    const errors = order_ids.flatMap((order_id) => {
      const order = findVisibleOrder(context, orders.get(order_id));
      const refusal = refusalToMove(order, target === null ? "off" : { planned_accounts }, routes, aboard);
      return refusal === null ? [] : [{ order_id, message: messages[refusal], code: refusal }];
    });
    if (errors.length > 0) throw refuse("orders_refused", { message: messages.orders_refused, errors });

    const moved = order_ids.flatMap((id) => orders.get(id) ?? []);
    if (target === null) {
      await saveRouteStops(
        context,
        computeRemovals(routes, moved),
        mergeRoadLegs([...routes.values()], fetched_legs),
      );
      await detachOrdersFromRoutes(context, moved, "removed");
    } else {
      const saved = await placeOrders(context, target, routes, { add: moved, position }, fetched_legs);
      await expectCapacity(context, saved.slice(0, 1), target.route, allow_over_capacity);
    }
    const changed = await recordChange(context, [...routes.values()]);
    return {
      result: true,
      change_id: changed.change_id,
      routes: await buildScheduledRoutes(context, changed.routes),
    };
  },
});
