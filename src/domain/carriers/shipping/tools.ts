/** What the operations of this family do not say about their tools. */
import { defineTools } from "#operation/define/tools.ts";
import { RATE, SHIPMENT } from "#vocabulary/tool-examples.ts";

export const tools = defineTools({
  words: {
    cancel_shipping_label: {
      use: "For a label that will not be used.",
      next: ["get_shipping_detail"],
      example: { label_order_id: 77, confirm: true },
    },
    compare_all_carriers: {
      use: "To choose among carriers by price or day.",
      next: ["create_shipping_label"],
      example: SHIPMENT,
    },
    create_shipping_label: {
      use: "After get_shipping_rate.",
      next: ["download_shipping_label", "get_shipping_detail", "get_shipping_label"],
      example: { rate_id: RATE, label_format: "pdf" },
    },
    download_shipping_label: {
      use: "To print a bought label.",
      next: ["end_of_day"],
      example: { label_order_id: 77, format: "pdf", confirm: true },
    },
    end_of_day: {
      use: "Once, when the day's labels are handed over.",
      next: ["get_shipping_detail"],
      example: { date: "2026-11-23", confirm: true },
    },
    get_shipping_detail: {
      use: "For a label's state and history.",
      next: ["download_shipping_label", "cancel_shipping_label"],
      example: { label_order_id: 77, confirm: true },
    },
    get_shipping_label: {
      use: "For a label's details, and how its files are downloaded.",
      next: ["get_webhook_guide"],
      example: { label_order_id: 77 },
    },
    get_shipping_methods: {
      use: "For codes of carriers and services.",
      next: ["get_shipping_rate"],
      example: {},
    },
    get_shipping_rate: {
      use: "Before create_shipping_label.",
      next: ["create_shipping_label"],
      example: SHIPMENT,
    },
    quote_and_ship: {
      use: "To ship without choosing a rate.",
      next: ["download_shipping_label"],
      example: { ...SHIPMENT, strategy: "cheapest_within_deadline", deadline: "2026-11-27" },
    },
    submit_shipping_information: {
      use: "Before a parcel is handed over.",
      next: ["end_of_day"],
      example: { label_order_id: 77, confirm: true },
    },
  },
  parameters: {
    strategy: "cheapest by default.",
  },
});
