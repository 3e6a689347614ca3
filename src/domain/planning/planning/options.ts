/** The options of a plan, with defaults and limits. */
import Type from "typebox";
import { CalendarDate, OrderId, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";

export const ENGINES = ["sisr", "savings"] as const;
export const OBJECTIVES = ["fewest_vehicles", "distance", "time", "cost"] as const;
export const BALANCES = ["none", "by_stops", "by_time", "by_pay"] as const;
export const CAPACITIES = ["units", "weight_g", "volume_cm3", "pallets"] as const;

export const LIMITS = {
  orders: 20_000,
  /** A balance compares all routes, and larger plans are made in parts (`packages/solvers/route/parts.ts`). */
  balanced_orders: 5000,
  /** Distances by road are two numbers for each pair of addresses: 200 MB. */
  road_addresses: 5000,
  drivers: 1000,
  time_limit_s: { minimum: 1, maximum: 120 },
  max_stops: { minimum: 1, maximum: 1000 },
  max_duration_s: { minimum: 600, maximum: 172_800 },
} as const;

export const DEFAULTS = {
  engine: "sisr",
  objective: "fewest_vehicles",
  balance: "none",
  /** For 150 to 5,000 orders; fewer take less and more take longer: `getDefaultTimeLimit`. */
  time_limit_s: 10,
  seed: 1,
  respect_windows: true,
} as const;

/** Random days of up to 60 orders, with windows, got the same plan in a second for each 20 orders as in 10 seconds. */
const ORDERS_PER_SECOND = 15;
/** Above 5,000 orders; 20,000 have their first plan after three seconds, and the same search for each part as 5,000. */
const MANY_ORDERS_PER_SECOND = 500;

/** Seconds of search for so many orders, where the caller names no limit. */
export function getDefaultTimeLimit(orders: number): number {
  const most = Math.max(DEFAULTS.time_limit_s, Math.ceil(orders / MANY_ORDERS_PER_SECOND));
  return Math.min(most, Math.max(1, Math.ceil(orders / ORDERS_PER_SECOND)));
}

const PlanLock = Type.Object(
  {
    order_id: Ref("order", OrderId),
    driver_id: Ref("driver"),
    position: Type.Optional(
      StringEnum(["first", "last"] as const, {
        description: "At the start or the end of the tour, in the order of the locks.",
      }),
    ),
  },
  { $id: "PlanLock", description: "Only this driver serves the order." },
);

const members = {
  engine: Type.Optional(
    StringEnum(ENGINES, { description: "sisr improves until the time limit (default); savings is instant." }),
  ),
  objective: Type.Optional(
    StringEnum(OBJECTIVES, { description: "fewest_vehicles (default) minimises vehicles, then distance." }),
  ),
  balance: Type.Optional(
    StringEnum(BALANCES, {
      description:
        "Share work evenly among the vehicles used: the longest route is at most 1.1 times the mean where the orders allow " +
        `it; offered up to ${LIMITS.balanced_orders} orders. The extra cost is shown. With fewest_vehicles, full vehicles may ` +
        "leave no room for it.",
    }),
  ),
  time_limit_s: Type.Optional(
    Type.Integer({
      ...LIMITS.time_limit_s,
      description: `Default: 1 for each ${ORDERS_PER_SECOND} orders, at most ${DEFAULTS.time_limit_s}; above ${LIMITS.balanced_orders} orders 1 for each ${MANY_ORDERS_PER_SECOND}.`,
    }),
  ),
  seed: Type.Optional(Type.Integer({ minimum: 0 })),
  include_earlier: Type.Optional(
    Type.Boolean({
      description:
        "Plan open orders left over from earlier dates too. Default: true for today in the business's time zone, " +
        "false for every other date. Has no effect with order_ids.",
    }),
  ),
  order_ids: Type.Optional(
    Type.Array(Ref("order", OrderId), {
      minItems: 1,
      maxItems: LIMITS.orders,
      uniqueItems: true,
      description: "Only these orders.",
    }),
  ),
  warehouse_ids: Type.Optional(
    Type.Array(Ref("warehouse"), {
      minItems: 1,
      maxItems: 200,
      uniqueItems: true,
      description: "Only orders that leave from these warehouses. Has no effect with order_ids.",
    }),
  ),
  driver_ids: Type.Optional(
    Type.Array(Ref("driver"), {
      minItems: 1,
      maxItems: LIMITS.drivers,
      uniqueItems: true,
      description: "Only these drivers, including those who already have a route that day.",
    }),
  ),
  start_at: Type.Optional({
    ...Timestamp,
    description:
      "Earliest departure, within a day of the date. Default: the start of the shift, and for today no earlier than now.",
  }),
  max_stops: Type.Optional(Type.Integer({ ...LIMITS.max_stops, description: "Stops per route." })),
  max_duration_s: Type.Optional(
    Type.Integer({
      ...LIMITS.max_duration_s,
      description: "Seconds from leaving the warehouse to the return.",
    }),
  ),
  respect_windows: Type.Optional(
    Type.Boolean({ description: "False plans as if no order had a time window." }),
  ),
  locks: Type.Optional(Type.Array(PlanLock, { maxItems: LIMITS.orders })),
};

/** Options as they are stored: an absent member means the default. */
export const PlanOptions = Type.Object(members, { $id: "PlanOptions" });
export type PlanOptions = Type.Static<typeof PlanOptions>;

export const BuildRouteInput = Type.Object({
  date: Type.Optional(CalendarDate),
  preview: Type.Optional(
    Type.Boolean({ description: "Return the plan without creating routes; it can be committed later." }),
  ),
  view: Type.Optional(
    StringEnum(["full", "summary"] as const, {
      description: "summary returns each route without stops and place of its start.",
      "x-tool": "compact by default.",
    }),
  ),
  async: Type.Optional(Type.Boolean({ description: "Return 202 with a plan_run_id at once." })),
  ...members,
});

/** Does a plan of a date include orders left over from earlier dates? */
export function includesEarlier(date: string, today: string, requested: boolean | undefined): boolean {
  return requested ?? date === today;
}

export function withDefaults(options: PlanOptions) {
  return { ...DEFAULTS, ...options };
}
