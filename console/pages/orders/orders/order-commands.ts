/** Commands on one or many orders: which text or reason they ask for. What they are called is in the messages. */
import { FAILED_ORDER_STATUSES } from "../../../../packages/client/constants.gen.ts";

export interface CommandRules {
  field: "reason" | "note" | "location";
  needed: boolean;
  /** Also asks for the day and window of the next attempt: the day is needed, or may be left open. */
  asks_attempt?: "needed" | "optional";
  /** Also asks for one of the reasons that tracking shows. */
  asks_incident?: true;
  danger?: true;
  /** Decides about an order that was not delivered; the likeliest first. */
  after_failure?: true;
}

export const COMMANDS = {
  hold: { field: "reason", needed: true },
  release: { field: "reason", needed: false },
  cancel: { field: "reason", needed: true, danger: true },
  note: { field: "note", needed: true },
  reattempt: { field: "reason", needed: false, asks_attempt: "needed", after_failure: true },
  reschedule: { field: "reason", needed: false, asks_attempt: "needed" },
  receive: { field: "location", needed: false, asks_attempt: "optional", after_failure: true },
  start_return: { field: "reason", needed: false, after_failure: true },
  raise_exception: { field: "reason", needed: true, asks_incident: true, after_failure: true },
} as const satisfies Record<string, CommandRules>;

export type Command = keyof typeof COMMANDS;

/** What a person can decide about an order that was not delivered. */
export const AFTER_FAILURE = (Object.keys(COMMANDS) as Command[]).filter(
  (command) => "after_failure" in COMMANDS[command],
);

const FAILED: ReadonlySet<string> = new Set(FAILED_ORDER_STATUSES);

/** The order was not delivered, and somebody has to decide what is done next. */
export const isFailed = ({ status }: { status: string }) => FAILED.has(status);
