/**
 * A command of the driver's app, as the phone sends it at once or hours later in a batch.
 *
 * The same object serves its own route and `sync`: members, a run, and the moment as we read the phone's clock.
 * A run decides before it writes, so that a refusal leaves nothing behind.
 */
import type { Static, TObject, TProperties } from "typebox";
import type { DriverContext } from "./refusals.ts";
import type { Moment } from "./rules.ts";

export interface Command<Members extends TProperties = TProperties, Answer extends object = object> {
  type: string;
  members: Members;
  run(context: DriverContext, input: Static<TObject<Members>>, moment: Moment): Promise<Answer>;
}

/** A command whose input was validated already. */
export interface Runnable<Answer extends object = object> {
  type: string;
  run(context: DriverContext, input: never, moment: Moment): Promise<Answer>;
}

export function defineCommand<Members extends TProperties, Answer extends object>(
  command: Command<Members, Answer>,
): Command<Members, Answer> {
  return command;
}

/** What an answer tells of time. */
export function toldOf({ at, device_at, skewed }: Moment) {
  return { occurred_at: at, device_at, clock_skewed: skewed };
}
