/**
 * What a family does about events of the log: one object in `src/domain/<area>/<family>/consumers/<verb-noun>.ts`.
 *
 * A consumer gets the events of its kinds at least once, those of one subject in order; those of different subjects may
 * come in another order than they happened. So what it writes must be the same after a repeat.
 */
import type { LoggedEvent } from "#platform/db/event-log.ts";
import type { Context } from "./context.ts";
import type { Registry } from "./registry.ts";

export interface ConsumerContext {
  registry: Registry;
  /** A signal to every process, at most once every few milliseconds: `runtime.signals`. */
  notify(channel: string): void;
  /** One transaction on a business, with events; an audit entry when it emits any. */
  transaction<T>(business_id: number, work: (context: Context<string>) => Promise<T>): Promise<T>;
}

export interface ConsumerDefinition {
  is_consumer: true;
  /** Unique, `<family>.<what>`. Its cursor is stored under it, so permanent. */
  name: string;
  /** The kinds of events that it gets. */
  listKinds(registry: Registry): readonly string[];
  /** Events of any business; an error has the same events delivered again. */
  handle(context: ConsumerContext, events: readonly LoggedEvent[]): Promise<void>;
}

export interface Consumer extends ConsumerDefinition {
  family: string;
}

export function defineConsumer(consumer: Omit<ConsumerDefinition, "is_consumer">): ConsumerDefinition {
  return { is_consumer: true, ...consumer };
}
