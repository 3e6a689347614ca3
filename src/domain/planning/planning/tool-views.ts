import { defineToolViews } from "#operation/define/tool-views.ts";

export const tool_views = defineToolViews([
  {
    name: "plan",
    title: "Routes on a map",
    description: "Routes with their stops on a map, and the orders without a route.",
    tools: ["build_route", "get_route_detail"],
    script: new URL("tool-view.js", import.meta.url),
  },
]);
