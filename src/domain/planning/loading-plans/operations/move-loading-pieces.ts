/** Move pieces by hand, take them out, or put unplaced ones in. A change that breaks a limit is refused and changes nothing. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { check } from "#solvers/loading/checker.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { moveRefusals, movesInput, tryMoves } from "../moves.ts";
import { buildPlanView, LoadingPlanRecord, lockPlan, stepRefusals } from "../records/loading-plan.ts";
import { buildProblem } from "../rules.ts";
import { LoadingPlan } from "../shapes.ts";

export const moveLoadingPieces = defineOperation({
  name: "loadingPlanMove",
  summary: "Move pieces of a loading plan",
  access: { scopes: ["loading:write"] },
  rest: { method: "POST", path: "/api/v1/loading/plans/{loading_plan_id}/move" },
  input: Type.Object({ loading_plan_id: Ref("loading_plan"), ...movesInput }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), loading_plan: LoadingPlan }),
  refusals: { ...moveRefusals, ...stepRefusals, breaks_limits: "conflict" },

  async run(context, { loading_plan_id, moves }) {
    const { refuse, expectVersion, emit } = context;
    const plan = await lockPlan(context, loading_plan_id, "moved");
    expectVersion(plan.version);
    const edit = tryMoves(context, plan, moves);
    if (edit.violations.length > 0)
      throw refuse("breaks_limits", {
        message: messages.breaks_limits,
        errors: edit.violations.slice(0, 20).map(({ kind, item_id, space_no, message }) => ({
          field: "moves",
          code: kind,
          message:
            item_id === undefined
              ? messages.in_space.with({ number: space_no, reason: message })
              : messages.in_space_item.with({ number: space_no, item: item_id, reason: message }),
        })),
      });
    const faults = check(buildProblem(plan.contents), edit.solution);
    if (faults.length > 0)
      throw new Error(`A changed plan has wrong figures: ${JSON.stringify(faults.slice(0, 5))}`);
    const after = await LoadingPlanRecord.change(context, plan, {
      state: "edited",
      is_edited: true,
      solution: edit.solution,
    });
    emit({
      subject: { type: "loading_plan", id: loading_plan_id },
      kind: "loading.edited",
      payload: { moves: moves.length },
      before: { state: plan.state },
      after: { state: "edited" },
    });
    return { result: true, version: after.version, loading_plan: buildPlanView(context, after, []) };
  },
});
