/** Open the door for the holder of a claim link, who takes the item. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { COLLECT_REFUSALS, collect } from "../buyer.ts";
import { LINK_OPERATIONS } from "../links.ts";
import { lockLinkedHandover } from "../load.ts";
import { HANDOVER } from "../records/handover.ts";
import { OpeningAnswer, PresencePosition, Step } from "../shapes.ts";

export const collectClaim = defineOperation({
  name: LINK_OPERATIONS.collect,
  summary: "Collect the item of a claim link",
  access: { roles: [], scopes: [], link: HANDOVER },
  rest: { method: "POST", path: "/api/v1/locker-resale/claim/collect" },
  localised: true,
  input: Type.Object({ step: Step, position: PresencePosition }),
  output: OpeningAnswer,
  refusals: COLLECT_REFUSALS,

  run: async (context, request) => collect(context, await lockLinkedHandover(context), request),
});
