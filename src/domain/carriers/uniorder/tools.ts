/** What the operations of this family do not say about their tools. */
import { defineTools } from "#operation/define/tools.ts";
import { RATE, SHIPMENT } from "#vocabulary/tool-examples.ts";

export const tools = defineTools({
  words: {
    uniorder_cancel: {
      use: "When a unified order is not wanted any more.",
      next: ["uniorder_get"],
      example: { uniorder_id: 8, confirm: true },
    },
    uniorder_create: {
      use: "After uniorder_rate.",
      next: ["uniorder_label", "uniorder_tracking"],
      example: { rate_id: RATE },
    },
    uniorder_create_batch: {
      use: "After uniorder_rate_batch.",
      next: ["uniorder_label"],
      example: { orders: [{ rate_id: RATE }], confirm: true },
    },
    uniorder_create_batch_async: {
      use: "For more than 20.",
      next: ["uniorder_job"],
      example: { orders: [{ rate_id: RATE }], confirm: true },
    },
    uniorder_get: {
      use: "For the state of a unified order.",
      next: ["uniorder_label", "uniorder_purchase_label"],
      example: { uniorder_id: 8 },
    },
    uniorder_job: {
      use: "Until the job is done.",
      next: ["uniorder_create_batch", "uniorder_get"],
      example: { job_id: "a1b2c3" },
    },
    uniorder_label: {
      use: "To print.",
      next: ["uniorder_tracking"],
      example: { uniorder_id: 8 },
    },
    uniorder_purchase_label: {
      use: "When the first purchase failed.",
      next: ["uniorder_label"],
      example: { uniorder_id: 8, rate_id: RATE, confirm: true },
    },
    uniorder_rate: {
      use: "To compare own delivery with carriers.",
      next: ["uniorder_create"],
      example: { ...SHIPMENT, quote_labels: true },
    },
    uniorder_rate_batch: {
      use: "For several shipments.",
      next: ["uniorder_create_batch"],
      example: { shipments: [SHIPMENT] },
    },
    uniorder_rate_batch_async: {
      use: "For more than 20.",
      next: ["uniorder_job"],
      example: { shipments: [SHIPMENT] },
    },
    uniorder_tracking: {
      use: "For where it is.",
      next: ["uniorder_get"],
      example: { uniorder_id: 8 },
    },
  },
  parameters: {
    orders: "One for each order.",
    shipments: "One for each shipment.",
  },
});
