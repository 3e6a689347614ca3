/** What the operations of this family do not say about their tools. */
import { defineTools } from "#operation/define/tools.ts";

export const tools = defineTools({
  words: {
    get_otep_tracking: {
      use: "For tracking as a document.",
      next: ["validate_otep_payload"],
      example: { tracking_number: "PH0000000001" },
    },
    otep_client_tracking: {
      use: "For your own shipment, with details.",
      next: ["get_operation_events"],
      example: { tracking_number: "PH0000000001" },
    },
    otep_tracking: {
      use: "For tracking as a document.",
      next: ["otep_client_tracking"],
      example: { tracking_number: "PH0000000001" },
    },
    validate_otep_payload: {
      use: "Before you send a document.",
      next: ["get_otep_guide"],
      example: { document: { specversion: "1.0" } },
    },
  },
});
