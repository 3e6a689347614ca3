/**
 * Buy the label of a unified order that was kept without one.
 *
 * Source: docs/contract/mcp.md, `uniorder_purchase_label`; the route and `rate_id` are our choice.
 */
import Type from "typebox";
import {
  buyAgain,
  buyAgainRefusals,
  lockLabel,
  performPurchase,
  settlePurchase,
} from "#domain/carriers/shipping/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { RateId } from "../create.ts";
import { messages } from "../messages.ts";
import { getUnified } from "../records/unified-order.ts";
import { answerUnified, unifiedAnswerMembers } from "../shapes.ts";

export const purchaseUniorderLabel = defineOperation({
  name: "uniorderPurchaseLabel",
  summary: "Buy the label of a unified order",
  description:
    "For state LABEL_PURCHASE_FAILED: at a fresh rate_id, or without one at the price it was ordered at, if the carrier charges no more.",
  risk: "high",
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["uniorder:write"] },
  rest: { method: "POST", path: "/api/v1/uniorder/{uniorder_id}/purchase-label", pending: "pending" },
  mcp: { user: "uniorder_purchase_label" },
  input: Type.Object({ uniorder_id: Ref("unified_order"), rate_id: Type.Optional(Ref("rate", RateId)) }),
  output: Type.Object(unifiedAnswerMembers),
  refusals: { ...buyAgainRefusals, not_a_label: "conflict", already_purchased: "conflict" },

  async run(context, { uniorder_id, rate_id }) {
    const { refuse } = context;
    const row = await getUnified(context, uniorder_id);
    if (row.label_order_id === null) throw refuse("not_a_label", { message: messages.not_a_label });
    const label = await lockLabel(context, row.label_order_id);
    if (label === undefined) throw new Error("The label of a unified order was gone.");
    const { state } = label;
    if (label.purchased_at !== null)
      throw refuse("already_purchased", {
        message: messages.already_purchased,
        values: { state },
        extra: { state },
      });
    await buyAgain(context, label, rate_id);
    return answerUnified(context, row);
  },

  perform: (context, _input, { uniorder: { label_order_id } }) =>
    performPurchase(context, label_order_id ?? 0),

  async settle(context, _input, { uniorder: { id, label_order_id } }, performed) {
    const settled = await settlePurchase(context, label_order_id ?? 0, performed);
    if (settled instanceof Refusal) return settled;
    return answerUnified(context, await getUnified(context, id));
  },
  unpredicted: [
    "pending",
    "uniorder.state",
    "uniorder.underlying_state",
    "uniorder.tracking_numbers",
    "uniorder.label_available",
  ],
});
