/** Reject the item, which lies in the closed compartment: it goes back to the seller. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { REJECT_REFUSALS, reject } from "../buyer.ts";
import { lockHandover } from "../load.ts";
import { HandoverAnswer, Reason } from "../shapes.ts";

export const rejectHandover = defineOperation({
  name: "resaleHandoverReject",
  summary: "Reject the item of a handover",
  description:
    "The door is closed, and the sensor says that something is in it; without a sensor a photo shows it.",
  access: { roles: ["customer"], scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/locker-resale/handovers/{handover_id}/reject" },
  localised: true,
  input: Type.Object({
    handover_id: Ref("resale_handover"),
    reason: Reason,
    photo_file_id: Type.Optional(Ref("file")),
  }),
  output: HandoverAnswer,
  refusals: REJECT_REFUSALS,

  run: async (context, { handover_id, ...request }) =>
    reject(context, await lockHandover(context, handover_id, ["buyer"]), request),
});
