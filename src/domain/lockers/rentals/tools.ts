/** What the operations of this family do not say about their tools. */
import { defineTools } from "#operation/define/tools.ts";

export const tools = defineTools({
  words: {
    otep_client_locker_storage: {
      use: "For a rental of a locker.",
      next: ["otep_tracking"],
      example: { rental_id: 21 },
    },
  },
});
