/**
 * A piece is loaded: compare it with the plan. What differs is recorded and said, not refused: the piece is in the space already.
 * The first scan locks the plan; the last piece of the plan ends it.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { ScannedCode } from "#vocabulary/scanned-code.ts";
import { messages } from "../messages.ts";
import { buildPlanView, LoadingPlanRecord, lockPlan, stepRefusals } from "../records/loading-plan.ts";
import { buildScan, LoadingScanRecord, loadScans } from "../records/loading-scan.ts";
import { decideScan, isEverythingLoaded } from "../scans.ts";
import { LoadingPlan, Scan } from "../shapes.ts";

export const scanLoading = defineOperation({
  name: "loadingPlanScan",
  summary: "Record that a piece is loaded",
  destructive: false,
  access: { scopes: ["loading:write"] },
  rest: { method: "POST", path: "/api/v1/loading/plans/{loading_plan_id}/scan" },
  input: Type.Object({
    loading_plan_id: Ref("loading_plan"),
    code: ScannedCode,
    space_no: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, description: "Where it was put; 1 if absent." }),
    ),
    note: Type.Optional(Type.String({ maxLength: 500 })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    as_planned: Type.Boolean(),
    scan: Scan,
    version: Type.Integer(),
    loading_plan: LoadingPlan,
  }),
  refusals: { ...stepRefusals, not_solved: "conflict", unknown_space_no: "invalid" },

  async run(context, { loading_plan_id, code, space_no = 1, note = "" }) {
    const { actor, refuse, emit } = context;
    const now = context.now.toISOString();
    const plan = await lockPlan(context, loading_plan_id, "scanned");
    context.expectVersion(plan.version);
    const { solution } = plan;
    if (solution === null) throw refuse("not_solved", { message: messages.not_solved });
    if (space_no > solution.spaces.length)
      throw refuse("unknown_space_no", {
        message: messages.unknown_space_no,
        values: { number: space_no },
        errors: [{ field: "space_no", message: messages.not_between.with({ last: solution.spaces.length }) }],
      });
    const before = await loadScans(context, loading_plan_id);
    const { item, deviation } = decideScan(plan.contents, solution, before, code.trim(), space_no);
    const scan = await LoadingScanRecord.insert(context, {
      plan_id: loading_plan_id,
      code: code.trim(),
      item,
      space_no,
      deviation,
      note,
      scanned_by: actor.account_id,
      scanned_at: now,
    });
    const scans = [...before, scan];
    const is_done = plan.executed_at === null && isEverythingLoaded(solution, scans);
    const state = is_done ? "executed" : plan.state === "executed" ? "executed" : "locked";
    const after = await LoadingPlanRecord.change(context, plan, {
      state,
      locked_at: plan.locked_at ?? now,
      executed_at: is_done ? now : plan.executed_at,
    });
    const subject = { type: "loading_plan", id: loading_plan_id } as const;
    const states = { before: { state: plan.state }, after: { state } };
    if (deviation === null)
      emit({ subject, kind: "loading.scanned", payload: { code: scan.code, space_no }, ...states });
    else
      emit({
        subject,
        kind: "loading.deviated",
        payload: { code: scan.code, space_no, deviation, route_id: plan.route_id },
        ...states,
      });
    if (is_done)
      emit({
        subject,
        kind: "loading.executed",
        payload: { deviations: scans.filter((one) => one.deviation !== null).length },
      });
    return {
      result: true,
      as_planned: deviation === null,
      scan: buildScan(scan),
      version: after.version,
      loading_plan: buildPlanView(context, after, scans),
    };
  },
});
