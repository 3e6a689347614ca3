/** Response schemas of plans and plan runs. */
import Type from "typebox";
import { START_REASONS } from "#domain/planning/routes/public.ts";
import { Count, Id, Nullable, OrderId, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { PlanOptions } from "./options.ts";
import type { Plan } from "./plan.ts";
import { LEFT_OUT_REASONS } from "./pool.ts";

export const PLAN_STATES = ["QUEUED", "RUNNING", "COMPLETED", "FAILED", "CANCELLED"] as const;
export type PlanState = (typeof PLAN_STATES)[number];

const PlannedWait = Type.Integer({
  minimum: 0,
  description: "Seconds of waiting at addresses before windows open; part of the duration.",
});

export const PlannedRouteShape = Type.Object(
  {
    route_id: Nullable(Ref("route")),
    driver_id: Ref("driver"),
    driver_name: Type.String(),
    vehicle_id: Nullable(Ref("vehicle")),
    start_warehouse_id: Nullable(
      Ref("warehouse", { ...Id, description: "The warehouse where it starts and ends." }),
    ),
    start: Nullable(Type.Object({ lat: Type.Number(), lng: Type.Number() })),
    order_ids: Type.Array(Ref("order", OrderId), { description: "In the sequence of their first stops." }),
    stops: Type.Array(
      Type.Object({
        order_id: Ref("order", OrderId),
        seq: Type.Integer({ minimum: 1 }),
        action: Type.String({ description: "pickup or dropoff." }),
        lat: Type.Number(),
        lng: Type.Number(),
        planned_arrival_at: Timestamp,
        planned_wait_s: Count,
      }),
      { description: "In their sequence; empty with view summary." },
    ),
    distances: StringEnum(["road", "straight_line"], {
      description: "Whether distances and times are by road or in straight lines.",
    }),
    start_at: { ...Timestamp, description: "Planned departure." },
    distance_m: Type.Integer(),
    duration_s: Type.Integer(),
    planned_wait_s: PlannedWait,
    load: Type.Object(
      {
        units: Type.Integer(),
        weight_g: Type.Integer(),
        volume_cm3: Type.Integer(),
        pallets: Type.Integer(),
      },
      { description: "Everything it carries during the day." },
    ),
  },
  { $id: "PlannedRoute" },
);

export const Unassigned = Type.Object(
  {
    order_id: Ref("order", OrderId),
    reason: Type.String({
      description:
        "One of no_location, no_road, no_drivers, no_driver_at_warehouse, no_vehicle_of_type, skill_expired, no_vehicle_has_skills, " +
        "exceeds_every_capacity, window_passed (before anybody can leave), window_unreachable, shift_too_short, too_far: what an empty vehicle lacks; " +
        "locked_sequence_infeasible, capacity_exhausted, fleet_exhausted (room is left, but no time, distance or stops); " +
        "and for orders requested by id why they cannot be planned. clientPlanRunOrder names the constraint by driver.",
    }),
  },
  { $id: "UnassignedOrder" },
);

export const DriversLeftOut = Type.Array(
  Type.Object(
    {
      driver_id: Ref("driver"),
      driver_name: Type.String(),
      reason: StringEnum(LEFT_OUT_REASONS, {
        description:
          "no_vehicle (unless the setting plan_without_vehicle is on), vehicle_not_active, has_route that day already, " +
          "or other_warehouse: no order leaves from a warehouse where the driver works.",
      }),
    },
    { $id: "PlanDriverLeftOut" },
  ),
  { description: "Active drivers who are not planned." },
);

const BalanceFigures = Type.Object(
  {
    distance_m: Type.Integer(),
    duration_s: Type.Integer(),
    cost_minor: Type.Integer({ description: "Vehicle costs: fixed, per km and per hour." }),
    vehicles: Type.Integer(),
    unassigned: Type.Integer(),
    spread: Type.Number({
      description: "Stops, time or pay of the longest route, divided by the mean of all routes.",
    }),
  },
  { $id: "PlanBalanceFigures" },
);

const BalanceComparisonShape = Type.Object(
  {
    distance_m: Type.Integer(),
    duration_s: Type.Integer(),
    cost_minor: Type.Optional(Type.Integer()),
    vehicles: Type.Integer(),
    unassigned: Type.Integer(),
    balanced: Type.Optional(BalanceFigures),
    unbalanced: Type.Optional(BalanceFigures),
  },
  {
    description:
      "The cost of balancing: this plan minus one without balance, found with the same number of search iterations, and " +
      "the figures of both.",
  },
);

export const PlanTotalsShape = Type.Object(
  {
    distance_m: Type.Integer(),
    duration_s: Type.Integer(),
    planned_wait_s: PlannedWait,
    vehicles: Type.Integer(),
    stops: Type.Integer(),
    unassigned: Type.Integer(),
    compared_to_unbalanced: Type.Optional(BalanceComparisonShape),
  },
  { $id: "PlanTotals" },
);

export const OrderCountsShape = Type.Object(
  {
    of_date: Type.Integer({ description: "Orders of the date that is planned." }),
    earlier: Type.Integer({ description: "Left over from earlier dates." }),
    later: Type.Integer({ description: "Of later dates: only orders that were requested by id." }),
  },
  { $id: "PlanOrderCounts", description: "Orders that the plan was computed for, by their date." },
);

export const PlanStartShape = Type.Object(
  {
    at: Timestamp,
    reason: StringEnum(START_REASONS, {
      description:
        "shift_start; now, because the shift has begun; shift_ended: now, after the end of the shift, for as long as a shift; or chosen.",
    }),
  },
  { $id: "PlanStart", description: "The earliest departure of the routes." },
);

export const PlanQueueShape = Type.Object(
  {
    position: Type.Integer({ minimum: 1, description: "1 is the next one. Businesses are served in turn." }),
    expected_start_at: Timestamp,
  },
  {
    $id: "PlanQueue",
    description:
      "While a plan waits for the solver: it starts at this time or earlier, unless requests of other businesses come first.",
  },
);

const FreeObject = Type.Object({}, { additionalProperties: true });

const summary = {
  id: Ref("plan_run"),
  date: Type.String(),
  state: StringEnum(PLAN_STATES),
  preview: Type.Boolean(),
  engine: Type.String(),
  options: PlanOptions,
  seed: Type.Integer(),
  inputs_hash: Nullable(Type.String({ description: "SHA-256 of the problem solved." })),
  failure: Nullable(Type.String()),
  created_by: Nullable(Ref("account")),
  created_at: Timestamp,
  started_at: Nullable(Timestamp),
  finished_at: Nullable(Timestamp),
  committed_at: Nullable(Timestamp),
  totals: Nullable(PlanTotalsShape),
  can_commit: Type.Boolean(),
  can_cancel: Type.Boolean(),
};

export const PlanRunSummary = Type.Object(summary, { $id: "PlanRunSummary" });

export const PlanRunDetail = Type.Object(
  {
    ...summary,
    queue: Nullable(PlanQueueShape),
    progress: Nullable(
      Type.Object(
        {
          elapsed_ms: Type.Integer(),
          iteration: Type.Integer(),
          best_cost: Type.Number(),
          vehicles: Type.Integer(),
          unassigned: Type.Integer(),
          routes: Type.Array(
            Type.Object({
              driver_id: Ref("driver"),
              order_ids: Type.Array(Ref("order", OrderId)),
              path: Type.Array(Type.Array(Type.Number()), {
                description: "Points as [lat, lng], in the sequence of the tour.",
              }),
            }),
          ),
        },
        { description: "The best plan so far." },
      ),
    ),
    start: Nullable(PlanStartShape),
    orders: Nullable(OrderCountsShape),
    routes: Type.Array(PlannedRouteShape),
    unassigned: Type.Array(Unassigned),
    drivers_left_out: DriversLeftOut,
    explanation: Nullable(FreeObject),
  },
  { $id: "PlanRunDetail" },
);

/** The routes of a plan; `route_ids` by driver, where it was committed. */
export function buildPlannedRoutes(plan: Plan, route_ids: ReadonlyMap<number, number> = new Map()) {
  return plan.routes.map(({ stops, start, ...route }) => ({
    ...route,
    start_warehouse_id: start?.warehouse_id ?? null,
    start: start ?? plan.depot ?? null,
    distances: route.distances ?? "straight_line",
    route_id: route_ids.get(route.driver_id) ?? null,
    order_ids: [...new Set(stops.map((stop) => stop.order_id))],
    planned_wait_s: route.planned_wait_s ?? 0,
    stops: stops.map((stop, index) => ({
      ...stop,
      planned_wait_s: stop.planned_wait_s ?? 0,
      seq: index + 1,
    })),
  }));
}
