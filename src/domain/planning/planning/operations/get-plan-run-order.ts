/**
 * Explain why a plan gave an order to its driver, or to none: what every other driver would cost, or what refuses them.
 *
 * Computed from the problem and the routes that the run stored, with all other orders as they are. Of a plan by road
 * only the points are stored: its matrix is requested again, outside any transaction.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import type { Db } from "#platform/db/db.ts";
import { RoadMatrixUnavailable } from "#providers/matrices/port.ts";
import { findAlternatives } from "#solvers/route/alternatives.ts";
import type { RouteProblem } from "#solvers/route/problem.ts";
import { Id, Nullable, OrderId, StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import type { Plan } from "../plan.ts";
import { canSeeRun } from "../records/plan-run.ts";
import { explainRefusal, REFUSING_CONSTRAINTS } from "../refusing-constraints.ts";
import { describeRoadFault, readTravel, type StoredProblem } from "../roads.ts";

const MATRIX_TIMEOUT_MS = 30_000;

const DriverChoice = Type.Object(
  {
    driver_id: Ref("driver"),
    driver_name: Type.String(),
    is_new_vehicle: Type.Boolean({ description: "The driver has no route in this plan." }),
    refused_by: Nullable(
      StringEnum(REFUSING_CONSTRAINTS, {
        description:
          "What keeps the order from this driver with the rest of the plan as it is; null when nothing does.",
      }),
    ),
    missing_skills: Type.Array(Type.String(), { description: "With refused_by skills." }),
    extra_distance_m: Nullable(
      Type.Integer({
        description: "What the whole plan would be longer with this driver; null when refused.",
      }),
    ),
    extra_duration_s: Nullable(Type.Integer()),
    extra_cost_minor: Nullable(Type.Integer({ description: "Vehicle costs: fixed, per km and per hour." })),
  },
  { $id: "PlanDriverChoice" },
);

export const getPlanRunOrder = defineOperation({
  name: "clientPlanRunOrder",
  summary: "Get why an order of a plan has its driver",
  description:
    "The driver whom a plan gave the order, or the reason why it was left out, and every other driver of the plan: the extra " +
    "distance, time and cost of the order there, least first, or the constraint that refuses it.",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:read"] },
  rest: { method: "GET", path: "/api/v1/client/plan-runs/{plan_run_id}/orders/{order_id}" },
  input: Type.Object({ plan_run_id: Ref("plan_run"), order_id: Ref("order", OrderId) }),
  output: Type.Object({
    result: Type.Boolean(),
    order_id: Ref("order", OrderId),
    driver_id: Nullable(Ref("driver", { ...Id, description: "Null: the order was left out." })),
    driver_name: Nullable(Type.String()),
    reason: Nullable(Type.String({ description: "Why it was left out; null with a driver." })),
    choices: Type.Array(DriverChoice, { description: "The other drivers of the plan." }),
  }),
  refusals: { no_plan_yet: "conflict", road_matrix_unavailable: "unavailable" },

  async prepare({ actor, db, business_id, providers, refuse }, { plan_run_id, order_id }) {
    const run = await db.row<{
      problem: StoredProblem | null;
      plan: Plan | null;
      contractor_id: number | null;
    }>("select problem, plan, contractor_id from plan_run where business_id = $1 and id = $2", [
      business_id,
      plan_run_id,
    ]);
    if (run === undefined || !canSeeRun(actor, run))
      throw refuse("not_found", { message: messages.unknown_run });
    const { problem, plan } = run;
    if (problem === null || plan === null) throw refuse("no_plan_yet", { message: messages.no_result_yet });
    const route = plan.routes.find(({ stops }) => stops.some((stop) => stop.order_id === order_id));
    const left_out = plan.unassigned.find((one) => one.order_id === order_id);
    if (route === undefined && left_out === undefined)
      throw refuse("not_found", { message: messages.not_in_plan });
    const travel = await readTravel(problem, providers.matrix, MATRIX_TIMEOUT_MS).catch((error) => {
      throw error instanceof RoadMatrixUnavailable
        ? refuse("road_matrix_unavailable", { message: describeRoadFault(error) })
        : error;
    });
    const full_problem: RouteProblem = { ...problem, travel };
    const sequences = plan.routes.map(({ driver_id, stops }) => ({
      vehicle_id: String(driver_id),
      job_ids: stops.map((stop) => String(stop.order_id)),
    }));
    return { route, left_out, found: findAlternatives(full_problem, sequences, String(order_id)) };
  },

  async run({ db, business_id }, { order_id }, { route, left_out, found: alternatives }) {
    const names = await findDriverNames(
      db,
      business_id,
      alternatives.map(({ vehicle_id }) => Number(vehicle_id)),
    );
    return {
      result: true,
      order_id,
      driver_id: route?.driver_id ?? null,
      driver_name: route?.driver_name ?? null,
      reason: route === undefined ? (left_out?.reason ?? null) : null,
      choices: alternatives.map(({ vehicle_id, is_new_vehicle, refused_by, missing_skills, extra }) => ({
        driver_id: Number(vehicle_id),
        driver_name: names.get(Number(vehicle_id)) ?? "",
        is_new_vehicle,
        ...explainRefusal(refused_by, missing_skills),
        extra_distance_m: extra === null ? null : Math.round(extra.distance_m),
        extra_duration_s: extra === null ? null : Math.round(extra.duration_s),
        extra_cost_minor: extra === null ? null : Math.round(extra.cost),
      })),
    };
  },
});

async function findDriverNames(db: Db, business_id: number, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.rows<{ id: number; name: string }>(
    "select id, name from driver where business_id = $1 and id = any($2::bigint[])",
    [business_id, ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
