/**
 * Cancel a unified order: the own delivery, or the label at its carrier.
 *
 * Source: docs/contract/mcp.md, `uniorder_cancel`; the response is our choice.
 */
import Type from "typebox";
import {
  cancelRefusals,
  lockLabel,
  performCancellation,
  recordCancellation,
  startCancellation,
} from "#domain/carriers/shipping/public.ts";
import { COMMAND_REFUSALS, commandOne } from "#domain/orders/orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { getUnified } from "../records/unified-order.ts";
import { answerUnified, unifiedAnswerMembers } from "../shapes.ts";

export const cancelUniorder = defineOperation({
  name: "uniorderCancel",
  summary: "Cancel a unified order",
  description:
    "An own delivery as long as it is not delivered; a label is voided at its carrier, or refunded after the end of day. With pending " +
    "true the carrier has not decided yet.",
  risk: "high",
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["uniorder:write"] },
  rest: { method: "POST", path: "/api/v1/uniorder/{uniorder_id}/cancel", pending: "pending" },
  mcp: { user: "uniorder_cancel" },
  input: Type.Object({ uniorder_id: Ref("unified_order") }),
  output: Type.Object(unifiedAnswerMembers),
  refusals: { ...COMMAND_REFUSALS, ...cancelRefusals, carrier_refused: "invalid" },

  async run(context, { uniorder_id }) {
    const row = await getUnified(context, uniorder_id);
    if (row.label_order_id !== null) {
      const label = await lockLabel(context, row.label_order_id);
      if (label === undefined) throw new Error("The label of a unified order was gone.");
      await startCancellation(context, label, null);
    } else await commandOne(context, row.order_id ?? 0, { trigger: "cancel" });
    return answerUnified(context, row);
  },

  perform: async (context, _input, { uniorder: { label_order_id } }) =>
    label_order_id === null ? null : performCancellation(context, label_order_id),

  async settle(context, _input, { uniorder: { id, label_order_id } }, outcome) {
    const refusal = await recordCancellation(context, label_order_id ?? 0, outcome);
    return refusal ?? answerUnified(context, await getUnified(context, id));
  },
  unpredicted: ["pending", "uniorder.state", "uniorder.underlying_state"],
});
