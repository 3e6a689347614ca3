import { defineLabels } from "../../../parts/labels.ts";
import { ALERTS, STATUSES } from "./states.ts";
import { text } from "./text.ts";

export const SALE_STATUS = defineLabels(STATUSES, (status) => text.statuses[status]);
export const ALERT = defineLabels(ALERTS, (alert) => text.alerts[alert]);
export const MERCHANT_STATUS = defineLabels(
  { ACTIVE: "good", PAUSED: "grey" },
  (status) => text.merchants.statuses[status],
);
export const PRODUCT_STATUS = defineLabels(
  { ACTIVE: "good", RETIRED: "grey" },
  (status) => text.products.statuses[status],
);
