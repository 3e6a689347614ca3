/**
 * Follows the event log for the subscribers of one process: the cursor is in memory, starts at the end of the log
 * with the first subscriber, and is discarded with the last.
 */
import { setImmediate as turn } from "node:timers/promises";
import type { Runtime } from "#operation/define/runtime.ts";
import { EVENTS_CHANNEL } from "#operation/records/event-consumers.ts";
import { type Cursor, getLatestCursor, type LoggedEvent, readPage } from "#platform/db/event-log.ts";
import { openSignalWait } from "#platform/db/signal-wait.ts";

/** When no signal arrives for this long, the log is polled. */
const POLL_MS = 1000;
const PAGE = 500;
/** Events delivered before other connections are handled, so that a large batch does not fill every outbox at once. */
const EVENTS_PER_TURN = 50;

export interface Feed {
  /** Resolves once everything committed from now on will be delivered. */
  follow(): Promise<void>;
  stop(): Promise<void>;
}

export function startPushFeed(
  runtime: Runtime,
  hasListeners: () => boolean,
  deliver: (event: LoggedEvent) => void,
): Feed {
  let is_running = false;
  let starting: Promise<void> | undefined;
  let running: Promise<void> | undefined;
  const waiting = openSignalWait(runtime.signals, EVENTS_CHANNEL);

  async function run(from: Cursor): Promise<void> {
    let at = from;
    is_running = true;
    let failing = false;
    while (!waiting.is_stopped && hasListeners()) {
      waiting.clear();
      try {
        const page = await readPage(runtime.pools.system, at, PAGE);
        for (const [index, event] of page.events.entries()) {
          if (index % EVENTS_PER_TURN === EVENTS_PER_TURN - 1) await turn();
          deliver(event);
        }
        at = page.cursor;
        failing = false;
        if (page.events.length === 0 && at.until === null) await waiting.wait(POLL_MS);
      } catch (error) {
        if (!failing) runtime.log.error({ err: error }, "push cannot read the events and will retry");
        failing = true;
        waiting.clear();
        await waiting.wait(POLL_MS);
      }
    }
    is_running = false;
  }

  async function start(): Promise<void> {
    running = run(await getLatestCursor(runtime.pools.system));
  }

  return {
    async follow() {
      if (is_running || waiting.is_stopped) return;
      starting ??= start().finally(() => {
        starting = undefined;
      });
      await starting;
    },
    async stop() {
      waiting.stop();
      await starting?.catch(() => {});
      await running;
    },
  };
}
