/**
 * The same purchase on the older path.
 *
 * Source: docs/contract/mcp.md, \`create_shipping_label\`; the body is our choice.
 */
import { defineOperation } from "#operation/define/define.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { performPurchase, settlePurchase } from "../purchase/buy.ts";
import { BuyInput, buyAtRate, buyRefusals, LabelAnswer } from "../purchase/buy-at-rate.ts";
import { UNPREDICTED_OF_PURCHASE } from "../unpredicted.ts";

export const createShippingLabel = defineOperation({
  name: "shippingCreateLabel",
  summary: "Create a shipping label",
  description:
    "Send a rate_id: the label costs exactly that, or nothing is bought (409). Without a shipment the quoted one is sent. With pending true the carrier has not answered; it is asked again, and nothing is bought twice.",
  destructive: false,
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["labels:write"] },
  rest: { method: "POST", path: "/api/v1/shipping/createLabel", status: 201, pending: "pending" },
  mcp: { user: "create_shipping_label", developer: "create_shipping_label" },
  input: BuyInput,
  output: LabelAnswer,
  refusals: buyRefusals,

  run: buyAtRate,
  perform: (context, _input, { label_order }) => performPurchase(context, label_order.id),
  settle: (context, _input, { label_order }, performed) => settlePurchase(context, label_order.id, performed),
  unpredicted: UNPREDICTED_OF_PURCHASE,
});
