/** What the operations of this family do not say about their tools. */
import { defineTools } from "#operation/define/tools.ts";
import { PLACE } from "#vocabulary/tool-examples.ts";

export const tools = defineTools({
  words: {
    quote_delivery: {
      use: "For the price of an own delivery.",
      next: ["create_order"],
      example: { dropoff: PLACE, parcels: [{ weight_g: 1200 }] },
    },
  },
  parameters: {
    parcels: "What is sent.",
  },
});
