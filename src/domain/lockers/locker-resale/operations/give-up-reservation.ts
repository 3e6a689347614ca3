/** Give up the compartment of a handover before anything is in it, to reserve another one. What was held for its use is free again. */
import Type from "typebox";
import { releaseReservation } from "#domain/lockers/lockers/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { takeStep } from "../change.ts";
import { lockHandover, SIDE_REFUSALS } from "../load.ts";
import { answerHandover } from "../present.ts";
import { HandoverAnswer } from "../shapes.ts";

export const giveUpReservation = defineOperation({
  name: "resaleHandoverReservationRelease",
  summary: "Give up the compartment of a handover",
  access: { roles: ["customer"], scopes: ["lockers:use"] },
  rest: { method: "DELETE", path: "/api/v1/locker-resale/handovers/{handover_id}/reservation" },
  localised: true,
  input: Type.Object({ handover_id: Ref("resale_handover") }),
  output: HandoverAnswer,
  refusals: {
    ...SIDE_REFUSALS,
    wrong_status: "conflict",
    door_in_use: "conflict",
    compartment_busy: "conflict",
  },

  async run(context, { handover_id }) {
    const { row, target } = await lockHandover(context, handover_id, ["seller"]);
    // It is listed already when the locker tells that the hold has ended.
    await takeStep(context, row, "given_up");
    if (target !== undefined) await releaseReservation(context as never, target);
    return answerHandover(context, handover_id);
  },
});
