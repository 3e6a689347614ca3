/** Open the door for the buyer, who takes the item; without a sensor the buyer says so. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { COLLECT_REFUSALS, collect } from "../buyer.ts";
import { lockHandover } from "../load.ts";
import { OpeningAnswer, PresencePosition, Step } from "../shapes.ts";

export const collectHandover = defineOperation({
  name: "resaleHandoverCollect",
  summary: "Collect the item of a handover",
  access: { roles: ["customer"], scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/locker-resale/handovers/{handover_id}/collect" },
  localised: true,
  input: Type.Object({ handover_id: Ref("resale_handover"), step: Step, position: PresencePosition }),
  output: OpeningAnswer,
  refusals: COLLECT_REFUSALS,

  run: async (context, { handover_id, ...request }) =>
    collect(context, await lockHandover(context, handover_id, ["buyer"]), request),
});
