/** Statuses of routes and of their stops. */

import { nameCodeIn } from "../../../parts/codes/codes.ts";
import { defineLabels } from "../../../parts/labels.ts";

export const ROUTE_STATUS = defineLabels(
  {
    DRAFT: "grey",
    PLANNED: "grey",
    POSTED: "violet",
    ASSIGNED: "grey",
    RELEASED: "blue",
    LOADED: "teal",
    IN_PROGRESS: "accent",
    COMPLETED: "good",
    CLOSED: "good",
    CANCELLED: "grey",
  },
  (status) => nameCodeIn("route", status),
);

export const STOP_STATUS = defineLabels(
  {
    PENDING: "grey",
    ARRIVED: "accent",
    DONE: "good",
    PARTIAL: "warn",
    FAILED: "bad",
    SKIPPED: "warn",
  },
  (status) => nameCodeIn("stop", status),
);
