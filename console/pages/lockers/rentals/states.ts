/** States of rentals. Without texts, for the manifest. */
import type { Tone } from "../../../parts/labels.ts";

export const STATES = {
  BOOKED: "grey",
  ACTIVE: "accent",
  OVERDUE: "bad",
  ENDED: "good",
  CANCELLED: "grey",
  NO_SHOW: "warn",
  REMOVED_BY_STAFF: "warn",
} as const satisfies Record<string, Tone>;
