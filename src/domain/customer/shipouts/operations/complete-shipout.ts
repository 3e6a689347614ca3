/** Record that a ship-out has arrived. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCustomerShipout } from "../answer.ts";
import { changeShipout, getAllowedNextStatus, getLockedShipout, moveRefusals } from "../records/shipout.ts";
import { CustomerShipoutAnswer } from "../shapes.ts";

export const completeShipout = defineOperation({
  name: "clientShipoutComplete",
  summary: "Complete a ship-out",
  access: { scopes: ["storage:write"] },
  rest: { method: "POST", path: "/api/v1/client/shipout-orders/{shipout_id}/complete" },
  input: Type.Object({ shipout_id: Ref("shipout") }),
  output: CustomerShipoutAnswer,
  refusals: moveRefusals,

  async run(context, { shipout_id }) {
    const shipout = await getLockedShipout(context, shipout_id);
    await changeShipout(context, shipout, {
      trigger: "complete",
      status: getAllowedNextStatus(context, shipout, "complete"),
      columns: { delivered_at: context.now.toISOString() },
    });
    return answerCustomerShipout(context, shipout.id);
  },
});
