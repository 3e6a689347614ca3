/** Dispute a handover: staff decide, by what the locker, photos and both sides say. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { DISPUTE_REFUSALS, disputeHandover as dispute } from "../dispute.ts";
import { lockHandover } from "../load.ts";
import { HandoverAnswer, PhotoIds, Reason } from "../shapes.ts";

export const disputeHandover = defineOperation({
  name: "resaleHandoverDispute",
  summary: "Dispute a handover",
  description:
    "From the deposit to three days after the end. Codes end, and the door stays closed until staff decide.",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/locker-resale/handovers/{handover_id}/dispute" },
  localised: true,
  input: Type.Object({
    handover_id: Ref("resale_handover"),
    reason: Reason,
    photo_file_ids: Type.Optional(PhotoIds),
  }),
  output: HandoverAnswer,
  refusals: DISPUTE_REFUSALS,

  run: async (context, { handover_id, ...request }) =>
    dispute(context, await lockHandover(context, handover_id, ["seller", "buyer", "business"]), request),
});
