/**
 * Pay a ship-out from the own wallet: all that is left, or a part.
 *
 * Source: docs/contract/mcp.md, `pay_shipout`, and docs/contract/rest.md, "Cross-cutting rules" (price hiding).
 */
import Type from "typebox";
import { payFromWallet, payRefusals } from "#domain/customer/bills/public.ts";
import { paymentMembers } from "#domain/customer/service-orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerOwnShipout } from "../answer.ts";
import { messages } from "../messages.ts";
import { followPayment } from "../pay.ts";
import { getLockedShipout, ShipoutBill } from "../records/shipout.ts";
import { ShipoutAnswer } from "../shapes.ts";

export const payShipout = defineOperation({
  name: "customerShipoutPay",
  summary: "Pay a ship-out",
  description:
    "Takes what is left to pay from the wallet, or amount_minor of it. Too little in the wallet is 402; hidden prices are settled with the business: 403.",
  risk: "high",
  access: { roles: ["customer"], scopes: ["storage:write"] },
  rest: { method: "POST", path: "/api/v1/customer/shipout-orders/{shipout_id}/pay" },
  mcp: { user: "pay_shipout" },
  input: Type.Object({
    shipout_id: Ref("shipout"),
    ...paymentMembers,
  }),
  output: ShipoutAnswer,
  refusals: { ...payRefusals, shipout_cancelled: "conflict" },

  async run(context, { shipout_id, amount_minor }) {
    // The lock of the ship-out comes first: of two payments at once the second finds what the first left.
    const shipout = await getLockedShipout(context, shipout_id);
    if (shipout.status === "CANCELLED")
      throw context.refuse("shipout_cancelled", { message: messages.cancelled });
    const bill = await ShipoutBill.lockOrderBill(context, shipout);
    const paid = await payFromWallet(context, bill, amount_minor);
    await followPayment(context, shipout, { trigger: "pay", bill: paid });
    return answerOwnShipout(context, shipout.id);
  },
});
