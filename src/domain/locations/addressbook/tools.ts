/** What the operations of this family do not say about their tools. */
import { defineTools } from "#operation/define/tools.ts";

export const tools = defineTools({
  words: {
    search_address: {
      use: "Before an address you are not sure of.",
      next: ["create_order", "reroute_to_address"],
      example: { postcode: "70000-000", country: "BR" },
    },
  },
  parameters: {
    limit: "Most results.",
    postcode: "Postal code.",
  },
});
