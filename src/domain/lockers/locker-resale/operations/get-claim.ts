/** The handover of a claim link, as its buyer sees it. */
import { getLinkedId } from "#operation/caller/link.ts";
import { defineOperation } from "#operation/define/define.ts";
import { LINK_OPERATIONS } from "../links.ts";
import { answerHandover } from "../present.ts";
import { HANDOVER } from "../records/handover.ts";
import { HandoverAnswer } from "../shapes.ts";

export const getClaim = defineOperation({
  name: LINK_OPERATIONS.get,
  summary: "Get the handover of a claim link",
  access: { roles: [], scopes: [], link: HANDOVER },
  rest: { method: "GET", path: "/api/v1/locker-resale/claim" },
  localised: true,
  output: HandoverAnswer,

  run: (context) => answerHandover(context, getLinkedId(context.actor, HANDOVER)),
});
