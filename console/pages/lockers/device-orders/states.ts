/** States of device orders. Without texts, for the manifest. */
import type { Tone } from "../../../parts/labels.ts";

export const STATES = {
  expected: "grey",
  deposited: "accent",
  collected: "good",
  expired: "warn",
  returned: "violet",
  lost: "bad",
  cancelled: "grey",
  exception: "bad",
} as const satisfies Record<string, Tone>;
