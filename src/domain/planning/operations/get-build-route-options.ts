/** What a plan can be asked for. */
import Type from "typebox";
import { planningSettingsOf } from "#domain/routes/public.ts";
import { defineOperation } from "#operation/define.ts";
import { ROAD_SOURCES } from "#providers/matrices/port.ts";
import { Words } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { BALANCES, CAPACITIES, DEFAULTS, ENGINES, LIMITS, OBJECTIVES } from "../options.ts";
import { costsOf } from "../problem.ts";

const Choice = Type.Object(
  { name: Type.String(), label: Type.String(), description: Type.String() },
  { $id: "PlanChoice" },
);
const Range = Type.Object({ minimum: Type.Integer(), maximum: Type.Integer() });

const WORDS: Record<
  (typeof ENGINES)[number] | (typeof OBJECTIVES)[number] | (typeof BALANCES)[number],
  [string, string]
> = {
  sisr: ["Ruin and recreate", "Improves the plan until the time limit."],
  savings: ["Savings", "An instant plan, some per cent longer."],
  fewest_vehicles: ["Fewest vehicles", "As few vehicles as can be, then the least distance."],
  distance: ["Distance", "The least distance driven."],
  time: ["Time", "The least time on the road, waiting and service included."],
  cost: ["Cost", "The least cost of vehicles, kilometres and hours."],
  none: ["No balance", "The shortest plan, however uneven."],
  by_stops: ["By stops", "Drivers have about the same number of stops."],
  by_time: ["By time", "Drivers are on the road about as long."],
  by_pay: ["By pay", "Drivers earn about the same."],
};

const choices = (names: readonly (keyof typeof WORDS)[]) =>
  names.map((name) => ({ name, label: WORDS[name][0], description: WORDS[name][1] }));

export const getBuildRouteOptions = defineOperation({
  name: "clientBuildRouteOptions",
  summary: "Options of route building",
  description:
    "Engines, objectives, balance modes, capacities, defaults and limits that a plan can be asked for.",
  effect: "read",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:read"] },
  rest: { method: "GET", path: "/api/v3/client/build-route/options" },
  mcp: { user: "get_build_route_options", developer: "get_build_route_options" },
  input: Type.Object({}),
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
      drivers: Type.Integer(),
      time_limit_s: Range,
      max_stops: Range,
      max_duration_s: Range,
    }),
    travel: Type.Object({
      distances: Words(["straight_line", ...ROAD_SOURCES] as const, {
        description: "Planned with straight lines, or by road with the road matrix of the installation.",
      }),
      road_factor: Type.Number({ description: "Road kilometres for each straight one." }),
      speed_kmh: Type.Number(),
      shift_start: Type.String({ description: "HH:MM, local time." }),
      shift_end: Type.String({ description: "HH:MM; at or before the start means the next day." }),
      cost_fixed_minor: Type.Number(),
      cost_per_km_minor: Type.Number(),
      cost_per_hour_minor: Type.Number(),
    }),
  }),

  async run({ actor, providers }) {
    const settings = actor.business?.settings ?? {};
    const costs = costsOf(settings);
    return {
      result: true,
      engines: choices(ENGINES),
      objectives: choices(OBJECTIVES),
      balances: choices(BALANCES),
      capacities: [...CAPACITIES],
      defaults: DEFAULTS,
      limits: LIMITS,
      travel: {
        distances: providers.matrix?.name ?? ("straight_line" as const),
        ...planningSettingsOf(settings),
        cost_fixed_minor: costs.fixed,
        cost_per_km_minor: costs.per_km,
        cost_per_hour_minor: costs.per_hour,
      },
    };
  },
});
