/** Return a part of what was paid for a ship-out to the account that paid. The price falls by it. */
import Type from "typebox";
import { lockBill, refundBill, refundRefusals } from "#domain/customer/bills/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { answerCustomerShipout } from "../answer.ts";
import { changeShipout, getLockedShipout } from "../records/shipout.ts";
import { CustomerShipoutAnswer } from "../shapes.ts";

export const refundShipout = defineOperation({
  name: "clientShipoutRefund",
  summary: "Refund a ship-out",
  effect: "write",
  risk: "high",
  access: { roles: BUSINESS_ROLES, scopes: ["storage:write", "wallet:write"] },
  rest: { method: "POST", path: "/api/v1/client/shipout-orders/{shipout_id}/refund" },
  input: Type.Object({
    shipout_id: Ref("shipout"),
    amount_minor: Type.Integer({ minimum: 1, maximum: 1e12, description: "Of what was paid, minor units." }),
    reason: Type.String({ minLength: 1, maxLength: 200, pattern: "\\S", description: "For the customer." }),
  }),
  output: CustomerShipoutAnswer,
  refusals: refundRefusals,

  async run(context, { shipout_id, amount_minor, reason }) {
    const shipout = await getLockedShipout(context, shipout_id);
    const bill = await lockBill(context, { type: "shipout", id: shipout.id });
    await refundBill(context, bill, { amount_minor, reason });
    await changeShipout(context, shipout, { trigger: "refund" });
    return answerCustomerShipout(context, shipout.id);
  },
});
