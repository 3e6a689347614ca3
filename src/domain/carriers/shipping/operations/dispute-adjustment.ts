/**
 * Dispute a correction, with what was measured here.
 *
 * Carriers take disputes in their own forms: what is recorded here is the case, with its evidence, for that form.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { LabelAdjustment, Measures, toAdjustment } from "../adjustments/shapes.ts";
import { decisionRefusals, lockOpenAdjustment, recordDecision } from "../records/label-adjustment.ts";

export const disputeAdjustment = defineOperation({
  name: "labelserviceAdjustmentDispute",
  summary: "Dispute a correction of a carrier",
  access: { scopes: ["labels:write"] },
  rest: { method: "POST", path: "/api/v1/labelservice/adjustments/{adjustment_id}/dispute" },
  input: Type.Object({
    adjustment_id: Ref("label_adjustment"),
    reason: Type.String({ minLength: 1, maxLength: 1000, pattern: "\\S" }),
    measured: Type.Optional({ ...Measures, description: "What was measured here; as recorded if absent." }),
  }),
  output: Type.Object({ result: Type.Boolean(), adjustment: LabelAdjustment }),
  refusals: decisionRefusals,

  async run(context, { adjustment_id, reason, measured }) {
    const row = await lockOpenAdjustment(context, adjustment_id);
    const evidence = measured === undefined ? row.evidence : { ...row.evidence, measured };
    const decided = await recordDecision(context, row, {
      state: "disputed",
      dispute_reason: reason.trim(),
      evidence,
    });
    return { result: true, adjustment: toAdjustment(decided) };
  },
});
