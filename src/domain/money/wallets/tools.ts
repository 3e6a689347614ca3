/** What the operations of this family do not say about their tools. */
import { defineTools } from "#operation/define/tools.ts";

export const tools = defineTools({
  words: {
    get_account_credits: {
      use: "Before paying from the wallet.",
      next: ["pay_shipping_order", "pay_shipout"],
      example: {},
    },
  },
});
