/**
 * Routes that orders could be put onto, the best first: what each would become in distance, time, load and costs.
 *
 * Nothing is locked or written: a board asks this while something is dragged over a route. Source: our choice.
 */
import Type from "typebox";
import { getPlanningSettings, getVehicleCosts, loadSettings } from "#domain/identity/settings/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Count, Nullable, OrderId, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { canSeeRoute, findPlannedAccounts, findVisibleOrder } from "../command.ts";
import { findCapacities, findDriverNames } from "../drivers.ts";
import { messages } from "../messages.ts";
import { formatOverloads } from "../overload.ts";
import { findCollected, findRouteIdsOfOrders, readOrders, refusalToMove } from "../place-orders.ts";
import { computePlacement } from "../placement.ts";
import { findRouteIdsOfDate } from "../records/route.ts";
import { readRoutes } from "../route-with-stops.ts";
import { canEditStops } from "../rules.ts";
import { loadAmounts } from "../save-stops.ts";
import { CapacityShape } from "../schedule.ts";
import { RouteLoadShape } from "../shapes.ts";

const Placement = Type.Object(
  {
    route: Type.Object({
      id: Ref("route"),
      number: Type.String(),
      driver_name: Nullable(Type.String()),
      version: Type.Integer(),
    }),
    is_possible: Type.Boolean({ description: "Whether `clientRoutesMove` would do it without an override." }),
    refusal: Nullable(StringEnum(["orders_refused", "over_capacity"] as const)),
    message: Nullable(Type.String({ description: "Why it is not possible." })),
    position: Count,
    added_distance_m: Type.Integer(),
    added_duration_s: Type.Integer(),
    saved_distance_m: Type.Integer({ description: "Less on the routes that the orders leave." }),
    saved_duration_s: Type.Integer(),
    added_cost_minor: Type.Integer({
      description: "Costs of vehicles and drivers by the settings, minor units of the business's currency.",
    }),
    distances: StringEnum(["road", "straight_line"] as const),
    load: RouteLoadShape,
    capacity: Nullable(CapacityShape),
    late_before: Type.Integer({ description: "Stops that are planned after their window." }),
    late: Type.Integer(),
    planned_end_at: Timestamp,
  },
  { $id: "RoutePlacement" },
);

export const listPlacements = defineOperation({
  name: "clientRoutePlacements",
  summary: "List the best routes for orders",
  description:
    "What each route of a day would become with these orders: the ones that can take them first, by added costs. Distances " +
    "are by road only when every leg is known by road. Nothing is changed.",
  effect: "read",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:read"] },
  rest: { method: "POST", path: "/api/v1/client/routes/placements" },
  input: Type.Object({
    order_ids: Type.Array(Ref("order", OrderId), { minItems: 1, maxItems: 500, uniqueItems: true }),
    route_ids: Type.Optional(
      Type.Array(Ref("route"), {
        maxItems: 500,
        uniqueItems: true,
        description: "Default: every open route of the date.",
      }),
    ),
    date: Type.Optional({ ...CalendarDate, description: "Default: today in the business's time zone." }),
    position: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 5000,
        description:
          "Of the first one among the other unvisited stops. Default: where the distance grows least.",
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 10 })),
  }),
  output: Type.Object({ result: Type.Boolean(), placements: Type.Array(Placement) }),

  async run(context, { order_ids, route_ids, date, position, limit = 10 }) {
    const { actor, db, business_id, now, say, settings: installation } = context;
    const { settings, time_zone } = await loadSettings(context);
    const is_contractor = actor.role === "broker_employee";
    const requested_route_ids =
      route_ids ??
      (await findRouteIdsOfDate(
        db,
        business_id,
        date ?? toLocalDate(now, time_zone),
        is_contractor ? (actor.contractor_id ?? -1) : null,
      ));
    // An order that the caller must not see is like one that there is not.
    const rows = (await readOrders(context, order_ids)).filter(
      (order) => findVisibleOrder(context, order) !== undefined,
    );
    const present_route_ids = await findRouteIdsOfOrders(
      context,
      rows.map(({ id }) => id),
    );
    const routes_with_stops = await readRoutes(db, business_id, [
      ...new Set([...requested_route_ids, ...present_route_ids]),
    ]);
    const routes = new Map(
      routes_with_stops.map((route_with_stops) => [route_with_stops.route.id, route_with_stops]),
    );
    const orders = new Map(rows.map((order) => [order.id, order]));
    const targets = requested_route_ids.flatMap((id) => routes.get(id) ?? []);
    // Where all of them are already is no choice, unless it was asked for.
    const isPresentRoute = ({ route }: (typeof targets)[number]) =>
      route_ids === undefined && rows.length > 0 && rows.every(({ route_id }) => route_id === route.id);
    const usable = targets.filter(
      (target) => canSeeRoute(actor, target.route) && canEditStops(target.route) && !isPresentRoute(target),
    );
    const [capacities, names, collected, amounts] = await Promise.all([
      findCapacities(
        db,
        business_id,
        usable.map(({ route }) => route.vehicle_id),
      ),
      findDriverNames(
        db,
        business_id,
        usable.map(({ route }) => route.driver_id),
      ),
      findCollected(context, rows),
      loadAmounts(db, business_id, [
        ...rows.map(({ id }) => id),
        ...routes_with_stops.flatMap((route_with_stops) => [...route_with_stops.orders.keys()]),
      ]),
    ]);
    const costing = {
      settings: getPlanningSettings(settings, installation),
      time_zone,
      now: context.now,
      costs: getVehicleCosts(is_contractor ? null : settings),
      amounts,
    };
    const contractors = [...new Set(usable.map(({ route }) => route.contractor_id))];
    const planned_accounts = new Map(
      await Promise.all(contractors.map(async (id) => [id, await findPlannedAccounts(context, id)] as const)),
    );
    const placements = usable.flatMap((target) => {
      const { route } = target;
      const refused = order_ids.flatMap((id) => {
        const to = { planned_accounts: planned_accounts.get(route.contractor_id) ?? null };
        const refusal = refusalToMove(orders.get(id), to, routes);
        return refusal === null ? [] : [refusal];
      });
      const movable = order_ids.flatMap((id) => orders.get(id) ?? []);
      const effect = computePlacement(
        target,
        routes,
        refused.length > 0 ? [] : movable,
        position,
        collected,
        capacities.get(route.vehicle_id ?? 0) ?? null,
        costing,
      );
      const [reason] = refused;
      const { overloads, ...figures } = effect;
      const refusal =
        reason !== undefined
          ? ("orders_refused" as const)
          : overloads.length > 0
            ? ("over_capacity" as const)
            : null;
      return [
        {
          route: {
            id: route.id,
            number: route.number,
            driver_name: names.get(route.driver_id ?? 0) ?? null,
            version: route.version,
          },
          is_possible: refusal === null,
          refusal,
          message:
            reason !== undefined
              ? say(messages[reason])
              : overloads.length > 0
                ? say(messages.over_capacity, { amounts: formatOverloads(overloads), route: route.number })
                : null,
          capacity: capacities.get(route.vehicle_id ?? 0) ?? null,
          ...figures,
        },
      ];
    });
    placements.sort(
      (a, b) =>
        Number(b.is_possible) - Number(a.is_possible) ||
        a.added_cost_minor - b.added_cost_minor ||
        a.added_distance_m - b.added_distance_m ||
        a.route.id - b.route.id,
    );
    return { result: true, placements: placements.slice(0, limit) };
  },
});
