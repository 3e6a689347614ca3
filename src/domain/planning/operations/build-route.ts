/**
 * Plan the open orders of a day onto the drivers of that day.
 *
 * The solver runs before the transaction; the orders and drivers are locked and looked at again when the routes
 * are made. A plan made in the background can be watched and cancelled. A dry run plans and shows, and keeps nothing.
 * A proposal keeps its plan: what is approved are the routes that were looked at, or nothing. Where a road matrix is
 * configured and does not answer, nothing is planned (`road_matrix_unavailable`).
 *
 * Source: docs/contract/rest.md, "Other routes"; the body is our choice.
 */
import Type from "typebox";
import type { Context } from "#operation/context.ts";
import { defineOperation } from "#operation/define.ts";
import { RoadMatrixUnavailable } from "#providers/matrices/port.ts";
import { Id, Nullable } from "#vocabulary/basics.ts";
import { dateIn } from "#vocabulary/calendar.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { commitPlan } from "../commit.ts";
import { type MadePlan, makePlan } from "../make-plan.ts";
import { messages } from "../messages.ts";
import { BuildRouteInput, type PlanOptions } from "../options.ts";
import { PlanFault, type Pool, readDay } from "../pool.ts";
import { emitFinished, insertRun, poolOf } from "../runs.ts";
import { PlannedRouteShape, PlanTotalsShape, plannedRoutes, Unassigned } from "../shapes.ts";
import { SolverBusy, UnsolvableProblem } from "../solver.ts";

type Refusing = Context<
  | "no_depot"
  | "unknown_driver"
  | "too_many_orders"
  | "bad_lock"
  | "plan_outdated"
  | "unsolvable"
  | "road_matrix_unavailable"
>;

/** A plan, or that one is to be made later, and whose orders and drivers it is for. */
interface Prepared {
  date: string;
  pool: Pool;
  made: MadePlan | null;
}

export const buildRoute = defineOperation({
  name: "clientBuildRoute",
  summary: "Build optimized routes",
  description:
    "Plans the open orders of a day, today unless said, onto the drivers of that day, and makes the routes. With " +
    "preview the plan is kept and shown but makes no routes; with async it is made in the background; with view " +
    "summary the answer is short. Nothing is written where an order or a driver has moved on meanwhile (PLAN_OUTDATED).",
  effect: "write",
  risk: "high",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v3/client/build-route", pending: "pending" },
  mcp: { user: "build_route", developer: "build_route" },
  asks_repeats_first: true,
  keeps_prepared: true,
  input: BuildRouteInput,
  output: Type.Object({
    result: Type.Boolean(),
    pending: Type.Boolean({ description: "True while the plan is still being made." }),
    plan_run_id: Nullable(Id),
    preview: Type.Boolean(),
    routes: Type.Array(PlannedRouteShape),
    unassigned: Type.Array(Unassigned),
    totals: Nullable(PlanTotalsShape),
  }),
  refusals: {
    no_depot: "conflict",
    unknown_driver: "invalid",
    too_many_orders: "invalid",
    bad_lock: "invalid",
    unsolvable: "invalid",
    road_matrix_unavailable: "unavailable",
    plan_outdated: "conflict",
  },

  async prepare(
    context,
    { async: later = false, preview: _preview, view: _view, date: asked, ...options },
  ): Promise<Prepared> {
    const { actor, db, business_id, now, refuse } = context;
    if (actor.role === "broker_employee" && actor.contractor_id === null)
      throw refuse("forbidden", { message: messages.no_contractor });
    const date = asked ?? dateIn(now, actor.business?.time_zone ?? "UTC");
    const pool = poolOf(actor);
    const day = await readDay(db, business_id, pool, date, options).catch((error) => {
      throw spoken(context, error);
    });
    if (later) return { date, pool, made: null };
    const made = await makePlan(day, context.providers.matrix).catch((error) => {
      throw spoken(context, error);
    });
    return { date, pool, made };
  },

  async run(context, { async: _later, preview = false, view = "full", date: _asked, ...options }, prepared) {
    const { business_id, now, dry_run } = context;
    const { date, pool, made } = prepared;
    if (made === null) return queue(context, prepared, preview, options);
    const { plan } = made;
    const shown = {
      result: true,
      pending: false,
      preview: preview || dry_run,
      unassigned: plan.unassigned,
      totals: plan.totals,
    };
    const id = await insertRun(context, { date, pool, preview, options, made, started_at: now });
    const route_ids = preview ? new Map<number, number>() : await commitPlan(context, id, plan, pool);
    if (!preview)
      await context.db.execute("update plan_run set committed_at = $3 where business_id = $1 and id = $2", [
        business_id,
        id,
        now,
      ]);
    emitFinished(context, { id, first: true, date, preview, state: "COMPLETED" }, made, [
      ...route_ids.values(),
    ]);
    // What a dry run makes is gone with it, and nobody should ask for it.
    const routes = plannedRoutes(plan, dry_run ? new Map() : route_ids);
    return {
      ...shown,
      plan_run_id: dry_run ? null : id,
      routes: view === "summary" ? routes.map((route) => ({ ...route, stops: [] })) : routes,
    };
  },
});

async function queue(context: Refusing, { date, pool }: Prepared, preview: boolean, options: PlanOptions) {
  const { actor, business_id, emit, enqueue } = context;
  const run = { date, pool, preview, options, made: null, started_at: null };
  const plan_run_id = await insertRun(context, run);
  emit({
    subject: { type: "plan_run", id: plan_run_id, first: true },
    kind: "plan.run_requested",
    payload: { date, preview },
    after: { state: "QUEUED" },
  });
  enqueue({ name: "run-plan", data: { business_id, account_id: actor.account_id, plan_run_id } });
  return { result: true, pending: true, plan_run_id, preview, routes: [], unassigned: [], totals: null };
}

/** What planning foresees going wrong, as a refusal; anything else is a bug and stays one. */
function spoken({ refuse }: Refusing, error: unknown): unknown {
  if (error instanceof PlanFault) return refuse(error.code, { message: error.message, errors: error.errors });
  if (error instanceof UnsolvableProblem) return refuse("unsolvable", { message: error.message });
  if (error instanceof RoadMatrixUnavailable)
    return refuse("road_matrix_unavailable", { message: error.message });
  if (error instanceof SolverBusy) return refuse("busy", { message: messages.busy });
  return error;
}
