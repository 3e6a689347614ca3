/** What the operations of this family do not say about their tools. */
import { defineTools } from "#operation/define/tools.ts";

export const tools = defineTools({
  words: {
    get_inventory: {
      use: "For what is in stock, and where.",
      next: ["get_warehouses"],
      example: { sku: "SKU-1" },
    },
  },
  parameters: {
    sku: "Of this SKU.",
  },
});
