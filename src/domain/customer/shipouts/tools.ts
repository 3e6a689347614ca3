/** What the operations of this family do not say about their tools. */
import { defineTools } from "#operation/define/tools.ts";
import { RATE, RECIPIENT } from "#vocabulary/tool-examples.ts";

export const tools = defineTools({
  words: {
    cancel_shipout: {
      use: "When a ship-out is not wanted any more.",
      next: ["get_shipout", "list_stored_packages"],
      example: { shipout_id: 31, confirm: true },
    },
    create_shipout: {
      use: "To send stored packages to somebody.",
      next: ["pay_shipout", "get_shipout"],
      example: { service_code: "road", rate_id: RATE, stored_package_ids: [501], dropoff: RECIPIENT },
    },
    estimate_shipout: {
      use: "Before create_shipout.",
      next: ["create_shipout"],
      example: { service_code: "road", stored_package_ids: [501], dropoff: RECIPIENT },
    },
    get_shipout: {
      use: "For the state of a ship-out, and what is left to pay.",
      next: ["pay_shipout", "cancel_shipout"],
      example: { shipout_id: 31 },
    },
    list_shipout_services: {
      use: "First, for a ship-out.",
      next: ["estimate_shipout"],
      example: {},
    },
    list_shipouts: {
      use: "To find a shipout_id.",
      next: ["get_shipout"],
      example: { status: "AWAITING_PAYMENT" },
    },
    pay_shipout: {
      use: "After create_shipout.",
      next: ["get_shipout"],
      example: { shipout_id: 31, confirm: true },
    },
  },
  parameters: {
    status: "Any of these.",
  },
});
