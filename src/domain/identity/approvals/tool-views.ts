import { defineToolViews } from "#operation/define/tool-views.ts";

export const tool_views = defineToolViews([
  {
    name: "approvals",
    title: "Proposals",
    description: "Proposed writes with what they would change, to approve or reject.",
    tools: ["list_pending_approvals", "propose_write"],
    script: new URL("tool-view.js", import.meta.url),
  },
]);
