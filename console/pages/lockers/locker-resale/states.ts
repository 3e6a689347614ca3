/** Statuses of handovers. Without texts, for the manifest. */
import type { Tone } from "../../../parts/labels.ts";

export const STATUSES = {
  LISTED: "grey",
  DEPOSIT_RESERVED: "grey",
  DEPOSITED: "accent",
  CODE_ISSUED: "accent",
  INSPECTED: "accent",
  COLLECTED: "good",
  RETURN_TO_SELLER: "warn",
  RETRIEVED: "good",
  EXPIRED: "warn",
  CANCELLED: "grey",
  DISPUTED: "bad",
} as const satisfies Record<string, Tone>;
