/** What the operations of this family do not say about their tools. */
import { defineTools } from "#operation/define/tools.ts";

export const tools = defineTools({
  words: {
    get_operation_events: {
      use: "For who did what, and when.",
      next: ["get_order_detail", "get_order_audit_timeline"],
      example: { order_ids: [1042] },
    },
    track_package: {
      use: "For anybody with a tracking number.",
      next: ["otep_tracking", "get_otep_tracking"],
      example: { number: "PH0000000001" },
    },
  },
  parameters: {
    from: "From this time or day on.",
    to: "Up to this time or day.",
  },
});
