/**
 * Buy a return label for a bought one: from its recipient to where it came from, or to another place.
 *
 * The rate is one for the way back (`is_return`), so that its price is known before. Our choice: the route of the design.
 */
import Type from "typebox";
import { rateRefusals } from "#domain/money/quotes/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { answerLabel } from "../answer.ts";
import { messages } from "../messages.ts";
import {
  buyMembers,
  claimRate,
  performPurchase,
  purchaseRefusals,
  requirePayable,
  settlePurchase,
} from "../purchase/buy.ts";
import { RateId } from "../purchase/buy-at-rate.ts";
import { startPurchase } from "../purchase/start.ts";
import { getLockedLabel } from "../records/label.ts";
import { labelAnswerMembers } from "../shapes.ts";
import { UNPREDICTED_OF_PURCHASE } from "../unpredicted.ts";

export const createReturnLabel = defineOperation({
  name: "labelserviceReturnLabel",
  summary: "Buy a return label",
  description:
    "For a label that was bought. Rate the way back first, with is_return true and the recipient's address as ship_from.",
  destructive: false,
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["labels:write"] },
  rest: {
    method: "POST",
    path: "/api/v1/labelservice/orders/{label_order_id}/return-label",
    status: 201,
    pending: "pending",
  },
  input: Type.Object({ label_order_id: Ref("label_order"), rate_id: Ref("rate", RateId), ...buyMembers }),
  output: Type.Object(labelAnswerMembers),
  refusals: { ...rateRefusals, ...purchaseRefusals, not_returnable: "conflict", not_a_return: "invalid" },

  async run(context, { label_order_id, rate_id, ref, label_format, pay_from }) {
    const { refuse } = context;
    requirePayable(context, pay_from);
    const order = await getLockedLabel(context, label_order_id);
    const { state, customer_id } = order;
    if (order.purchased_at === null || order.shipment.is_return)
      throw refuse("not_returnable", { message: messages.not_returnable, values: { state } });
    const purchase = await claimRate(context, { rate_id, customer_id, shipment: null, label_format });
    if (!purchase.shipment.is_return)
      throw refuse("not_a_return", {
        message: messages.not_a_return,
        errors: [{ field: "rate_id", message: messages.not_way_back }],
      });
    const bought = await startPurchase(context, purchase, { ref: ref ?? null, return_of_id: order.id });
    return answerLabel(context, bought.id);
  },
  perform: (context, _input, { label_order }) => performPurchase(context, label_order.id),
  settle: (context, _input, { label_order }, performed) => settlePurchase(context, label_order.id, performed),
  unpredicted: UNPREDICTED_OF_PURCHASE,
});
