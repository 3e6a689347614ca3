/** What the operations of this family do not say about their tools. */
import { defineTools } from "#operation/define/tools.ts";

export const tools = defineTools({
  words: {
    approve_pending_write: {
      use: "For a person's decision to go ahead.",
      next: ["list_pending_approvals"],
      example: { approval_id: 12, confirm: true },
    },
    list_pending_approvals: {
      use: "To see what waits, or what became of a proposal.",
      next: ["approve_pending_write", "reject_pending_write"],
      example: { approval_id: 12 },
    },
    propose_write: {
      use: "When you may not write yourself.",
      next: ["list_pending_approvals"],
      example: {
        tool: "cancel_order",
        arguments: { order_id: 1042, reason: "Bought twice" },
        reason: "The customer asked for it by telephone",
      },
    },
    reject_pending_write: {
      use: "For a person's decision against it.",
      next: ["list_pending_approvals"],
      example: { approval_id: 12, note: "Ask the customer first" },
    },
  },
  parameters: {
    arguments: "As in a call of the tool.",
  },
});
