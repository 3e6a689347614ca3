/**
 * Plan the open orders of a day for the drivers of that day.
 *
 * The solver runs before the transaction; the orders and drivers are locked and checked again when the routes
 * are created. A background plan can be followed and cancelled. A dry run computes and returns a plan, and stores nothing.
 * A proposal stores its plan: approval creates exactly the routes of the preview, or nothing. If the caller's
 * connection is lost, the solver ends and nothing is created. If a road matrix is configured and does not respond, nothing
 * is planned (`road_matrix_unavailable`).
 *
 * Source: docs/contract/rest.md, "Other routes"; the body is our choice.
 */
import Type, { type Static } from "typebox";
import type { Context } from "#operation/define/context.ts";
import { defineOperation, type WorkState } from "#operation/define/define.ts";
import { plainMessage } from "#operation/response/messages.ts";
import { listOpenJobs, lockQueue } from "#platform/jobs/open-jobs.ts";
import { RoadMatrixUnavailable } from "#providers/matrices/port.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import {
  assignRound,
  computeRoundPosition,
  getPriority,
  PLAN_JOB,
  type PlanJob,
} from "../background-queue.ts";
import { commitPlan } from "../commit.ts";
import { type ComputedPlan, computePlan } from "../compute-plan.ts";
import { messages } from "../messages.ts";
import {
  BuildRouteInput,
  getDefaultTimeLimit,
  includesEarlier,
  type PlanOptions,
  withDefaults,
} from "../options.ts";
import type { Progress } from "../plan.ts";
import {
  type DriverLeftOut,
  type LoadedDay,
  loadDay,
  type OrderCounts,
  PlanInputError,
  type Pool,
} from "../pool.ts";
import { buildProblem } from "../problem.ts";
import { emitFinished, getCallerPool, insertRun, storeCommitted } from "../records/plan-run.ts";
import { checkRoadAddresses, describeRoadFault } from "../roads.ts";
import {
  buildPlannedRoutes,
  DriversLeftOut,
  OrderCountsShape,
  PlannedRouteShape,
  PlanQueueShape,
  type PlanRunDetail,
  PlanStartShape,
  PlanTotalsShape,
  Unassigned,
} from "../shapes.ts";
import { computeSolverSeconds, TooManyPlans } from "../solver-queue.ts";
import { UnsolvableProblem } from "../solver-thread.ts";

type Refusing = Context<
  | "no_depot"
  | "unknown_warehouse"
  | "unknown_driver"
  | "too_many_orders"
  | "too_many_to_balance"
  | "too_many_road_addresses"
  | "bad_lock"
  | "bad_start"
  | "plan_outdated"
  | "unsolvable"
  | "road_matrix_unavailable"
  | "too_many_plans"
  | "caller_disconnected"
>;

/** A plan, or null when it is to be computed later, and whose orders and drivers it is for. */
interface Prepared {
  date: string;
  pool: Pool;
  include_earlier: boolean;
  time_limit_s: number;
  /** Counted when the plan is requested. */
  orders: OrderCounts;
  drivers_left_out: DriverLeftOut[];
  computed_plan: ComputedPlan | null;
}

/** In milliseconds of the time limit, which the solver may not use up. */
function tellProgress(
  progress: (finished_count: number, total: number, message: string) => void,
  options: LoadedDay["options"],
): (plan: Progress) => void {
  const limit_ms = withDefaults(options).time_limit_s * 1000;
  let reported_ms = -1;
  return ({ elapsed_ms, vehicles, unassigned }) => {
    if (elapsed_ms <= reported_ms) return;
    reported_ms = elapsed_ms;
    progress(elapsed_ms, Math.max(limit_ms, elapsed_ms), `${vehicles} routes, ${unassigned} unassigned`);
  };
}

/** What a route leaves out with `view: "summary"`. */
const SHORT = { start_warehouse_id: null, start: null, stops: [] };

