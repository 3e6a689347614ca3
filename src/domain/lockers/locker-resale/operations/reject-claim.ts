/** Reject the item of a claim link. The photo is one that the link has added. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { REJECT_REFUSALS, reject } from "../buyer.ts";
import { LINK_OPERATIONS } from "../links.ts";
import { lockLinkedHandover } from "../load.ts";
import { HANDOVER } from "../records/handover.ts";
import { HandoverAnswer, Reason } from "../shapes.ts";

export const rejectClaim = defineOperation({
  name: LINK_OPERATIONS.reject,
  summary: "Reject the item of a claim link",
  access: { roles: [], scopes: [], link: HANDOVER },
  rest: { method: "POST", path: "/api/v1/locker-resale/claim/reject" },
  localised: true,
  input: Type.Object({ reason: Reason, photo_file_id: Type.Optional(Ref("file")) }),
  output: HandoverAnswer,
  refusals: REJECT_REFUSALS,

  run: async (context, request) => reject(context, await lockLinkedHandover(context), request),
});
