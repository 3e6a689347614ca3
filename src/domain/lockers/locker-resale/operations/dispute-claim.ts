/** Dispute the handover of a claim link. The photos are those that the link has added. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { DISPUTE_REFUSALS, disputeHandover } from "../dispute.ts";
import { LINK_OPERATIONS } from "../links.ts";
import { lockLinkedHandover } from "../load.ts";
import { HANDOVER } from "../records/handover.ts";
import { HandoverAnswer, Reason } from "../shapes.ts";

export const disputeClaim = defineOperation({
  name: LINK_OPERATIONS.dispute,
  summary: "Dispute the handover of a claim link",
  access: { roles: [], scopes: [], link: HANDOVER },
  rest: { method: "POST", path: "/api/v1/locker-resale/claim/dispute" },
  localised: true,
  input: Type.Object({ reason: Reason }),
  output: HandoverAnswer,
  refusals: DISPUTE_REFUSALS,

  run: async (context, request) => disputeHandover(context, await lockLinkedHandover(context), request),
});
