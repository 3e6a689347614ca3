/**
 * Put many orders onto a route, or onto a driver's route of a day; each order is decided separately.
 *
 * With a driver they are added to the first open route of that day; if there is none, one is created.
 */

import Type from "typebox";
import { loadSettings } from "#domain/identity/settings/public.ts";
import { lockOrders, ORDER_STATUSES, type OrderRow } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Nullable, OrderId, StringEnum } from "#vocabulary/basics.ts";
import { bulkAnswer, bulkMembers } from "#vocabulary/bulk.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { allowOverCapacity } from "../check-capacity.ts";
import { findPlannedAccounts, findVisibleOrder, lockRoute, refuseInvalidTransition } from "../command.ts";
import { buildUnsavedRoute, createRoutes } from "../create-routes.ts";
import { findCapacities, lockDrivers } from "../drivers.ts";
import { NO_LEGS } from "../legs.ts";
import { messages } from "../messages.ts";
import { listOrdersThatDoNotFit } from "../overload.ts";
import {
  findRouteIdsOfOrders,
  type PlaceRefusal,
  placeOrders,
  previewPlacement,
  readOrders,
  refusalToPlace,
} from "../place-orders.ts";
import { fetchMissingLegs } from "../roads.ts";
import { buildRoundTrip, findRouteStart } from "../route-start.ts";
import { lockRoutes, type RouteWithStops } from "../route-with-stops.ts";
import { canEditStops, type DriverFacts } from "../rules.ts";
import { OPEN_ROUTE_STATUSES } from "../status.ts";

type Refusing = Context<"unknown_driver" | "driver_not_active" | "no_depot" | "invalid_transition">;

export const bulkAssign = defineOperation({
  name: "clientOrdersBulkAssign",
  summary: "Assign orders to a route or a driver's day",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/client/orders/bulk-assign" },
  input: Type.Object({
    order_ids: Type.Array(Ref("order", OrderId), { minItems: 1, maxItems: 500 }),
    route_id: Type.Optional(Ref("route")),
    driver_id: Type.Optional(Ref("driver")),
    date: Type.Optional(CalendarDate),
    allow_over_capacity: allowOverCapacity,
  }),
  output: Type.Object({
    result: Type.Boolean({ description: "True when at least one order was put onto the route." }),
    route_id: Nullable(Ref("route")),
    ...bulkMembers,
    orders: Type.Array(
      Type.Object({
        order_id: Ref("order", OrderId),
        result: Type.Boolean(),
        status: Nullable(StringEnum(ORDER_STATUSES, { description: "The current status." })),
        route_id: Nullable(Ref("route")),
        error_code: Type.Optional(Type.String()),
        message: Type.Optional(Type.String()),
      }),
    ),
  }),
  refusals: {
    unknown_driver: "invalid",
    driver_not_active: "conflict",
    no_depot: "conflict",
    invalid_transition: "conflict",
  },

  prepare: (context, input) =>
    fetchMissingLegs(context, async () => {
      const { now } = context;
      const { time_zone, settings } = await loadSettings(context);
      const open =
        input.driver_id === undefined
          ? null
          : await findOpenRoute(context, input.driver_id, input.date ?? toLocalDate(now, time_zone));
      const start =
        (input.route_id ?? open) === null
          ? await findRouteStart(context, settings, await readOrders(context, input.order_ids))
          : undefined;
      const onto = input.route_id ?? open ?? (start ? buildUnsavedRoute(start) : null);
      return onto === null ? null : previewPlacement(context, onto, { add: [...new Set(input.order_ids)] });
    }),

  async run(context, input, fetched_legs) {
    const { db, business_id, refuse, say } = context;
    if ((input.route_id === undefined) === (input.driver_id === undefined)) {
      throw refuse("invalid_request", {
        message: messages.route_or_driver,
        errors: [{ field: "route_id", message: messages.this_or_driver }],
      });
    }
    const order_ids = [...new Set(input.order_ids)];
    const former = await findRouteIdsOfOrders(context, order_ids);
    const day =
      input.driver_id === undefined
        ? null
        : await lockDriverDay(context, order_ids, input.driver_id, input.date);
    const route_id = input.route_id ?? day?.route_id ?? null;
    const locked =
      route_id === null ? null : await lockRoute(context, route_id, { order_ids, route_ids: former });
    if (locked !== null && !canEditStops(locked.route_with_stops.route))
      throw refuseInvalidTransition(context, locked.route_with_stops.route);
    const { routes, orders } = locked ?? (await lockRoutes(db, business_id, former, order_ids));
    const planned_accounts = await findPlannedAccounts(
      context,
      locked?.route_with_stops.route.contractor_id ?? day?.driver.contractor_id ?? null,
    );
    const refused = new Map<number, PlaceRefusal | "over_capacity" | null>(
      order_ids.map((id) => [
        id,
        refusalToPlace(findVisibleOrder(context, orders.get(id)), planned_accounts, routes, route_id ?? 0),
      ]),
    );
    const vehicle_id = locked?.route_with_stops.route.vehicle_id ?? day?.driver.vehicle_id ?? null;
    const capacity = (await findCapacities(db, business_id, [vehicle_id])).get(vehicle_id ?? 0) ?? null;
    const assignable_orders = order_ids.flatMap((id) =>
      refused.get(id) === null ? (orders.get(id) ?? []) : [],
    );
    for (const id of listOrdersThatDoNotFit(
      assignable_orders,
      locked?.route_with_stops.route.load ?? {},
      capacity,
    ))
      if (input.allow_over_capacity !== true) refused.set(id, "over_capacity");
    const add = order_ids.flatMap((id) => (refused.get(id) === null ? (orders.get(id) ?? []) : []));
    const target =
      locked?.route_with_stops ??
      (day === null || add.length === 0 ? null : await createEmptyRoute(context, day, add));
    if (target !== null && add.length > 0) await placeOrders(context, target, routes, { add }, fetched_legs);

    const now = await db.rows<{
      id: number;
      status: (typeof ORDER_STATUSES)[number];
      route_id: number | null;
    }>("select id, status, route_id from delivery_order where business_id = $1 and id = any($2::bigint[])", [
      business_id,
      order_ids,
    ]);
    const states = new Map(
      now.filter(({ id }) => refused.get(id) !== "unknown_order").map((row) => [row.id, row]),
    );
    const items = order_ids.map((order_id) => {
      const refusal = refused.get(order_id) ?? null;
      const { status = null, route_id: at = null } = states.get(order_id) ?? {};
      if (refusal === null) return { order_id, result: true, status, route_id: at };
      return {
        order_id,
        result: false,
        status,
        route_id: at,
        error_code: refusal.toUpperCase(),
        message: say(messages[refusal === "over_capacity" ? "order_does_not_fit" : refusal]),
      };
    });
    return {
      route_id: target?.route.id ?? null,
      ...bulkAnswer(items, ({ order_id }) => order_id),
      orders: items,
    };
  },
});

