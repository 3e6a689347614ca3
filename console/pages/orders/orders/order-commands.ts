/** Commands on one or many orders: what they are called, and the text or reason that they ask for. */

export interface CommandWords {
  label: string;
  /** Completes "2 orders would be …". */
  past: string;
  field: "reason" | "note" | "location";
  field_label: string;
  needed: boolean;
  /** Also asks for the day and window of the next attempt: the day is needed, or may be left open. */
  asks_attempt?: "needed" | "optional";
  /** Also asks for one of the reasons that tracking shows. */
  asks_incident?: true;
  danger?: true;
}

const WHY = "Why";
const WHY_IF_KNOWN = "Why, if it should be known";

export const COMMANDS = {
  hold: { label: "Hold", past: "held", field: "reason", field_label: WHY, needed: true },
  release: {
    label: "Release hold",
    past: "released",
    field: "reason",
    field_label: WHY_IF_KNOWN,
    needed: false,
  },
  cancel: {
    label: "Cancel",
    past: "cancelled",
    field: "reason",
    field_label: WHY,
    needed: true,
    danger: true,
  },
  note: { label: "Note", past: "noted", field: "note", field_label: "Internal note", needed: true },
  reattempt: {
    label: "Try again",
    past: "tried again",
    field: "reason",
    field_label: WHY_IF_KNOWN,
    needed: false,
    asks_attempt: "needed",
  },
  reschedule: {
    label: "Another day",
    past: "moved to another day",
    field: "reason",
    field_label: WHY_IF_KNOWN,
    needed: false,
    asks_attempt: "needed",
  },
  receive: {
    label: "Back at the warehouse",
    past: "recorded as back at the warehouse",
    field: "location",
    field_label: "Which warehouse or shelf",
    needed: false,
    asks_attempt: "optional",
  },
  start_return: {
    label: "Return to sender",
    past: "returned to the sender",
    field: "reason",
    field_label: WHY_IF_KNOWN,
    needed: false,
  },
  raise_exception: {
    label: "Report a problem",
    past: "reported as a problem",
    field: "reason",
    field_label: "What happened",
    needed: true,
    asks_incident: true,
  },
} as const satisfies Record<string, CommandWords>;

export type Command = keyof typeof COMMANDS;

/** What a person can decide about an order that was not delivered; the likeliest first. */
export const AFTER_FAILURE = ["reattempt", "receive", "start_return", "raise_exception"] as const;

export const FAILED_STATUSES: readonly string[] = ["FAILED_ATTEMPT", "EXCEPTION"];

/** Reasons of a problem, as recipients read them in tracking. */
export const INCIDENTS = [
  { value: "damaged", label: "Damaged" },
  { value: "lost", label: "Lost" },
  { value: "contents_missing", label: "Contents missing" },
  { value: "address_incorrect", label: "Wrong address" },
  { value: "address_incomplete", label: "Incomplete address" },
  { value: "misrouted", label: "Sent to the wrong place" },
  { value: "stolen", label: "Stolen" },
  { value: "spoiled", label: "Spoiled" },
  { value: "leaking", label: "Leaking" },
  { value: "prohibited_item", label: "Prohibited item" },
  { value: "customs_hold", label: "Held by customs" },
  { value: "security_hold", label: "Held by security" },
  { value: "other", label: "Something else" },
] as const;
