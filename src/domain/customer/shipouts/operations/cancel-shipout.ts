/**
 * Cancel a ship-out that is not being picked. Its packages can be shipped out again, and what was paid is returned.
 *
 * Source: docs/contract/mcp.md, `cancel_shipout`.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerOwnShipout } from "../answer.ts";
import { cancelLockedShipout, cancelRefusals } from "../cancel.ts";
import { getLockedShipout } from "../records/shipout.ts";
import { ShipoutAnswer } from "../shapes.ts";

export const cancelShipout = defineOperation({
  name: "customerShipoutCancel",
  summary: "Cancel a ship-out",
  description:
    "Until its packages are picked; 409 after. The packages are released, and what was paid is returned to where it came from.",
  risk: "high",
  access: { roles: ["customer"], scopes: ["storage:write"] },
  rest: { method: "POST", path: "/api/v1/customer/shipout-orders/{shipout_id}/cancel" },
  mcp: { user: "cancel_shipout" },
  input: Type.Object({ shipout_id: Ref("shipout") }),
  output: ShipoutAnswer,
  refusals: cancelRefusals,

  async run(context, { shipout_id }) {
    const shipout = await getLockedShipout(context, shipout_id);
    await cancelLockedShipout(context, shipout);
    return answerOwnShipout(context, shipout.id);
  },
});
