/** What the operations of this family do not say about their tools. */
import { defineTools } from "#operation/define/tools.ts";

export const tools = defineTools({
  words: {
    get_warehouses: {
      use: "To find a warehouse_id.",
      next: ["get_inventory", "create_order"],
      example: { status: "open" },
    },
  },
  parameters: {
    status: "Any of these.",
  },
});
