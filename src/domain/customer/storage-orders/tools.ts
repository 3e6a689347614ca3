/** What the operations of this family do not say about their tools. */
import { defineTools } from "#operation/define/tools.ts";
import { CARGO, RATE } from "#vocabulary/tool-examples.ts";

export const tools = defineTools({
  words: {
    cancel_storage_order: {
      use: "When a storage order is not wanted any more.",
      next: ["get_storage_order"],
      example: { storage_order_id: 44, confirm: true },
    },
    create_storage_order: {
      use: "After quote_storage_order.",
      next: ["pay_storage_order", "get_storage_order"],
      example: { service_code: "storage", rate_id: RATE, ...CARGO },
    },
    get_storage_order: {
      use: "For the state of an order, and where its packages are.",
      next: ["pay_storage_order", "list_stored_packages"],
      example: { storage_order_id: 44 },
    },
    get_storage_order_config: {
      use: "For what a storage order needs.",
      next: ["quote_storage_order"],
      example: {},
    },
    list_storage_orders: {
      use: "To find a storage_order_id.",
      next: ["get_storage_order"],
      example: { status: "STORED" },
    },
    list_stored_packages: {
      use: "For what can be shipped out.",
      next: ["estimate_shipout"],
      example: {},
    },
    pay_storage_order: {
      use: "After create_storage_order.",
      next: ["get_storage_order"],
      example: { storage_order_id: 44, confirm: true },
    },
    quote_storage_order: {
      use: "Before create_storage_order.",
      next: ["create_storage_order"],
      example: { service_code: "storage", ...CARGO },
    },
  },
  parameters: {
    available: "false: all packages.",
    status: "Any of these.",
  },
});
