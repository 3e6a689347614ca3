/** The state machine of a shift: one table that code, tests and documentation read. */
export const SHIFT_STATUSES = [
  "DRAFT",
  "PUBLISHED",
  "CLAIMED",
  "ASSIGNED",
  "ON_DUTY",
  "ON_BREAK",
  "ENDED",
  "NO_SHOW",
  "CANCELLED",
] as const;
export type ShiftStatus = (typeof SHIFT_STATUSES)[number];

export type ShiftCommand =
  | "publish"
  | "publish_with_driver"
  | "claim"
  | "assign"
  | "unassign"
  | "check_in"
  | "start_break"
  | "end_break"
  | "check_out"
  | "miss"
  | "cancel";

const TRANSITIONS: readonly { on: ShiftCommand; from: readonly ShiftStatus[]; to: ShiftStatus }[] = [
  { on: "publish", from: ["DRAFT"], to: "PUBLISHED" },
  { on: "publish_with_driver", from: ["DRAFT"], to: "ASSIGNED" },
  { on: "claim", from: ["PUBLISHED"], to: "CLAIMED" },
  { on: "assign", from: ["DRAFT"], to: "DRAFT" },
  { on: "assign", from: ["PUBLISHED", "CLAIMED", "ASSIGNED", "NO_SHOW"], to: "ASSIGNED" },
  { on: "unassign", from: ["DRAFT"], to: "DRAFT" },
  { on: "unassign", from: ["PUBLISHED", "CLAIMED", "ASSIGNED"], to: "PUBLISHED" },
  // Somebody who comes late works nevertheless.
  { on: "check_in", from: ["CLAIMED", "ASSIGNED", "NO_SHOW"], to: "ON_DUTY" },
  { on: "start_break", from: ["ON_DUTY"], to: "ON_BREAK" },
  { on: "end_break", from: ["ON_BREAK"], to: "ON_DUTY" },
  { on: "check_out", from: ["ON_DUTY", "ON_BREAK"], to: "ENDED" },
  { on: "miss", from: ["CLAIMED", "ASSIGNED"], to: "NO_SHOW" },
  { on: "cancel", from: ["DRAFT", "PUBLISHED", "CLAIMED", "ASSIGNED", "NO_SHOW"], to: "CANCELLED" },
];

/** The status after a command; null when the transition does not exist. */
export function getNextShiftStatus(from: ShiftStatus, on: ShiftCommand): ShiftStatus | null {
  return TRANSITIONS.find((arrow) => arrow.on === on && arrow.from.includes(from))?.to ?? null;
}

/** Times, vehicle and area of what has not begun may be changed. */
export function isShiftEditable(status: ShiftStatus): boolean {
  return ["DRAFT", "PUBLISHED", "CLAIMED", "ASSIGNED"].includes(status);
}
