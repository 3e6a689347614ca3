/**
 * What a family decides, or asks, and other families act on in the same transaction.
 *
 * The publishing family declares a topic and publishes to it; it does not know who subscribes. A subscriber is an object
 * in `src/domain/<area>/<family>/subscribers/`, found by folder like operations and jobs. Its handler runs in the
 * transaction of the publisher: a refusal or an error that it throws rolls everything back.
 */
import type { Context } from "./context.ts";

export interface Topic<Payload, Result = void> {
  /** Unique, `<aggregate>.<fact>`. */
  readonly topic: string;
  /** Only for the compiler; never set. */
  readonly types?: { payload: Payload; result: Result };
}

export interface Subscriber {
  readonly is_subscriber: true;
  readonly topic: string;
  handle(context: SubscriberContext, payload: unknown): Promise<unknown>;
}

/** Reads publish too, so a handler sees what both have; one that writes has the whole context of a write. */
type SubscriberContext = Context<never>;

export function defineTopic<Payload, Result = void>(topic: string): Topic<Payload, Result> {
  return { topic };
}

export function subscribe<Payload, Result>(
  { topic }: Topic<Payload, Result>,
  handle: (context: SubscriberContext, payload: Payload) => Promise<Result>,
): Subscriber {
  return { is_subscriber: true, topic, handle: (context, payload) => handle(context, payload as Payload) };
}

/** Runs the subscribers one after the other, by the names of their families and files; one result of each. */
export async function publish<Payload, Result>(
  subscribers: ReadonlyMap<string, readonly Subscriber[]>,
  context: SubscriberContext,
  { topic }: Topic<Payload, Result>,
  payload: Payload,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const { handle } of subscribers.get(topic) ?? [])
    results.push((await handle(context, payload)) as Result);
  return results;
}
