/**
 * Buy a label whose purchase failed: at another rate, or at the price it was ordered at.
 *
 * Our choice: an addition beside the contract's `uniorder_purchase_label`, for labels that are no unified orders.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { answerLabel } from "../answer.ts";
import { performPurchase, settlePurchase } from "../purchase/buy.ts";
import { buyAgain, buyAgainRefusals } from "../purchase/buy-again.ts";
import { RateId } from "../purchase/buy-at-rate.ts";
import { getLockedLabel } from "../records/label.ts";
import { labelAnswerMembers } from "../shapes.ts";
import { UNPREDICTED_OF_PURCHASE } from "../unpredicted.ts";

export const purchaseLabel = defineOperation({
  name: "labelserviceOrderPurchase",
  summary: "Buy a label whose purchase failed",
  description:
    "At a fresh rate_id, which may be of another carrier; without one at the price it was ordered at, if the carrier charges no more.",
  risk: "high",
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["labels:write"] },
  rest: {
    method: "POST",
    path: "/api/v1/labelservice/orders/{label_order_id}/purchase",
    pending: "pending",
  },
  input: Type.Object({ label_order_id: Ref("label_order"), rate_id: Type.Optional(Ref("rate", RateId)) }),
  output: Type.Object(labelAnswerMembers),
  refusals: buyAgainRefusals,

  async run(context, { label_order_id, rate_id }) {
    const order = await getLockedLabel(context, label_order_id);
    await buyAgain(context, order, rate_id);
    return answerLabel(context, order.id);
  },
  perform: (context, { label_order_id }) => performPurchase(context, label_order_id),
  settle: (context, { label_order_id }, _answer, performed) =>
    settlePurchase(context, label_order_id, performed),
  unpredicted: UNPREDICTED_OF_PURCHASE,
});
