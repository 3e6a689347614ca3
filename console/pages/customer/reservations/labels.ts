import { defineLabels } from "../../../parts/labels.ts";
import { text } from "./text.ts";

export const RESERVATION_STATUS = defineLabels(
  {
    REQUESTED: "warn",
    CONFIRMED: "accent",
    CHECKED_IN: "good",
    COMPLETED: "grey",
    NO_SHOW: "bad",
    CANCELLED: "grey",
  },
  (status) => text.statuses[status],
);
export const ENTRY_STATUS = defineLabels(
  { WAITING: "accent", OFFERED: "warn", CONVERTED: "good", DECLINED: "grey", LAPSED: "grey", LEFT: "grey" },
  (status) => text.entry_statuses[status],
);
export const BOOKABLE_STATUS = defineLabels(
  { ACTIVE: "good", PAUSED: "warn", RETIRED: "grey" },
  (status) => text.bookable_statuses[status],
);
