/** Commands on one or many orders: which text or reason they ask for. What they are called is in the messages. */

export interface CommandRules {
  field: "reason" | "note" | "location";
  needed: boolean;
  /** Also asks for the day and window of the next attempt: the day is needed, or may be left open. */
  asks_attempt?: "needed" | "optional";
  /** Also asks for one of the reasons that tracking shows. */
  asks_incident?: true;
  danger?: true;
}

export const COMMANDS = {
  hold: { field: "reason", needed: true },
  release: { field: "reason", needed: false },
  cancel: { field: "reason", needed: true, danger: true },
  note: { field: "note", needed: true },
  reattempt: { field: "reason", needed: false, asks_attempt: "needed" },
  reschedule: { field: "reason", needed: false, asks_attempt: "needed" },
  receive: { field: "location", needed: false, asks_attempt: "optional" },
  start_return: { field: "reason", needed: false },
  raise_exception: { field: "reason", needed: true, asks_incident: true },
} as const satisfies Record<string, CommandRules>;

export type Command = keyof typeof COMMANDS;

/** What a person can decide about an order that was not delivered; the likeliest first. */
export const AFTER_FAILURE = ["reattempt", "receive", "start_return", "raise_exception"] as const;

export const FAILED_STATUSES: readonly string[] = ["FAILED_ATTEMPT", "EXCEPTION"];
