/** Open the door for the buyer, who looks at the item and collects it, or closes the door with it inside. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { INSPECT_REFUSALS, inspect } from "../buyer.ts";
import { lockHandover } from "../load.ts";
import { OpeningAnswer, PresencePosition } from "../shapes.ts";

export const inspectHandover = defineOperation({
  name: "resaleHandoverInspect",
  summary: "Inspect the item of a handover",
  access: { roles: ["customer"], scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/locker-resale/handovers/{handover_id}/inspect" },
  localised: true,
  input: Type.Object({ handover_id: Ref("resale_handover"), position: PresencePosition }),
  output: OpeningAnswer,
  refusals: INSPECT_REFUSALS,

  run: async (context, { handover_id, ...request }) =>
    inspect(context, await lockHandover(context, handover_id, ["buyer"]), request),
});
