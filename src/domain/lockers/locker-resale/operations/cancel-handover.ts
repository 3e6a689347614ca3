/** Cancel a handover: the seller until the release, staff until the item is collected. What is in a compartment goes back. */
import Type from "typebox";
import { CODE_REFUSALS, releaseReservation } from "#domain/lockers/lockers/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { prepareReturn, takeStep } from "../change.ts";
import { endLink } from "../links.ts";
import { lockHandover, SIDE_REFUSALS } from "../load.ts";
import { messages } from "../messages.ts";
import { answerHandover } from "../present.ts";
import { refusalToBuyer } from "../rules.ts";
import { HandoverAnswer } from "../shapes.ts";

export const cancelHandover = defineOperation({
  name: "resaleHandoverCancel",
  summary: "Cancel a handover",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/locker-resale/handovers/{handover_id}/cancel" },
  localised: true,
  input: Type.Object({ handover_id: Ref("resale_handover") }),
  output: HandoverAnswer,
  refusals: {
    ...SIDE_REFUSALS,
    ...CODE_REFUSALS,
    wrong_status: "conflict",
    already_released: "conflict",
    door_in_use: "conflict",
    compartment_busy: "conflict",
  },

  async run(context, { handover_id }) {
    const { refuse } = context;
    const { row, side, target } = await lockHandover(context, handover_id, ["seller", "business"]);
    if (side === "seller" && refusalToBuyer(row.status, row.status_reason) === null)
      throw refuse("already_released", { message: messages.already_released });
    const after = await takeStep(context, row, side === "seller" ? "cancelled" : "cancelled_by_staff");
    if (after.status === "RETURN_TO_SELLER") await prepareReturn(context, target, after);
    else {
      // The handover has ended already when the locker tells that the hold has.
      if (target !== undefined) await releaseReservation(context as never, target);
      await endLink(context as never, after);
    }
    return answerHandover(context, handover_id);
  },
});
