/** What the operations of this family do not say about their tools. */
import { defineTools } from "#operation/define/tools.ts";

export const tools = defineTools({
  words: {
    build_route: {
      use: "To plan a day; preview=true first.",
      next: ["get_route_detail", "get_build_route_options"],
      example: { date: "2026-11-24", preview: true, view: "summary", confirm: true },
    },
    get_build_route_options: {
      use: "Before build_route, if its defaults may not fit.",
      next: ["build_route"],
      example: { date: "2026-11-24" },
    },
  },
  parameters: {
    date: "YYYY-MM-DD; today by default.",
    locks: "Orders kept with a driver.",
    seed: "Same seed, same plan.",
  },
});
