/** Statuses of relays. Without texts, for the manifest. */
import type { Tone } from "../../../parts/labels.ts";

export const STATES = {
  STORED_IN_LOCKER: "grey",
  COLLECTED_BY_STAFF: "accent",
  AT_HUB: "warn",
  RETURN_CHOSEN: "accent",
  OUT_TO_LOCKER: "accent",
  STORED_IN_LOCKER_2: "good",
  COLLECTED: "good",
  EXCEPTION: "bad",
} as const satisfies Record<string, Tone>;
