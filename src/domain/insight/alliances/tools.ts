/** What the operations of this family do not say about their tools. */
import { defineTools } from "#operation/define/tools.ts";

export const tools = defineTools({
  words: {
    get_alliance: {
      use: "For one alliance.",
      next: ["list_alliance_members"],
      example: { alliance_id: 3 },
    },
    list_accessible_clients: {
      use: "For whose data an alliance opens.",
      next: ["otep_client_tracking", "get_alliance"],
      example: { scope: "tracking" },
    },
    list_alliance_members: {
      use: "For who takes part.",
      next: ["list_accessible_clients"],
      example: { alliance_id: 3 },
    },
    list_alliances: {
      use: "To find an alliance_id.",
      next: ["get_alliance", "list_accessible_clients"],
      example: { state: "active" },
    },
  },
  parameters: {
    scope: "Only what this is granted for.",
    state: "In this state.",
  },
});
