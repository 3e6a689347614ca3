/** Get a plan run: its progress while it runs, its plan with the reasons afterwards. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { listOpenJobs } from "#platform/jobs/open-jobs.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { findRunPosition, PLAN_JOB } from "../background-queue.ts";
import { buildRunView, findRunRoutes, getVisibleRun } from "../records/plan-run.ts";
import { PlanRunDetail } from "../shapes.ts";

export const getPlanRun = defineOperation({
  name: "clientPlanRun",
  summary: "Get a plan run with its progress and result",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:read"] },
  rest: { method: "GET", path: "/api/v1/client/plan-runs/{plan_run_id}" },
  input: Type.Object({ plan_run_id: Ref("plan_run") }),
  output: Type.Object({ result: Type.Boolean(), plan_run: PlanRunDetail }),

  async run(context, { plan_run_id }) {
    const { db, business_id, now } = context;
    const run = await getVisibleRun(context, plan_run_id);
    const route_ids =
      run.committed_at === null
        ? new Map<number, number>()
        : await findRunRoutes(db, business_id, plan_run_id);
    const place =
      run.state === "QUEUED"
        ? findRunPosition(await listOpenJobs(db, PLAN_JOB), plan_run_id, now)
        : undefined;
    return { result: true, plan_run: buildRunView(run, route_ids, place) };
  },
});
