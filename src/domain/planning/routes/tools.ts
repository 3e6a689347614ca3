/** What the operations of this family do not say about their tools. */
import { defineTools } from "#operation/define/tools.ts";

export const tools = defineTools({
  words: {
    get_driver_routes_today: {
      use: "For what one driver has to do.",
      next: ["get_order_detail", "get_route_detail"],
      example: { driver_id: 9, date: "2026-11-24" },
    },
    get_drivers: {
      use: "To find a driver_id.",
      next: ["get_driver_routes_today", "build_route"],
      example: { name: "Souza" },
    },
    get_route_detail: {
      use: "For the stops of one route.",
      next: ["get_order_detail"],
      example: { route_id: 15 },
    },
    get_routes: {
      use: "For the routes of a day or driver.",
      next: ["get_route_detail"],
      example: { date: "2026-11-24" },
    },
  },
  parameters: {
    date: "YYYY-MM-DD; today by default.",
    status: "Any of these.",
  },
});
