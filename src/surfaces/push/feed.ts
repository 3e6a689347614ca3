/**
 * The event log, followed from now on by one process for its own subscribers: a cursor in memory, at the end
 * of the log when the first of them comes, and given up with the last.
 */
import { setImmediate as turn } from "node:timers/promises";
import type { Mechanism } from "#operation/mechanism.ts";
import { EVENTS_CHANNEL } from "#operation/readers.ts";
import { type Cursor, type LoggedEvent, readPage, tail } from "#platform/db/event-log.ts";

/** How long a signal may fail to come before the log is looked at anyway. */
const POLL_MS = 1000;
const PAGE = 500;
/** Events handed over before connections get a turn, so that a large batch does not fill every outbox at once. */
const STRIDE = 50;

export interface Feed {
  /** Resolves once everything committed from now on will be handed over. */
  follow(): Promise<void>;
  stop(): Promise<void>;
}

export function feedOf(
  mechanism: Mechanism,
  hasListeners: () => boolean,
  deliver: (event: LoggedEvent) => void,
): Feed {
  let stopping = false;
  let is_running = false;
  let starting: Promise<void> | undefined;
  let running: Promise<void> | undefined;
  let signalled = false;
  let wake = () => {};
  const deaf = mechanism.signals.listen(EVENTS_CHANNEL, () => {
    signalled = true;
    wake();
  });

  const rest = () =>
    new Promise<void>((resolve) => {
      if (stopping || signalled) {
        resolve();
        return;
      }
      const timer = setTimeout(resolve, POLL_MS);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function run(from: Cursor): Promise<void> {
    let at = from;
    is_running = true;
    let failing = false;
    while (!stopping && hasListeners()) {
      signalled = false;
      try {
        const page = await readPage(mechanism.pools.system, at, PAGE);
        for (const [index, event] of page.events.entries()) {
          if (index % STRIDE === STRIDE - 1) await turn();
          deliver(event);
        }
        at = page.cursor;
        failing = false;
        if (page.events.length === 0 && at.until === null) await rest();
      } catch (error) {
        if (!failing)
          mechanism.log.error({ err: error }, "push cannot read the events; it goes on when it can");
        failing = true;
        signalled = false;
        await rest();
      }
    }
    is_running = false;
  }

  async function start(): Promise<void> {
    running = run(await tail(mechanism.pools.system));
  }

  return {
    async follow() {
      if (is_running || stopping) return;
      starting ??= start().finally(() => {
        starting = undefined;
      });
      await starting;
    },
    async stop() {
      stopping = true;
      deaf();
      wake();
      await starting?.catch(() => {});
      await running;
    },
  };
}
