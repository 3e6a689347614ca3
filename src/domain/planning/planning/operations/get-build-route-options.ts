/** The options that a plan accepts, and what a plan of a date would start from. */

import Type from "typebox";
import { getPlanningSettings } from "#domain/identity/settings/public.ts";
import { getWorkingTime } from "#domain/planning/routes/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { ROAD_SOURCES } from "#providers/matrices/port.ts";
import { CalendarDate, Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import {
  BALANCES,
  CAPACITIES,
  DEFAULTS,
  ENGINES,
  getDefaultTimeLimit,
  includesEarlier,
  LIMITS,
  OBJECTIVES,
} from "../options.ts";
import { countOpenOrders, getPoolCosts, loadDrivers } from "../pool.ts";
import { getCallerPool } from "../records/plan-run.ts";
import { DriversLeftOut, PlanStartShape } from "../shapes.ts";

const Choice = Type.Object(
  { name: Type.String(), label: Type.String(), description: Type.String() },
  { $id: "PlanChoice" },
);
const OwnCost = Nullable(
  Type.Number({ description: "Of the caller's own business; null for contractors, which set no costs." }),
);
const Range = Type.Object({ minimum: Type.Integer(), maximum: Type.Integer() });

const LABELS: Record<
  (typeof ENGINES)[number] | (typeof OBJECTIVES)[number] | (typeof BALANCES)[number],
  [string, string]
> = {
  sisr: ["Ruin and recreate", "Improves the plan until the time limit."],
  savings: ["Savings", "An instant plan, a few per cent longer."],
  fewest_vehicles: ["Fewest vehicles", "As few vehicles as possible, then the least distance."],
  distance: ["Distance", "The least distance driven."],
  time: ["Time", "The least time on the road, waiting and service included."],
  cost: ["Cost", "The least cost of vehicles, kilometres and hours."],
  none: ["No balance", "The shortest plan, even if work is uneven."],
  by_stops: [
    "By stops",
    "At most 1.1 times the mean number of stops on a route, where capacities and limits allow it.",
  ],
  by_time: [
    "By time",
    "The longest route takes at most 1.1 times the mean, or what its farthest order takes by itself.",
  ],
  by_pay: [
    "By pay",
    "The best paid route is at most 1.1 times the mean; pay is the vehicle's fixed, km and hour costs.",
  ],
};

const choices = (names: readonly (keyof typeof LABELS)[]) =>
  names.map((name) => ({ name, label: LABELS[name][0], description: LABELS[name][1] }));

export const getBuildRouteOptions = defineOperation({
  name: "clientBuildRouteOptions",
  summary: "Get the options of route building",
  description:
    "Engines, objectives, balance modes, capacities, defaults and limits of a plan, the number of open orders of a " +
    "date and of those left over from earlier dates, and which drivers would be left out and why.",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:read"] },
  rest: { method: "GET", path: "/api/v3/client/build-route/options" },
  mcp: { user: "get_build_route_options", developer: "get_build_route_options" },
  input: Type.Object({
    date: Type.Optional(CalendarDate),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    engines: Type.Array(Choice),
    objectives: Type.Array(Choice),
    balances: Type.Array(Choice),
    capacities: Type.Array(Type.String()),
    defaults: Type.Object({
      engine: Type.String(),
      objective: Type.String(),
      balance: Type.String(),
      time_limit_s: Type.Integer(),
      seed: Type.Integer(),
      respect_windows: Type.Boolean(),
    }),
    limits: Type.Object({
      orders: Type.Integer(),
      balanced_orders: Type.Integer({ description: "Orders of a plan with a balance." }),
      road_addresses: Type.Integer({ description: "Different addresses of a plan by road." }),
      drivers: Type.Integer(),
      time_limit_s: Range,
      max_stops: Range,
      max_duration_s: Range,
    }),
    travel: Type.Object({
      distances: StringEnum(["straight_line", ...ROAD_SOURCES] as const, {
        description:
          "Whether distances are straight lines, or by road from the road matrix of the installation.",
      }),
      road_factor: Type.Number({ description: "Road kilometres per straight-line kilometre." }),
      speed_kmh: Type.Number(),
      shift_start: Type.String({ description: "HH:MM, local time." }),
      shift_end: Type.String({ description: "HH:MM; at or before the start means the next day." }),
      cost_fixed_minor: OwnCost,
      cost_per_km_minor: OwnCost,
      cost_per_hour_minor: OwnCost,
    }),
    day: Type.Object(
      {
        date: CalendarDate,
        orders_of_date: Type.Integer({ description: "Open orders of the date that can be planned." }),
        orders_earlier: Type.Integer({
          description: `Open orders left over from earlier dates. Both counts stop at ${LIMITS.orders + 1}.`,
        }),
        warehouses: Type.Array(
          Type.Object({
            warehouse_id: Nullable(Ref("warehouse", { ...Id, description: "Null: the depot." })),
            orders: Type.Integer(),
          }),
          {
            description: "The orders of the date by the warehouse from which they leave, most orders first.",
          },
        ),
        drivers: Type.Integer({ description: "Drivers who would be planned." }),
        drivers_left_out: DriversLeftOut,
        vehicle_types: Type.Array(Type.String(), {
          description: "Types of the vehicles that would be planned.",
        }),
        expired_skills: Type.Array(Type.String(), {
          description: "Skills of these drivers and vehicles that have expired by the date.",
        }),
        start: PlanStartShape,
        include_earlier: Type.Boolean({
          description: "Whether a plan includes orders of earlier dates by default.",
        }),
      },
      { description: "What a plan of the date, by default today, would start from." },
    ),
  }),

  async run({ actor, business, db, business_id, now, providers, settings }, { date: requested_date }) {
    const own_settings = business.settings;
    const today = toLocalDate(now, business.time_zone);
    const date = requested_date ?? today;
    const pool = getCallerPool(actor);
    const costs = pool.contractor_id === null ? getPoolCosts(pool, own_settings) : null;
    const [counted, { drivers, left_out, expired_skills }] = await Promise.all([
      countOpenOrders(db, business_id, pool, date),
      loadDrivers(db, business_id, pool, date, { without_vehicle: own_settings.plan_without_vehicle }),
    ]);
    const { start, reason } = getWorkingTime(
      date,
      getPlanningSettings(own_settings, settings),
      business.time_zone,
      {
        now,
      },
    );
    const vehicle_types = drivers.flatMap(({ vehicle_type }) => vehicle_type ?? []);
    return {
      result: true,
      engines: choices(ENGINES),
      objectives: choices(OBJECTIVES),
      balances: choices(BALANCES),
      capacities: [...CAPACITIES],
      defaults: {
        ...DEFAULTS,
        time_limit_s: getDefaultTimeLimit(
          counted.of_date + (includesEarlier(date, today, undefined) ? counted.earlier : 0),
        ),
      },
      limits: LIMITS,
      travel: {
        distances: providers.matrix?.name ?? ("straight_line" as const),
        ...getPlanningSettings(own_settings, settings),
        cost_fixed_minor: costs?.fixed ?? null,
        cost_per_km_minor: costs?.per_km ?? null,
        cost_per_hour_minor: costs?.per_hour ?? null,
      },
      day: {
        date,
        orders_of_date: counted.of_date,
        orders_earlier: counted.earlier,
        warehouses: counted.warehouses,
        drivers: drivers.length,
        drivers_left_out: left_out,
        vehicle_types: [...new Set(vehicle_types)].sort(),
        expired_skills: [...expired_skills].sort(),
        start: { at: start.toISOString(), reason },
        include_earlier: includesEarlier(date, today, undefined),
      },
    };
  },
});
