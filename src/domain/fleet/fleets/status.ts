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
  | "undo_check_in"
  | "start_break"
  | "end_break"
  | "check_out"
  | "miss"
  | "cancel";

const TRANSITIONS: readonly { trigger: ShiftCommand; from: readonly ShiftStatus[]; to: ShiftStatus }[] = [
  { trigger: "publish", from: ["DRAFT"], to: "PUBLISHED" },
  { trigger: "publish_with_driver", from: ["DRAFT"], to: "ASSIGNED" },
  { trigger: "claim", from: ["PUBLISHED"], to: "CLAIMED" },
  { trigger: "assign", from: ["DRAFT"], to: "DRAFT" },
  { trigger: "assign", from: ["PUBLISHED", "CLAIMED", "ASSIGNED", "NO_SHOW"], to: "ASSIGNED" },
  { trigger: "unassign", from: ["DRAFT"], to: "DRAFT" },
  { trigger: "unassign", from: ["PUBLISHED", "CLAIMED", "ASSIGNED"], to: "PUBLISHED" },
  // Somebody who comes late works nevertheless.
  { trigger: "check_in", from: ["CLAIMED", "ASSIGNED", "NO_SHOW"], to: "ON_DUTY" },
  // The driver left before the planned start.
  { trigger: "undo_check_in", from: ["ON_DUTY", "ON_BREAK"], to: "ASSIGNED" },
  { trigger: "start_break", from: ["ON_DUTY"], to: "ON_BREAK" },
  { trigger: "end_break", from: ["ON_BREAK"], to: "ON_DUTY" },
  { trigger: "check_out", from: ["ON_DUTY", "ON_BREAK"], to: "ENDED" },
  { trigger: "miss", from: ["CLAIMED", "ASSIGNED"], to: "NO_SHOW" },
  { trigger: "cancel", from: ["DRAFT", "PUBLISHED", "CLAIMED", "ASSIGNED", "NO_SHOW"], to: "CANCELLED" },
];

/** The status after a command; null when the transition does not exist. */
export function getNextShiftStatus(from: ShiftStatus, trigger: ShiftCommand): ShiftStatus | null {
  return TRANSITIONS.find((arrow) => arrow.trigger === trigger && arrow.from.includes(from))?.to ?? null;
}

/** Times, vehicle and area of what has not begun may be changed. */
export function isShiftEditable(status: ShiftStatus): boolean {
  return ["DRAFT", "PUBLISHED", "CLAIMED", "ASSIGNED"].includes(status);
}
