/**
 * Create a unified order at a rate. One for a label whose purchase fails is kept, as LABEL_PURCHASE_FAILED.
 *
 * Source: docs/contract/mcp.md, `uniorder_create`; the body is our choice.
 */
import Type from "typebox";
import { performPurchase, recordPurchase } from "#domain/carriers/shipping/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { createMembers, createRefusals, createUnified } from "../create.ts";
import { getUnified } from "../records/unified-order.ts";
import { answerUnified, unifiedAnswerMembers } from "../shapes.ts";

export const createUniorder = defineOperation({
  name: "uniorderCreate",
  summary: "Create a unified order",
  description:
    "At a rate_id, for the shipment that was rated and at exactly its price. When the carrier does not sell the label the order is kept " +
    "in state LABEL_PURCHASE_FAILED, and its label can be bought later.",
  destructive: false,
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["uniorder:write"] },
  rest: { method: "POST", path: "/api/v1/uniorder", status: 201, pending: "pending" },
  mcp: { user: "uniorder_create" },
  input: Type.Object(createMembers),
  output: Type.Object(unifiedAnswerMembers),
  refusals: createRefusals,

  async run(context, input) {
    return answerUnified(context, await createUnified(context, input));
  },

  perform: async (context, _input, { uniorder: { label_order_id } }) =>
    label_order_id === null ? null : performPurchase(context, label_order_id),

  async settle(context, _input, { uniorder }, performed) {
    if (performed !== null) await recordPurchase(context, performed.asked, performed.outcome);
    return answerUnified(context, await getUnified(context, uniorder.id));
  },
  unpredicted: [
    "pending",
    "uniorder.state",
    "uniorder.underlying_state",
    "uniorder.tracking_numbers",
    "uniorder.label_available",
  ],
});
