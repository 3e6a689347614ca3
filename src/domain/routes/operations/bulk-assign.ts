/**
 * Put many orders onto a route, or onto a driver's route of a day; each order is decided on its own.
 *
 * With a driver the first open route of that day takes them; where there is none, one is made.
 */
import Type from "typebox";
import { depotOf, lockOrders, ORDER_STATUSES } from "#domain/orders/public.ts";
import type { Context } from "#operation/context.ts";
import { defineOperation } from "#operation/define.ts";
import { CalendarDate, Id, Nullable, OrderId, Words } from "#vocabulary/basics.ts";
import { dateIn } from "#vocabulary/calendar.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { holdersOf, holdRoute, invalidTransition, knownOrder } from "../command.ts";
import { createRoutes, unmadeRoute } from "../create.ts";
import { lockDrivers } from "../drivers.ts";
import { NO_LEGS, pointOf } from "../legs.ts";
import { messages } from "../messages.ts";
import { foretellPlacement, placeOrders, refusalToPlace, routesOfOrders } from "../place-orders.ts";
import { askRoads } from "../roads.ts";
import { lockRoutes, planningBusiness, type WholeRoute } from "../rows.ts";
import { canEditStops, type DriverFacts } from "../rules.ts";
import { OPEN_ROUTE_STATUSES } from "../status.ts";

type Refusing = Context<"unknown_driver" | "driver_not_active" | "no_depot" | "invalid_transition">;

export const bulkAssign = defineOperation({
  name: "clientOrdersBulkAssign",
  summary: "Put orders onto a route or a driver's day",
  effect: "write",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/client/orders/bulk-assign" },
  input: Type.Object({
    order_ids: Type.Array(OrderId, { minItems: 1, maxItems: 500 }),
    route_id: Type.Optional(Id),
    driver_id: Type.Optional(Id),
    date: Type.Optional(CalendarDate),
  }),
  output: Type.Object({
    result: Type.Boolean({ description: "True when at least one order was put onto the route." }),
    route_id: Nullable(Id),
    assigned: Type.Integer(),
    failed: Type.Integer(),
    orders: Type.Array(
      Type.Object({
        order_id: OrderId,
        result: Type.Boolean(),
        status: Nullable(Words(ORDER_STATUSES, { description: "As it is now." })),
        route_id: Nullable(Id),
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
    askRoads(context, async () => {
      const { db, business_id, now } = context;
      const { time_zone, settings } = await planningBusiness(db, business_id);
      const open =
        input.driver_id === undefined
          ? null
          : await openRouteOf(context, input.driver_id, input.date ?? dateIn(now, time_zone));
      const depot = depotOf(settings);
      const onto = input.route_id ?? open ?? (depot === null ? null : unmadeRoute(depot));
      return onto === null ? null : foretellPlacement(context, onto, { add: [...new Set(input.order_ids)] });
    }),

  async run(context, input, asked) {
    const { db, business_id, refuse, say } = context;
    if ((input.route_id === undefined) === (input.driver_id === undefined)) {
      throw refuse("invalid_request", {
        message: "Name either a route or a driver.",
        errors: [{ field: "route_id", message: "give either this or driver_id" }],
      });
    }
    const order_ids = [...new Set(input.order_ids)];
    const former = await routesOfOrders(context, order_ids);
    const day =
      input.driver_id === undefined
        ? null
        : await dayOfDriver(context, order_ids, input.driver_id, input.date);
    const route_id = input.route_id ?? day?.route_id ?? null;
    const held =
      route_id === null ? null : await holdRoute(context, route_id, { order_ids, route_ids: former });
    if (held !== null && !canEditStops(held.whole.route)) throw invalidTransition(context, held.whole.route);
    const { routes, orders } = held ?? (await lockRoutes(db, business_id, former, order_ids));
    const holders = await holdersOf(
      context,
      held?.whole.route.contractor_id ?? day?.driver.contractor_id ?? null,
    );
    const refused = new Map(
      order_ids.map((id) => [
        id,
        refusalToPlace(knownOrder(context, orders.get(id)), holders, routes, route_id ?? 0),
      ]),
    );
    const add = order_ids.flatMap((id) => (refused.get(id) === null ? (orders.get(id) ?? []) : []));
    const target = held?.whole ?? (day === null || add.length === 0 ? null : await emptyRoute(context, day));
    if (target !== null && add.length > 0) await placeOrders(context, target, routes, { add }, asked);

    const now = await db.rows<{
      id: number;
      status: (typeof ORDER_STATUSES)[number];
      route_id: number | null;
    }>("select id, status, route_id from delivery_order where business_id = $1 and id = any($2::int[])", [
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
        message: say(messages[refusal]),
      };
    });
    return {
      result: add.length > 0,
      route_id: target?.route.id ?? null,
      assigned: add.length,
      failed: items.length - add.length,
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

/** Orders come before drivers in the sequence of locks, so both are locked here. */
async function dayOfDriver(
  context: Refusing,
  order_ids: readonly number[],
  driver_id: number,
  date: string | undefined,
): Promise<DriverDay> {
  const { db, business_id, actor, now, refuse } = context;
  const { time_zone } = await planningBusiness(db, business_id);
  const day = date ?? dateIn(now, time_zone);
  await lockOrders(db, business_id, order_ids);
  const driver = (await lockDrivers(db, business_id, [driver_id], day)).get(driver_id);
  if (
    driver === undefined ||
    (actor.role === "broker_employee" && driver.contractor_id !== actor.contractor_id)
  ) {
    throw refuse("unknown_driver", {
      message: messages.unknown_driver,
      errors: [{ field: "driver_id", message: "is not a driver of this business" }],
    });
  }
  if (driver.status !== "active") throw refuse("driver_not_active", { message: messages.driver_not_active });
  return { date: day, driver, route_id: await openRouteOf(context, driver_id, day) };
}

async function openRouteOf(
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

async function emptyRoute(context: Refusing, { date, driver }: DriverDay): Promise<WholeRoute> {
  const { db, business_id, refuse } = context;
  const depot = depotOf((await planningBusiness(db, business_id)).settings);
  if (depot === null || pointOf(depot) === null) throw refuse("no_depot", { message: messages.no_depot });
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
        start_place: depot,
        end_place: depot,
        stops: [],
      },
    ],
    new Map(),
    NO_LEGS,
  );
  if (route === undefined) throw new Error("No route was made.");
  return { route, stops: [], orders: new Map() };
}
