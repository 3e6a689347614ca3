/** What the operations of this family do not say about their tools. */
import { defineTools } from "#operation/define/tools.ts";
import { CARGO, RATE, RECIPIENT } from "#vocabulary/tool-examples.ts";

export const tools = defineTools({
  words: {
    cancel_shipping_order: {
      use: "When a shipping order is not wanted any more.",
      next: ["get_shipping_order"],
      example: { shipping_order_id: 58, confirm: true },
    },
    create_shipping_order: {
      use: "After estimate_shipping_order.",
      next: ["pay_shipping_order", "get_shipping_order"],
      example: { service_code: "parcel", rate_id: RATE, dropoff: RECIPIENT, ...CARGO },
    },
    estimate_shipping_order: {
      use: "Before create_shipping_order.",
      next: ["create_shipping_order"],
      example: { service_code: "parcel", dropoff: RECIPIENT, ...CARGO },
    },
    get_shipping_order: {
      use: "For the state of an order, and what is left to pay.",
      next: ["pay_shipping_order", "cancel_shipping_order"],
      example: { shipping_order_id: 58 },
    },
    get_shipping_service_config: {
      use: "For what an order of this service needs.",
      next: ["estimate_shipping_order"],
      example: { service_code: "parcel" },
    },
    list_shipping_orders: {
      use: "To find a shipping_order_id.",
      next: ["get_shipping_order"],
      example: { service_code: "parcel" },
    },
    list_shipping_services: {
      use: "First, for a shipping order.",
      next: ["get_shipping_service_config"],
      example: {},
    },
    pay_shipping_order: {
      use: "After create_shipping_order.",
      next: ["get_shipping_order"],
      example: { shipping_order_id: 58, confirm: true },
    },
  },
  parameters: {
    status: "Any of these.",
  },
});
