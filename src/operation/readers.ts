/**
 * Readers of the event log: whoever must be told of every event, such as webhooks and push.
 *
 * A reader has a name and a cursor that outlives the process. It gets every event at least once, and the
 * events of one subject in their order. One process of the installation runs a reader at a time; when that
 * one goes, another takes over where the cursor stands, so that a page that was handed over but not yet
 * recorded is handed over again.
 */

import { doorOf } from "#platform/db/db.ts";
import { BEGINNING, type Cursor, type LoggedEvent, readPage, tail } from "#platform/db/event-log.ts";
import type { Held } from "#platform/db/notify.ts";
import type { Mechanism } from "./mechanism.ts";

/** Told after commits that emitted events. */
export const EVENTS_CHANNEL = "packhorse_events";

/** How long a signal may fail to come before the log is looked at anyway. */
const POLL_MS = 1000;
/** A cursor that only moved past nothing is saved this rarely. */
const IDLE_SAVE_MS = 60_000;
const BACKOFF_MAX_MS = 30_000;
const PAGE = 500;

export interface Reader {
  /** Ends after the page at hand. */
  stop(): Promise<void>;
}

export interface ReaderOptions {
  /** Where a reader starts that never read before; `beginning` unless said. */
  from?: "beginning" | "now";
  /** Most events handed over at once. */
  page?: number;
}

type Handle = (events: LoggedEvent[]) => Promise<void>;

/** The page at hand was given to another process meanwhile. */
class TakenOver extends Error {}

export function startReader(
  mechanism: Mechanism,
  name: string,
  handle: Handle,
  options: ReaderOptions = {},
): Reader {
  let stopping = false;
  let wake = () => {};
  let wakes_on_signal = false;
  let signalled = false;
  const deaf = mechanism.signals.listen(EVENTS_CHANNEL, () => {
    signalled = true;
    if (wakes_on_signal) wake();
  });
  /** Stopping ends any rest; a signal ends that of a reader who has caught up, not that after a failure. */
  const rest = (milliseconds: number, until_signal = false) =>
    new Promise<void>((resolve) => {
      if (stopping || (until_signal && signalled)) {
        resolve();
        return;
      }
      wakes_on_signal = until_signal;
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function readWhileHeld(held: Held): Promise<void> {
    let cursor = await loadCursor(mechanism, name, options.from ?? "beginning");
    let saved = cursor;
    let saved_at = performance.now();
    let failures = 0;
    const limit = options.page ?? PAGE;
    while (!stopping && held.isAlive()) {
      signalled = false;
      const page = await readPage(mechanism.pools.system, cursor, limit);
      if (page.events.length > 0) {
        try {
          await handle(page.events);
          failures = 0;
        } catch (error) {
          failures += 1;
          mechanism.log.error(
            { err: error, reader: name },
            "a reader of events failed; the same events are handed over again",
          );
          await rest(Math.min(BACKOFF_MAX_MS, 250 * 2 ** Math.min(failures, 10)));
          continue;
        }
      }
      cursor = page.cursor;
      if (page.events.length > 0 || performance.now() - saved_at > IDLE_SAVE_MS) {
        if (!held.isAlive()) throw new TakenOver();
        await saveCursor(mechanism, name, saved, cursor);
        saved = cursor;
        saved_at = performance.now();
      }
      if (page.events.length === 0 && cursor.until === null) await rest(POLL_MS, true);
    }
  }

  async function run(): Promise<void> {
    while (!stopping) {
      const held = await mechanism.signals.hold(`reader:${name}`).catch(() => undefined);
      if (held !== undefined) {
        try {
          await readWhileHeld(held);
        } catch (error) {
          if (!stopping)
            mechanism.log.warn(
              { err: error, reader: name },
              "a reader of events starts again from its cursor",
            );
        } finally {
          await held.release();
        }
      }
      await rest(POLL_MS);
    }
  }

  const running = run();
  return {
    async stop() {
      stopping = true;
      wake();
      deaf();
      await running;
    },
  };
}

async function loadCursor(mechanism: Mechanism, name: string, from: "beginning" | "now"): Promise<Cursor> {
  const db = doorOf(mechanism.pools.system);
  const select = "select position, until, last_id from event_reader where name = $1";
  const kept = await db.row<Cursor>(select, [name]);
  if (kept !== undefined) return kept;
  const start = from === "now" ? await tail(mechanism.pools.system) : BEGINNING;
  await db.execute(
    "insert into event_reader (name, position, until, last_id) values ($1, $2, $3, $4) on conflict (name) do nothing",
    [name, start.position, start.until, start.last_id],
  );
  return (await db.row<Cursor>(select, [name])) ?? start;
}

/** Moves the cursor only from where this reader left it: a process that lost its lock moves nothing. */
async function saveCursor(mechanism: Mechanism, name: string, from: Cursor, to: Cursor): Promise<void> {
  const moved = await doorOf(mechanism.pools.system).execute(
    `update event_reader set position = $2, until = $3, last_id = $4, updated_at = now()
      where name = $1 and position = $5 and until is not distinct from $6 and last_id = $7`,
    [name, to.position, to.until, to.last_id, from.position, from.until, from.last_id],
  );
  if (moved === 0) throw new TakenOver(`Another process reads as ${name}.`);
}
