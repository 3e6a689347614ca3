/** Charge what is left to pay to the settlement account of a customer that does not see the prices. It is paid then. */
import Type from "typebox";
import { settleBill, settleRefusals } from "#domain/customer/bills/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCustomerShipout } from "../answer.ts";
import { messages } from "../messages.ts";
import { followPayment } from "../pay.ts";
import { getLockedShipout, ShipoutBill } from "../records/shipout.ts";
import { CustomerShipoutAnswer } from "../shapes.ts";

export const settleShipout = defineOperation({
  name: "clientShipoutSettle",
  summary: "Settle a ship-out outside",
  risk: "high",
  access: { roles: ["client_admin", "employee"], scopes: ["storage:write", "wallet:write"] },
  rest: { method: "POST", path: "/api/v1/client/shipout-orders/{shipout_id}/settle" },
  input: Type.Object({ shipout_id: Ref("shipout") }),
  output: CustomerShipoutAnswer,
  refusals: { ...settleRefusals, shipout_cancelled: "conflict" },

  async run(context, { shipout_id }) {
    const shipout = await getLockedShipout(context, shipout_id);
    if (shipout.status === "CANCELLED")
      throw context.refuse("shipout_cancelled", { message: messages.cancelled });
    const bill = await ShipoutBill.lockOrderBill(context, shipout);
    await followPayment(context, shipout, { trigger: "settle", bill: await settleBill(context, bill) });
    return answerCustomerShipout(context, shipout.id);
  },
});
