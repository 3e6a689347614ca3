/** Release the item to the buyer: the seller says that everything between the two is settled. Nothing else makes the pick code. */
import Type from "typebox";
import { CODE_REFUSALS, issueCode } from "#domain/lockers/lockers/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { takeStep } from "../change.ts";
import { lockHandover, SIDE_REFUSALS } from "../load.ts";
import { messages } from "../messages.ts";
import { answerHandover } from "../present.ts";
import { HandoverAnswer } from "../shapes.ts";

export const releaseHandover = defineOperation({
  name: "resaleHandoverRelease",
  summary: "Release the item of a handover to the buyer",
  description: "Makes the code that the buyer collects with. It cannot be taken back by the seller.",
  access: { roles: ["customer"], scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/locker-resale/handovers/{handover_id}/release" },
  localised: true,
  input: Type.Object({ handover_id: Ref("resale_handover") }),
  output: HandoverAnswer,
  refusals: { ...SIDE_REFUSALS, ...CODE_REFUSALS, not_deposited: "conflict", wrong_status: "conflict" },

  async run(context, { handover_id }) {
    const { now, refuse } = context;
    const { row, target } = await lockHandover(context, handover_id, ["seller"]);
    if (row.status === "LISTED" || row.status === "DEPOSIT_RESERVED")
      throw refuse("not_deposited", { message: messages.not_deposited });
    await takeStep(context, row, "released", { released_at: now.toISOString() });
    if (target !== undefined) await issueCode(context, target, "collect", true);
    return answerHandover(context, handover_id);
  },
});
