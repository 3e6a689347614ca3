/** Lock a plan that is loaded like this, or open it again while nothing of it is scanned. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { buildPlanView, LoadingPlanRecord, lockPlan, stepRefusals } from "../records/loading-plan.ts";
import { loadScans } from "../records/loading-scan.ts";
import { LoadingPlan } from "../shapes.ts";

export const lockLoadingPlan = defineOperation({
  name: "loadingPlanLock",
  summary: "Lock a loading plan, or unlock it",
  access: { scopes: ["loading:write"] },
  rest: { method: "POST", path: "/api/v1/loading/plans/{loading_plan_id}/lock" },
  input: Type.Object({
    loading_plan_id: Ref("loading_plan"),
    locked: Type.Optional(Type.Boolean({ description: "True if absent; false opens it again." })),
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), loading_plan: LoadingPlan }),
  refusals: { ...stepRefusals, scanned_already: "conflict" },

  async run(context, { loading_plan_id, locked = true }) {
    const { now, refuse, expectVersion, emit } = context;
    const plan = await lockPlan(context, loading_plan_id, locked ? "locked" : "unlocked");
    expectVersion(plan.version);
    const scans = await loadScans(context, loading_plan_id);
    if (!locked && scans.length > 0) throw refuse("scanned_already", { message: messages.scanned_already });
    const state = locked ? "locked" : plan.is_edited ? "edited" : "solved";
    const after = await LoadingPlanRecord.change(context, plan, {
      state,
      locked_at: locked ? (plan.locked_at ?? now.toISOString()) : null,
    });
    emit({
      subject: { type: "loading_plan", id: loading_plan_id },
      kind: locked ? "loading.locked" : "loading.unlocked",
      before: { state: plan.state },
      after: { state },
    });
    return { result: true, version: after.version, loading_plan: buildPlanView(context, after, scans) };
  },
});
