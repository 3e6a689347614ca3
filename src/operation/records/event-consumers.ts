/**
 * Consumers of the event log, which must process every event, such as webhooks and push.
 *
 * A consumer has a name and a persistent cursor. It gets every event at least once, and the events of one subject
 * in order. One process of the installation runs a consumer at a time. When that process stops, another continues
 * from the cursor, so a page that was delivered but not yet recorded is delivered again.
 */

import { systemDb } from "#platform/db/db.ts";
import {
  type Cursor,
  getLatestCursor,
  type LoggedEvent,
  readPage,
  START_CURSOR,
} from "#platform/db/event-log.ts";
import type { Lease } from "#platform/db/notify.ts";
import { openSignalWait } from "#platform/db/signal-wait.ts";
import type { Runtime } from "../define/runtime.ts";
import { isImpossibleValue } from "../response/failure.ts";

/** Notified after commits that emitted events. */
export const EVENTS_CHANNEL = "packhorse_events";

/** When no signal arrives for this long, the log is polled. */
const POLL_MS = 1000;
/** A cursor that passed only events of other kinds is saved this rarely; until then the consumer seems to lag. */
const PASSED_SAVE_MS = 2000;
/** A cursor that moved without passing any event is saved this rarely. */
const IDLE_SAVE_MS = 60_000;
const BACKOFF_MAX_MS = 30_000;
/** After so many failures of a page at a value that cannot be stored, its events are delivered one by one. */
const IMPOSSIBLE_RUNS_MAX = 3;
const PAGE = 500;

export interface EventConsumer {
  /** Resolves after the current page. */
  stop(): Promise<void>;
}

export interface EventConsumerOptions {
  /** Where a new consumer starts; default `beginning`. */
  from?: "beginning" | "now";
  /** Largest number of events per page. */
  page?: number;
  /** Only events of these kinds; all when absent. */
  kinds?: readonly string[];
}

type Handle = (events: LoggedEvent[]) => Promise<void>;

/** Another process took over the consumer during the current page. */
class TakenOver extends Error {}

/** Whether to save a cursor that reached no event of interest, `unsaved_ms` after it was saved last. */
export const isSaveDue = (has_passed_events: boolean, unsaved_ms: number): boolean =>
  unsaved_ms > (has_passed_events ? PASSED_SAVE_MS : IDLE_SAVE_MS);

export function startEventConsumer(
  runtime: Runtime,
  name: string,
  handle: Handle,
  options: EventConsumerOptions = {},
): EventConsumer {
  const waiting = openSignalWait(runtime.signals, EVENTS_CHANNEL);
  /** After a failure, or while another process has the lease, a signal changes nothing. */
  const pause = (milliseconds: number) => waiting.wait(milliseconds, { ignores_signals: true });

  /** One event must not stop those behind it, which are of every business: it is recorded as failed with the reason. */
  async function handleEach(events: readonly LoggedEvent[]): Promise<void> {
    for (const event of events)
      try {
        await handle([event]);
      } catch (error) {
        if (!isImpossibleValue(error)) throw error;
        runtime.log.error({ err: error, reader: name, event: event.id }, "an event was not processed");
        await systemDb(runtime.pools.system).execute(
          `insert into event_failure (reader, event_id, business_id, error, failed_at) values ($1, $2, $3, $4, $5)
           on conflict (business_id, reader, event_id) do update set error = excluded.error, failed_at = excluded.failed_at`,
          [name, event.id, event.business_id, String((error as Error).message).slice(0, 500), runtime.now()],
        );
      }
  }

  async function readWhileLeased(lease: Lease): Promise<void> {
    let cursor = await loadCursor(runtime, name, options.from ?? "beginning");
    let saved = cursor;
    let saved_at = performance.now();
    let has_passed_events = false;
    let failures = 0;
    let is_impossible = false;
    const limit = options.page ?? PAGE;
    while (!waiting.is_stopped && lease.isAlive()) {
      waiting.clear();
      const page = await readPage(runtime.pools.system, cursor, limit, undefined, options.kinds);
      if (page.events.length > 0) {
        try {
          if (is_impossible && failures >= IMPOSSIBLE_RUNS_MAX) await handleEach(page.events);
          else await handle(page.events);
          failures = 0;
        } catch (error) {
          failures += 1;
          is_impossible = isImpossibleValue(error);
          runtime.log.error(
            { err: error, reader: name },
            "an event consumer failed; the same events will be delivered again",
          );
          await pause(Math.min(BACKOFF_MAX_MS, 250 * 2 ** Math.min(failures, 10)));
          continue;
        }
      }
      cursor = page.cursor;
      has_passed_events ||= page.passed_events;
      if (page.events.length > 0 || isSaveDue(has_passed_events, performance.now() - saved_at)) {
        if (!lease.isAlive()) throw new TakenOver();
        await saveCursor(runtime, name, saved, cursor);
        saved = cursor;
        saved_at = performance.now();
        has_passed_events = false;
      }
      if (page.events.length === 0 && cursor.until === null) await waiting.wait(POLL_MS);
    }
  }

  async function run(): Promise<void> {
    while (!waiting.is_stopped) {
      const lease = await runtime.signals.acquireLease(`reader:${name}`).catch(() => undefined);
      if (lease !== undefined) {
        try {
          await readWhileLeased(lease);
        } catch (error) {
          if (!waiting.is_stopped)
            runtime.log.warn({ err: error, reader: name }, "an event consumer restarts from its cursor");
        } finally {
          await lease.release();
        }
      }
      await pause(POLL_MS);
    }
  }

  const running = run();
  return {
    async stop() {
      waiting.stop();
      await running;
    },
  };
}

async function loadCursor(runtime: Runtime, name: string, from: "beginning" | "now"): Promise<Cursor> {
  const db = systemDb(runtime.pools.system);
  const select = "select position, until, last_id from event_reader where name = $1";
  const stored_cursor = await db.row<Cursor>(select, [name]);
  if (stored_cursor !== undefined) return stored_cursor;
  const start = from === "now" ? await getLatestCursor(runtime.pools.system) : START_CURSOR;
  await db.execute(
    "insert into event_reader (name, position, until, last_id) values ($1, $2, $3, $4) on conflict (name) do nothing",
    [name, start.position, start.until, start.last_id],
  );
  return (await db.row<Cursor>(select, [name])) ?? start;
}

/** Moves the cursor only from the position this consumer read last: a process that lost its lock moves nothing. */
async function saveCursor(runtime: Runtime, name: string, from: Cursor, to: Cursor): Promise<void> {
  const moved = await systemDb(runtime.pools.system).execute(
    `update event_reader set position = $2, until = $3, last_id = $4, updated_at = now()
      where name = $1 and position = $5 and until is not distinct from $6 and last_id = $7`,
    [name, to.position, to.until, to.last_id, from.position, from.until, from.last_id],
  );
  if (moved === 0) throw new TakenOver(`Another process runs the event consumer ${name}.`);
}
