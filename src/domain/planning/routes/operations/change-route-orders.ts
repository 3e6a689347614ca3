/**
 * Add orders to a route and remove others from it, in one step.
 *
 * An added order that is on another unreleased route is removed from that one. Either all changes are made
 * or none. On a route in progress only unvisited stops change. Source: our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { OrderId } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { allowOverCapacity, expectCapacity } from "../check-capacity.ts";
import {
  buildRouteResponse,
  ChangedRouteResponse,
  findPlannedAccounts,
  findVisibleOrder,
  lockRoute,
  refuseInvalidTransition,
} from "../command.ts";
import { messages } from "../messages.ts";
import { detachOrdersFromRoutes } from "../orders-on-routes.ts";
import {
  findAboard,
  findRouteIdsOfOrders,
  goodsStayAboard,
  placeOrders,
  previewPlacement,
  refusalToPlace,
} from "../place-orders.ts";
import { recordChange } from "../records/route-change.ts";
import { fetchMissingLegs } from "../roads.ts";
import { canEditStops } from "../rules.ts";
import { isUnvisited } from "../stops.ts";

export const changeRouteOrders = defineOperation({
  name: "clientRouteOrders",
  summary: "Add orders to a route, or remove them",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/client/routes/{route_id}/orders" },
  input: Type.Object({
    route_id: Ref("route"),
    add: Type.Optional(Type.Array(Ref("order", OrderId), { maxItems: 500, uniqueItems: true })),
    remove: Type.Optional(Type.Array(Ref("order", OrderId), { maxItems: 500, uniqueItems: true })),
    position: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 5000,
        description:
          "Position of the first added order among the unvisited stops, from 1. Default: where the distance grows least.",
      }),
    ),
    allow_over_capacity: allowOverCapacity,
    goods_stay_aboard: goodsStayAboard,
  }),
  output: ChangedRouteResponse,
  refusals: { invalid_transition: "conflict", orders_refused: "conflict", over_capacity: "conflict" },

  prepare: (context, { route_id, add = [], remove = [], position }) =>
    fetchMissingLegs(context, () =>
      previewPlacement(context, route_id, { add, leave: new Set(remove), position }),
    ),

  async run(context, input, fetched_legs) {
    const {
      route_id,
      add = [],
      remove = [],
      position,
      allow_over_capacity,
      goods_stay_aboard = false,
    } = input;
    const { refuse } = context;
    const both = add.filter((id) => remove.includes(id));
    if (add.length + remove.length === 0 || both.length > 0) {
      throw refuse("invalid_request", {
        message: messages.add_or_remove,
        errors: [{ field: "add", message: messages.names_no_order }],
      });
    }
    const route_ids = await findRouteIdsOfOrders(context, add);
    const { route_with_stops, routes, orders } = await lockRoute(context, route_id, {
      order_ids: [...add, ...remove],
      route_ids,
    });
    if (!canEditStops(route_with_stops.route)) throw refuseInvalidTransition(context, route_with_stops.route);

    const planned_accounts = await findPlannedAccounts(context, route_with_stops.route.contractor_id);
    const open = new Set(
      route_with_stops.stops
        .filter(isUnvisited)
        .flatMap((stop) =>
          stop.tasks.filter((task) => task.status === "PENDING").map((task) => task.order_id),
        ),
    );
    const aboard = goods_stay_aboard ? new Set<number>() : await findAboard(context, remove);
    const errors = [
      ...add.flatMap((order_id) => {
        const refusal = refusalToPlace(
          findVisibleOrder(context, orders.get(order_id)),
          planned_accounts,
          routes,
          route_id,
        );
        return refusal === null ? [] : [{ order_id, message: messages[refusal], code: refusal }];
      }),
      ...remove.flatMap((order_id) => {
        const code = !open.has(order_id) ? "not_on_route" : aboard.has(order_id) ? "goods_aboard" : null;
        return code === null ? [] : [{ order_id, message: messages[code], code }];
      }),
    ];
    if (errors.length > 0) throw refuse("orders_refused", { message: messages.orders_refused, errors });

    const change = { add: add.flatMap((id) => orders.get(id) ?? []), leave: new Set(remove), position };
    const saved = await placeOrders(context, route_with_stops, routes, change, fetched_legs);
    await expectCapacity(context, saved.slice(0, 1), route_with_stops.route, allow_over_capacity);
    await detachOrdersFromRoutes(
      context,
      remove.flatMap((id) => orders.get(id) ?? []),
      "removed",
    );
    const { change_id } = await recordChange(context, [...routes.values()]);
    return { ...(await buildRouteResponse(context, route_id)), change_id };
  },
});