export const buildRoute = defineOperation({
  name: "clientBuildRoute",
  summary: "Build optimized routes",
  description:
    "Plans the open orders of a day, by default today, for the drivers of that day, and creates the routes, today from now on. Orders left over " +
    "from earlier dates are planned with today's orders; for other dates only with include_earlier. With " +
    "preview the plan is stored and returned but no routes are created; with async it is computed in the background; with view " +
    "summary the response is short. Nothing is written if an order or a driver has changed meanwhile (PLAN_OUTDATED).",
  risk: "high",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v3/client/build-route", pending: "pending" },
  mcp: { user: "build_route", developer: "build_route" },
  background: {
    // Who asks for the whole plan, or names async itself, gets it in the answer.
    request: ({ async, view }) => (async === undefined && view !== "full" ? { async: true } : null),
    answer_id: "plan_run_id",
    parameter: "plan_run_id",
    read: "clientPlanRun",
    cancel: "clientPlanRunCancel",
    describe: describePlanRun,
  },
  checks_idempotency_first: true,
  keeps_prepared: true,
  input: BuildRouteInput,
  output: Type.Object({
    result: Type.Boolean(),
    pending: Type.Boolean({ description: "True while the plan is still being computed." }),
    plan_run_id: Nullable(Ref("plan_run")),
    preview: Type.Boolean(),
    start: Nullable(PlanStartShape),
    orders: Nullable(OrderCountsShape),
    routes: Type.Array(PlannedRouteShape),
    unassigned: Type.Array(Unassigned),
    drivers_left_out: DriversLeftOut,
    totals: Nullable(PlanTotalsShape),
    queue: Nullable(PlanQueueShape),
  }),
  refusals: {
    no_depot: "conflict",
    unknown_warehouse: "invalid",
    unknown_driver: "invalid",
    too_many_orders: "invalid",
    too_many_to_balance: "invalid",
    too_many_road_addresses: "invalid",
    bad_lock: "invalid",
    bad_start: "invalid",
    unsolvable: "invalid",
    road_matrix_unavailable: "unavailable",
    plan_outdated: "conflict",
    too_many_plans: "too_many",
    caller_disconnected: "unavailable",
  },

  async prepare(
    context,
    { async: later = false, preview: _preview, view: _view, date: requested_date, ...options },
  ): Promise<Prepared> {
    const { actor, business, business_id, now, refuse } = context;
    if (actor.role === "broker_employee" && actor.contractor_id === null)
      throw refuse("forbidden", { message: messages.no_contractor });
    const today = toLocalDate(now, business.time_zone);
    const date = requested_date ?? today;
    const include_earlier = includesEarlier(date, today, options.include_earlier);
    const pool = getCallerPool(actor);
    const read = { ...options, include_earlier };
    const loaded = await loadDay(context, pool, date, read).catch((error) => {
      throw toRefusal(context, error);
    });
    const { time_limit_s = getDefaultTimeLimit(loaded.orders.length) } = options;
    const day = { ...loaded, options: { ...loaded.options, time_limit_s } };
    const { order_counts: orders, drivers_left_out } = day;
    const prepared = { date, pool, include_earlier, time_limit_s, orders, drivers_left_out };
    if (later) {
      try {
        if (context.providers.matrix !== null) checkRoadAddresses(buildProblem(day));
      } catch (error) {
        throw toRefusal(context, error);
      }
      return { ...prepared, computed_plan: null };
    }
    const { surface, progress, disconnected } = context.request;
    const signal = disconnected?.();
    const computed_plan = await computePlan(business_id, day, context.providers.matrix, {
      ...(signal === undefined ? {} : { signal }),
      ...(surface === "mcp" ? { caller: `${actor.account_id} ${actor.token_id}` } : {}),
      ...(progress === undefined ? {} : { onProgress: tellProgress(progress, day.options) }),
    }).catch((error) => {
      throw signal?.aborted ? refuse("caller_disconnected") : toRefusal(context, error);
    });
    return { ...prepared, computed_plan };
  },

  async run(
    context,
    { async: _later, preview = false, view = "full", date: _date, ...plan_options },
    prepared,
  ) {
    const { now, dry_run, refuse } = context;
    const { date, pool, computed_plan, include_earlier, time_limit_s } = prepared;
    // Stored with the values that applied: later it is not known which day was today, nor how many orders were open.
    const options = { ...plan_options, include_earlier, time_limit_s };
    if (computed_plan === null) return enqueuePlan(context, prepared, preview, options);
    // No routes are created from a plan whose caller has disconnected.
    if (context.request.disconnected?.().aborted) throw refuse("caller_disconnected");
    const { plan } = computed_plan;
    const plan_answer = {
      result: true,
      pending: false,
      preview,
      start: plan.start ?? null,
      orders: prepared.orders,
      unassigned: plan.unassigned,
      drivers_left_out: prepared.drivers_left_out,
      totals: plan.totals,
      queue: null,
    };
    const id = await insertRun(context, { date, pool, preview, options, computed_plan, started_at: now });
    const route_ids = preview ? new Map<number, number>() : await commitPlan(context, id, plan, pool);
    if (!preview) await storeCommitted(context, id);
    emitFinished(context, { id, is_new: true, date, preview, state: "COMPLETED" }, computed_plan, [
      ...route_ids.values(),
    ]);
    // A dry run is rolled back, so its ids must not be returned.
    const routes = buildPlannedRoutes(plan, dry_run ? new Map() : route_ids);
    return {
      ...plan_answer,
      plan_run_id: dry_run ? null : id,
      routes: view === "summary" ? routes.map((route) => ({ ...route, ...SHORT })) : routes,
    };
  },
  // The plan of a dry run is not stored.
  unpredicted: ["plan_run_id", "routes.route_id"],
});

