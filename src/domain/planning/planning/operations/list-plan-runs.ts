/** Plan runs, newest first. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { countRows, readListPage } from "#platform/db/list-page.ts";
import { CalendarDate, StringEnum } from "#vocabulary/basics.ts";
import { BY_ID, buildWindow, CursorInput, CursorOutput } from "#vocabulary/cursor-page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { PLAN_STATES, PlanRunSummary, toRunSummary } from "../shapes.ts";

export const listPlanRuns = defineOperation({
  name: "clientPlanRuns",
  summary: "List plan runs",
  effect: "read",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:read"] },
  rest: { method: "GET", path: "/api/v1/client/plan-runs" },
  input: Type.Object({
    ...CursorInput,
    date: Type.Optional(CalendarDate),
    state: Type.Optional(StringEnum(PLAN_STATES)),
  }),
  output: Type.Object({ ...CursorOutput, plan_runs: Type.Array(PlanRunSummary) }),

  async run({ actor, db, business_id }, input) {
    const contractor_id = actor.role === "broker_employee" ? (actor.contractor_id ?? -1) : null;
    const filters = [business_id, input.date ?? null, input.state ?? null, contractor_id];
    const where = `business_id = $1 and ($2::date is null or date = $2) and ($3::text is null or state = $3)
      and ($4::bigint is null or contractor_id = $4)`;
    const window = buildWindow(input, BY_ID, { condition: where, values: filters });
    const { rows, paging } = await readListPage<Parameters<typeof toRunSummary>[0]>(
      db,
      window,
      `select id, date, state, preview, engine, options, seed, inputs_hash, failure, contractor_id, created_by, created_at,
         started_at, finished_at, committed_at, plan -> 'totals' as totals
       from plan_run where ${where}${window.sql}`,
      countRows(db, `from plan_run where ${where}`, filters),
    );
    return { ...paging, plan_runs: rows.map(toRunSummary) };
  },
});
