/** Statuses of drivers, and whether they are on duty. */
import { defineLabels } from "../../../parts/labels.ts";
import { text } from "./text.ts";

export const DRIVER_STATUS = defineLabels(
  {
    pending: "warn",
    active: "good",
    suspended: "bad",
  },
  (status) => text.statuses[status],
);

export const DUTY = defineLabels(
  {
    on: "good",
    break: "warn",
    off: "grey",
  },
  (duty) => text.duties[duty],
);
