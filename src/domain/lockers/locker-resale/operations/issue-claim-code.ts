/** The pick code, for the holder of a claim link. */
import { defineOperation } from "#operation/define/define.ts";
import { BUYER_CODE_REFUSALS, issueBuyerCode } from "../buyer.ts";
import { LINK_OPERATIONS } from "../links.ts";
import { lockLinkedHandover } from "../load.ts";
import { HANDOVER } from "../records/handover.ts";
import { CodeAnswer } from "../shapes.ts";

export const issueClaimCode = defineOperation({
  name: LINK_OPERATIONS.code,
  summary: "Issue the pick code of a claim link",
  access: { roles: [], scopes: [], link: HANDOVER },
  rest: { method: "POST", path: "/api/v1/locker-resale/claim/code" },
  secret_answer: true,
  localised: true,
  output: CodeAnswer,
  refusals: BUYER_CODE_REFUSALS,

  run: async (context) => issueBuyerCode(context, await lockLinkedHandover(context)),
});
