/** Plan runs, newest first. */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { CalendarDate, StringEnum } from "#vocabulary/basics.ts";
import { BY_ID } from "#vocabulary/cursor-page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { toRunSummary } from "../records/plan-run.ts";
import { PLAN_STATES, PlanRunSummary } from "../shapes.ts";

export const listPlanRuns = defineList({
  name: "clientPlanRuns",
  summary: "List plan runs",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:read"] },
  rest: { method: "GET", path: "/api/v1/client/plan-runs" },
  filters: { date: filter(CalendarDate), state: filter(StringEnum(PLAN_STATES)) },
  rows: { plan_runs: Type.Array(PlanRunSummary) },
  from: "plan_run",
  columns: `id, date, state, preview, engine, options, seed, inputs_hash, failure, contractor_id, created_by, created_at,
    started_at, finished_at, committed_at, plan -> 'totals' as totals`,
  where: "$contractor_id::bigint is null or contractor_id = $contractor_id",
  order: BY_ID,
  values: ({ actor }) => ({
    contractor_id: actor.role === "broker_employee" ? (actor.contractor_id ?? -1) : null,
  }),
  build: toRunSummary,
});
