/** Members of the answers that a dry run cannot tell, because they depend on what the carrier answers. */
const UNPREDICTED_OF_BOTH = [
  "pending",
  "version",
  "label_order.version",
  "label_order.state",
  "label_order.is_pending",
  "label_order.packages",
  "label_order.can_cancel",
];

export const UNPREDICTED_OF_PURCHASE = [
  ...UNPREDICTED_OF_BOTH,
  "tracking_numbers",
  "label_order.tracking_number",
  "label_order.public_number",
  "label_order.purchased_at",
  "label_order.can_buy_again",
  "label_order.can_return",
  "label_order.can_submit",
];

export const UNPREDICTED_OF_CANCELLATION = [...UNPREDICTED_OF_BOTH, "label_order.returned_minor"];
