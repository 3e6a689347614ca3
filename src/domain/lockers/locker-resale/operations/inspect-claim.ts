/** Open the door for the holder of a claim link, who looks at the item. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { INSPECT_REFUSALS, inspect } from "../buyer.ts";
import { LINK_OPERATIONS } from "../links.ts";
import { lockLinkedHandover } from "../load.ts";
import { HANDOVER } from "../records/handover.ts";
import { OpeningAnswer, PresencePosition } from "../shapes.ts";

export const inspectClaim = defineOperation({
  name: LINK_OPERATIONS.inspect,
  summary: "Inspect the item of a claim link",
  access: { roles: [], scopes: [], link: HANDOVER },
  rest: { method: "POST", path: "/api/v1/locker-resale/claim/inspect" },
  localised: true,
  input: Type.Object({ position: PresencePosition }),
  output: OpeningAnswer,
  refusals: INSPECT_REFUSALS,

  run: async (context, request) => inspect(context, await lockLinkedHandover(context), request),
});
