/** Plans and their runs on the wire. */
import Type from "typebox";
import { Id, Nullable, OrderId, Timestamp, Words } from "#vocabulary/basics.ts";
import { PlanOptions } from "./options.ts";
import type { Plan } from "./plan.ts";
import type { PlanRunRow } from "./tables.ts";

export const PLAN_STATES = ["QUEUED", "RUNNING", "COMPLETED", "FAILED", "CANCELLED"] as const;

export const PlannedRouteShape = Type.Object(
  {
    route_id: Nullable(Id),
    driver_id: Id,
    driver_name: Type.String(),
    vehicle_id: Nullable(Id),
    order_ids: Type.Array(OrderId, { description: "In the sequence of their first stops." }),
    stops: Type.Array(
      Type.Object({
        order_id: OrderId,
        seq: Type.Integer({ minimum: 1 }),
        action: Type.String({ description: "pickup or dropoff." }),
        lat: Type.Number(),
        lng: Type.Number(),
        planned_arrival_at: Timestamp,
      }),
      { description: "In their sequence; none in a view without them." },
    ),
    distances: Words(["road", "straight_line"], { description: "What distances and times are of." }),
    distance_m: Type.Integer(),
    duration_s: Type.Integer(),
    load: Type.Object(
      {
        units: Type.Integer(),
        weight_g: Type.Integer(),
        volume_cm3: Type.Integer(),
        pallets: Type.Integer(),
      },
      { description: "Everything it carries in the course of the day." },
    ),
  },
  { $id: "PlannedRoute" },
);

export const Unassigned = Type.Object(
  {
    order_id: OrderId,
    reason: Type.String({
      description:
        "A word: no_location, no_road, no_vehicle_has_skills, window_unreachable, capacity_exhausted …",
    }),
  },
  { $id: "UnassignedOrder" },
);

export const PlanTotalsShape = Type.Object(
  {
    distance_m: Type.Integer(),
    duration_s: Type.Integer(),
    vehicles: Type.Integer(),
    stops: Type.Integer(),
    unassigned: Type.Integer(),
    compared_to_unbalanced: Type.Optional(
      Type.Object(
        { distance_m: Type.Integer(), duration_s: Type.Integer(), vehicles: Type.Integer() },
        { description: "What evenness costs: this plan less the one without balance." },
      ),
    ),
  },
  { $id: "PlanTotals" },
);

const Open = Type.Object({}, { additionalProperties: true });

const summary = {
  id: Id,
  date: Type.String(),
  state: Words(PLAN_STATES),
  preview: Type.Boolean(),
  engine: Type.String(),
  options: PlanOptions,
  seed: Type.Integer(),
  inputs_hash: Nullable(Type.String({ description: "SHA-256 of the problem solved." })),
  failure: Nullable(Type.String()),
  created_by: Nullable(Id),
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
              driver_id: Id,
              order_ids: Type.Array(OrderId),
              path: Type.Array(Type.Array(Type.Number()), {
                description: "Points as [lat, lng], in the sequence of the tour.",
              }),
            }),
          ),
        },
        { description: "The best plan so far." },
      ),
    ),
    routes: Type.Array(PlannedRouteShape),
    unassigned: Type.Array(Unassigned),
    explanation: Nullable(Open),
  },
  { $id: "PlanRunDetail" },
);

/** The routes of a plan; `route_ids` by driver, where it was committed. */
export function plannedRoutes(plan: Plan, route_ids: ReadonlyMap<number, number> = new Map()) {
  return plan.routes.map(({ stops, ...route }) => ({
    ...route,
    distances: route.distances ?? "straight_line",
    route_id: route_ids.get(route.driver_id) ?? null,
    order_ids: [...new Set(stops.map((stop) => stop.order_id))],
    stops: stops.map((stop, index) => ({ ...stop, seq: index + 1 })),
  }));
}

export function runSummaryOf(
  run: Omit<PlanRunRow, "problem" | "plan" | "progress"> & { totals: Plan["totals"] | null },
) {
  return {
    ...run,
    can_commit: run.state === "COMPLETED" && run.committed_at === null && (run.totals?.vehicles ?? 0) > 0,
    can_cancel: run.state === "QUEUED" || run.state === "RUNNING",
  };
}

export function runView(run: PlanRunRow, route_ids: ReadonlyMap<number, number>) {
  return {
    ...runSummaryOf({ ...run, totals: run.plan?.totals ?? null }),
    progress: run.progress,
    routes: run.plan === null ? [] : plannedRoutes(run.plan, route_ids),
    unassigned: run.plan?.unassigned ?? [],
    explanation: run.explanation as Record<string, unknown> | null,
  };
}