function describePlanRun({ plan_run }: Record<string, unknown>): WorkState {
  const run = plan_run as Static<typeof PlanRunDetail>;
  const { id, state, created_at, started_at, finished_at, failure, preview, progress } = run;
  const { start, orders, routes, unassigned, drivers_left_out, totals } = run;
  return {
    state,
    created_at,
    started_at,
    finished_at,
    failure,
    progress:
      progress === null ? null : `${progress.vehicles} routes, ${progress.unassigned} unassigned so far`,
    answer: {
      result: true,
      pending: false,
      plan_run_id: id,
      preview,
      start,
      orders,
      routes: routes.map((route) => ({ ...route, stops: [] })),
      unassigned,
      drivers_left_out,
      totals,
      queue: null,
    },
  };
}

async function enqueuePlan(
  context: Refusing,
  { date, pool, orders, drivers_left_out }: Prepared,
  preview: boolean,
  options: PlanOptions,
) {
  const { actor, business_id, db, emit, enqueue, now } = context;
  const { engine, time_limit_s } = withDefaults(options);
  const seconds = computeSolverSeconds(engine, time_limit_s);
  await lockQueue(db, PLAN_JOB);
  const open = await listOpenJobs(db, PLAN_JOB);
  const { round, retry_after_s } = assignRound(open, business_id, seconds, now);
  if (retry_after_s !== null) throw refuseTooMany(context, retry_after_s);
  const run = { date, pool, preview, options, computed_plan: null, started_at: null };
  const plan_run_id = await insertRun(context, run);
  emit({
    subject: { type: "plan_run", id: plan_run_id, is_new: true },
    kind: "plan.run_requested",
    payload: { date, preview },
    after: { state: "QUEUED" },
  });
  const data: PlanJob = { business_id, account_id: actor.account_id, plan_run_id, seconds };
  enqueue({ name: PLAN_JOB, data: { ...data }, priority: getPriority(round) });
  return {
    result: true,
    pending: true,
    plan_run_id,
    preview,
    start: null,
    orders,
    routes: [],
    unassigned: [],
    drivers_left_out,
    totals: null,
    queue: computeRoundPosition(open, round, now),
  };
}

function refuseTooMany({ refuse }: Refusing, retry_after_s: number) {
  return refuse("too_many_plans", {
    message: messages.too_many_plans,
    values: { seconds: retry_after_s },
    headers: { "retry-after": String(retry_after_s) },
  });
}

/** Converts the expected errors of planning into refusals; any other error is a bug and is returned unchanged. */
function toRefusal(context: Refusing, error: unknown): unknown {
  const { refuse } = context;
  if (error instanceof PlanInputError)
    return refuse(error.code, { message: error.text, errors: error.errors });
  if (error instanceof UnsolvableProblem)
    return refuse("unsolvable", { message: plainMessage({ en: error.message }, "solver") });
  if (error instanceof RoadMatrixUnavailable)
    return refuse("road_matrix_unavailable", { message: describeRoadFault(error) });
  if (error instanceof TooManyPlans) return refuseTooMany(context, error.retry_after_s);
  return error;
}
