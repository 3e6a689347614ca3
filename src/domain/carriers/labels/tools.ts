/** What the operations of this family do not say about their tools. */
import { defineTools } from "#operation/define/tools.ts";

export const tools = defineTools({
  words: {
    print_local_label: {
      use: "To print labels of an own delivery.",
      next: ["build_route"],
      example: { order_id: 1042 },
    },
  },
});
