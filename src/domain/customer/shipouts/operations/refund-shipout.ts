/** Return a part of what was paid for a ship-out to the account that paid. The price falls by it. */
import Type from "typebox";
import { refundRefusals } from "#domain/customer/bills/public.ts";
import { refundMembers } from "#domain/customer/service-orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCustomerShipout } from "../answer.ts";
import { getLockedShipout, ShipoutBill } from "../records/shipout.ts";
import { CustomerShipoutAnswer } from "../shapes.ts";

export const refundShipout = defineOperation({
  name: "clientShipoutRefund",
  summary: "Refund a ship-out",
  risk: "high",
  access: { roles: ["client_admin", "employee"], scopes: ["storage:write", "wallet:write"] },
  rest: { method: "POST", path: "/api/v1/client/shipout-orders/{shipout_id}/refund" },
  input: Type.Object({
    shipout_id: Ref("shipout"),
    ...refundMembers,
  }),
  output: CustomerShipoutAnswer,
  refusals: refundRefusals,

  async run(context, { shipout_id, ...refund }) {
    const shipout = await getLockedShipout(context, shipout_id);
    await ShipoutBill.refund(context, shipout, refund);
    return answerCustomerShipout(context, shipout.id);
  },
});
