/** Cancel a ship-out of a customer that is not being picked. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCustomerShipout } from "../answer.ts";
import { cancelLockedShipout, cancelRefusals } from "../cancel.ts";
import { getLockedShipout } from "../records/shipout.ts";
import { CustomerShipoutAnswer } from "../shapes.ts";

export const cancelCustomerShipout = defineOperation({
  name: "clientShipoutCancel",
  summary: "Cancel a ship-out of a customer",
  risk: "high",
  access: { scopes: ["storage:write"] },
  rest: { method: "POST", path: "/api/v1/client/shipout-orders/{shipout_id}/cancel" },
  input: Type.Object({ shipout_id: Ref("shipout") }),
  output: CustomerShipoutAnswer,
  refusals: cancelRefusals,

  async run(context, { shipout_id }) {
    const shipout = await getLockedShipout(context, shipout_id);
    await cancelLockedShipout(context, shipout);
    return answerCustomerShipout(context, shipout.id);
  },
});
