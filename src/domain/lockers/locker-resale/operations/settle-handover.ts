/** Decide a dispute. What is still in the compartment can be taken out by that side then; else staff gave it to that side. */
import Type from "typebox";
import { CODE_REFUSALS } from "#domain/lockers/lockers/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { changeStatus, prepareReturn, refuseStatus } from "../change.ts";
import { lockHandover, SIDE_REFUSALS } from "../load.ts";
import { answerHandover } from "../present.ts";
import { decideSettlement } from "../rules.ts";
import { HandoverAnswer } from "../shapes.ts";

export const settleHandover = defineOperation({
  name: "resaleHandoverSettle",
  summary: "Settle a dispute of a handover",
  access: { scopes: ["lockers:write"] },
  rest: { method: "POST", path: "/api/v1/locker-resale/handovers/{handover_id}/settle" },
  localised: true,
  input: Type.Object({
    handover_id: Ref("resale_handover"),
    outcome: StringEnum(["to_buyer", "to_seller"], { description: "Who gets the item, or has it." }),
  }),
  output: HandoverAnswer,
  refusals: { ...SIDE_REFUSALS, ...CODE_REFUSALS, wrong_status: "conflict" },

  async run(context, { handover_id, outcome }) {
    const { row, target } = await lockHandover(context, handover_id, ["business"]);
    if (row.status !== "DISPUTED") throw refuseStatus(context, row);
    const status = decideSettlement(outcome, target !== undefined);
    const after = await changeStatus(context, row, status, "settled", {
      ...(status === "CODE_ISSUED"
        ? {
            released_at: row.released_at ?? context.now.toISOString(),
            looked_at: null,
            inspection_until: null,
          }
        : {}),
    });
    if (status === "RETURN_TO_SELLER") await prepareReturn(context, target, after);
    return answerHandover(context, handover_id);
  },
});
