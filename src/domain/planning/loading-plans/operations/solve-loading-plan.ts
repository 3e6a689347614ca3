/** Solve a loading plan, at once or in the background. */
import Type from "typebox";
import {
  countPieces,
  pickOptions,
  prepareSolve,
  solveRefusals,
  storeOrQueue,
} from "#domain/planning/goods-plans/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { buildPlanView, getPlan, lockPlan, refuseStep, stepRefusals } from "../records/loading-plan.ts";
import { LoadingPlan, optionMembers, SYNC_PIECES } from "../shapes.ts";
import { loadingSolving } from "../solving.ts";

export const solveLoadingPlan = defineOperation({
  name: "loadingPlanSolve",
  summary: "Solve a loading plan",
  description:
    "Chooses spaces and where each piece stands. With async, or with many pieces, the answer comes at once and the plan is solved in " +
    "the background: read its progress with loadingPlan, stop it with loadingPlanCancel.",
  access: { scopes: ["loading:write"] },
  rest: { method: "POST", path: "/api/v1/loading/plans/{loading_plan_id}/solve", pending: "pending" },
  checks_idempotency_first: true,
  input: Type.Object({
    loading_plan_id: Ref("loading_plan"),
    ...optionMembers,
    async: Type.Optional(
      Type.Boolean({ description: "Solve it in the background; absent: above 300 pieces." }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    pending: Type.Boolean({ description: "True while the plan is still to be solved." }),
    version: Type.Integer(),
    loading_plan: LoadingPlan,
  }),
  refusals: {
    ...solveRefusals,
    ...stepRefusals,
    plan_outdated: "conflict",
    time_limit_too_long: "invalid",
  },

  async prepare(context, { loading_plan_id, async: wants_background, ...input }) {
    const plan = await getPlan(context, loading_plan_id);
    refuseStep(context, plan, "solved");
    const options = { ...plan.options, ...pickOptions(input) };
    const in_background = wants_background ?? countPieces(plan.contents.items) > SYNC_PIECES;
    return prepareSolve(context, loadingSolving, plan, options, in_background);
  },

  async run(context, { loading_plan_id }, prepared) {
    const { refuse, expectVersion, request } = context;
    if (request.disconnected?.().aborted) throw refuse("caller_disconnected");
    const plan = await lockPlan(context, loading_plan_id, "solved");
    expectVersion(plan.version);
    const after = await storeOrQueue(context, loadingSolving, plan, prepared);
    return {
      result: true,
      pending: prepared.solved === null,
      version: after.version,
      loading_plan: buildPlanView(context, after, []),
    };
  },
});
