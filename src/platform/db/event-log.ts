/**
 * Reads the event log in pages.
 *
 * Identity order is not commit order, so a cursor is a PostgreSQL snapshot, and a consumer reads what is visible in
 * a newer snapshot and was not in the older one: no event is missed, and a subject's events come in order. Measured
 * in docs/decisions/0003-read-and-write-paths.md.
 */
import type pg from "pg";
import { type Db, systemDb } from "./db.ts";

export interface LoggedEvent {
  id: number;
  business_id: number;
  subject_type: string;
  subject_id: string;
  seq: number;
  kind: string;
  occurred_at: string;
  recorded_at: string;
  actor_kind: string;
  actor_id: number | null;
  surface: string;
  on_behalf_of: number | null;
  operation: string;
  correlation_id: string;
  batch_id: number | null;
  payload: Record<string, unknown>;
  previous_hash: string;
  hash: string;
}

/** A consumer's position; `until` and `last_id` are set while a window is being paged. */
export interface Cursor {
  position: string;
  until: string | null;
  last_id: number;
}

const COLUMNS = `id, business_id, subject_type, subject_id, seq, kind, occurred_at, recorded_at, actor_kind, actor_id,
  surface, on_behalf_of, operation, correlation_id, batch_id, payload, previous_hash, hash`;

/** The cursor before the first event. */
export const START_CURSOR: Cursor = { position: "1:1:", until: null, last_id: 0 };

/** The cursor after every event committed so far. */
export async function getLatestCursor(system: pg.Pool): Promise<Cursor> {
  const row = await systemDb(system).row<{ position: string }>(
    "select pg_current_snapshot()::text as position",
  );
  if (row === undefined) throw new Error("PostgreSQL gave no snapshot.");
  return { position: row.position, until: null, last_id: 0 };
}

export interface EventPage {
  events: LoggedEvent[];
  cursor: Cursor;
  /** Whether the cursor passed any events, of the requested kinds or of others. */
  passed_events: boolean;
}

/**
 * The next page after a cursor, of one business or of all, of some kinds or of all, and the cursor after it. An empty
 * page means the reader has caught up.
 */
export async function readPage(
  system: pg.Pool,
  cursor: Cursor,
  limit = 1000,
  business_id?: number,
  kinds: readonly string[] | null = null,
): Promise<EventPage> {
  const db = systemDb(system);
  let { position, until, last_id } = cursor;
  if (until === null) {
    const window = await windowAfter(db, position, business_id);
    if (window === undefined || window.last_id === null) {
      return {
        events: [],
        cursor: { position: window?.until ?? position, until: null, last_id: 0 },
        passed_events: false,
      };
    }
    until = window.until;
    last_id = window.last_id;
  }
  // No range on xid here, so that the planner uses the primary key, or that of the business.
  const news =
    "pg_visible_in_snapshot(xid, $2::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot) and ($5::text[] is null or kind = any($5))";
  const events = await (business_id === undefined
    ? db.rows<LoggedEvent>(`select ${COLUMNS} from event where id > $3 and ${news} order by id limit $4`, [
        position,
        until,
        last_id,
        limit,
        kinds,
      ])
    : db.rows<LoggedEvent>(
        `select ${COLUMNS} from event where business_id = $6 and id > $3 and ${news} order by business_id, id limit $4`,
        [position, until, last_id, limit, kinds, business_id],
      ));
  const last = events.at(-1);
  if (last === undefined || events.length < limit) {
    return { events, cursor: { position: until, until: null, last_id: 0 }, passed_events: true };
  }
  return { events, cursor: { position, until, last_id: last.id }, passed_events: true };
}

interface Window {
  until: string;
  last_id: number | null;
}

/**
 * The current snapshot, and the id before the first event that it contains and the cursor does not; null when there
 * is none.
 */
async function windowAfter(db: Db, position: string, business_id: number | undefined) {
  // From the beginning every event is new: searching for the first of them would read the whole log.
  if (position === START_CURSOR.position) {
    return db.row<Window>("select pg_current_snapshot()::text as until, 0::bigint as last_id");
  }
  // `id + 0` prevents the planner from scanning the primary key for the minimum.
  const text = `select pg_current_snapshot()::text as until, min(id + 0) - 1 as last_id from event
    where xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)`;
  return business_id === undefined
    ? db.row<Window>(text, [position])
    : db.row<Window>(`${text} and business_id = $2`, [position, business_id]);
}

/** The text form of a cursor, for clients that store it themselves. */
export function formatCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify([cursor.position, cursor.until, cursor.last_id])).toString("base64url");
}

/** Undefined when the text is not one of our cursors. */
export function parseCursor(text: string): Cursor | undefined {
  try {
    const [position, until, last_id] = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    const snapshot = /^\d{1,19}:\d{1,19}:(\d{1,19}(,\d{1,19})*)?$/;
    if (typeof position !== "string" || !snapshot.test(position)) return undefined;
    if (until !== null && (typeof until !== "string" || !snapshot.test(until))) return undefined;
    if (!Number.isSafeInteger(last_id) || last_id < 0) return undefined;
    return { position, until, last_id };
  } catch {
    return undefined;
  }
}
