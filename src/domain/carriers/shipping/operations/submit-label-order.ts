/**
 * Create a carrier label order at a rate.
 *
 * Source: docs/contract/rest.md, "Other routes"; the body is our choice.
 */
import { defineOperation } from "#operation/define/define.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { performPurchase, settlePurchase } from "../purchase/buy.ts";
import { BuyInput, buyAtRate, buyRefusals, LabelAnswer } from "../purchase/buy-at-rate.ts";
import { UNPREDICTED_OF_PURCHASE } from "../unpredicted.ts";

export const submitLabelOrder = defineOperation({
  name: "labelserviceSubmitOrder",
  summary: "Buy a label",
  description:
    "Send a rate_id: the label costs exactly that, or nothing is bought (409). Without a shipment the quoted one is sent. With pending true the carrier has not answered; it is asked again, and nothing is bought twice.",
  destructive: false,
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["labels:write"] },
  rest: { method: "POST", path: "/api/v1/labelservice/submitOrder", status: 201, pending: "pending" },
  input: BuyInput,
  output: LabelAnswer,
  refusals: buyRefusals,

  run: buyAtRate,
  perform: (context, _input, { label_order }) => performPurchase(context, label_order.id),
  settle: (context, _input, { label_order }, performed) => settlePurchase(context, label_order.id, performed),
  unpredicted: UNPREDICTED_OF_PURCHASE,
});
