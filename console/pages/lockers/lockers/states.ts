/** Tones of the states of lockers. Without texts, for the manifest. */
import type { Tone } from "../../../parts/labels.ts";

export const DEVICE_STATES = {
  PROVISIONING: "blue",
  ONLINE: "good",
  OFFLINE: "bad",
  MAINTENANCE: "warn",
  RETIRED: "grey",
} as const satisfies Record<string, Tone>;

export const COMPARTMENT_STATES = {
  FREE: "good",
  RESERVED: "blue",
  LOADING: "teal",
  OCCUPIED: "violet",
  UNLOADING: "teal",
  OVERDUE: "warn",
  VERIFY: "bad",
  OUT_OF_SERVICE: "grey",
} as const satisfies Record<string, Tone>;

export const PROBLEM_TONES = {
  offline: "bad",
  door_stuck: "bad",
  door_left_open: "bad",
  fault: "bad",
  verify: "bad",
  clock: "warn",
  battery: "warn",
  overdue: "warn",
} as const satisfies Record<string, Tone>;
