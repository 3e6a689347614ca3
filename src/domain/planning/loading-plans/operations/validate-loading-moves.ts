/** Say what a change by hand would break, and how weights and axles would be, without storing it. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { moveRefusals, movesInput, movesOutput, showViolations, tryMoves } from "../moves.ts";
import { getPlan, showSpace } from "../records/loading-plan.ts";

export const validateLoadingMoves = defineOperation({
  name: "loadingPlanValidate",
  summary: "Check a change of a loading plan by hand",
  effect: "read",
  access: { scopes: ["loading:read"] },
  rest: { method: "POST", path: "/api/v1/loading/plans/{loading_plan_id}/validate" },
  input: Type.Object({ loading_plan_id: Ref("loading_plan"), ...movesInput }),
  output: Type.Object({ result: Type.Boolean(), valid: Type.Boolean(), ...movesOutput }),
  refusals: moveRefusals,

  async run(context, { loading_plan_id, moves }) {
    const plan = await getPlan(context, loading_plan_id);
    const edit = tryMoves(context, plan, moves);
    const changed_spaces = edit.changed.map(({ space, space_no }) => showSpace(space, space_no - 1));
    return {
      result: true,
      valid: edit.violations.length === 0,
      violations: showViolations(edit),
      spaces: changed_spaces,
    };
  },
});