interface DriverDay {
  date: string;
  driver: DriverFacts;
  /** The first open route of that day. */
  route_id: number | null;
}

/** Orders are locked before drivers, so both are locked here. */
async function lockDriverDay(
  context: Refusing,
  order_ids: readonly number[],
  driver_id: number,
  date: string | undefined,
): Promise<DriverDay> {
  const { db, business_id, actor, now, refuse } = context;
  const { time_zone } = await loadSettings(context);
  const day = date ?? toLocalDate(now, time_zone);
  await lockOrders(db, business_id, order_ids);
  const driver = (await lockDrivers(db, business_id, [driver_id], day)).get(driver_id);
  if (
    driver === undefined ||
    (actor.role === "broker_employee" && driver.contractor_id !== actor.contractor_id)
  ) {
    throw refuse("unknown_driver", {
      message: messages.unknown_driver,
      errors: [{ field: "driver_id", message: messages.no_driver_of_business }],
    });
  }
  if (driver.status !== "active") throw refuse("driver_not_active", { message: messages.driver_not_active });
  return { date: day, driver, route_id: await findOpenRoute(context, driver_id, day) };
}

async function findOpenRoute(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  driver_id: number,
  date: string,
): Promise<number | null> {
  const open = await db.row<{ id: number }>(
    "select id from route where business_id = $1 and driver_id = $2 and date = $3::date and status = any($4::text[]) order by id limit 1",
    [business_id, driver_id, date, OPEN_ROUTE_STATUSES],
  );
  return open?.id ?? null;
}

/** A route without stops, which starts where these orders leave. */
async function createEmptyRoute(
  context: Refusing,
  { date, driver }: DriverDay,
  add: readonly OrderRow[],
): Promise<RouteWithStops> {
  const { refuse } = context;
  const { settings } = await loadSettings(context);
  const start = await findRouteStart(context, settings, add);
  if (!start) throw refuse("no_depot", { message: messages.no_depot });
  const { id: driver_id, contractor_id, vehicle_id } = driver;
  const [route] = await createRoutes(
    context,
    [
      {
        date,
        driver_id,
        contractor_id,
        vehicle_id,
        plan_run_id: null,
        ...buildRoundTrip(start),
        stops: [],
      },
    ],
    new Map(),
    NO_LEGS,
  );
  if (route === undefined) throw new Error("No route was made.");
  return { route, stops: [], orders: new Map() };
}
