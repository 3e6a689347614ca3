/**
 * What a transaction writes before it ends: events, audit entries, the answer kept for replays.
 *
 * One event with one entry, the usual case, is one statement of plain rows, which PostgreSQL runs in a third of
 * the time that sets from JSON take. It is sent together with COMMIT.
 */
import type { TransactionDb } from "#platform/db/db.ts";
import { AUDIT_RECORD, type AuditEntry } from "./audit.ts";
import type { Emitted } from "./context.ts";
import type { RecordedEvent } from "./events.ts";

/** Facts of the caller that go on every event. */
export interface Stamp {
  actor_kind: string;
  actor_id: number | null;
  surface: string;
  on_behalf_of: number | null;
  operation: string;
  correlation_id: string;
}

const EVENT_RECORD = `business_id int, subject_type text, subject_id text, seq int, kind text, occurred_at timestamptz,
  recorded_at timestamptz, actor_kind text, actor_id int, surface text, on_behalf_of int, operation text,
  correlation_id text, batch_id bigint, payload jsonb, previous_hash text, hash text`;

const KEPT_RECORD =
  "business_id int, actor_key text, operation text, key text, body_hash bytea, at timestamptz, answer text, sealed bool";

export interface Kept {
  business_id: number;
  actor_key: string;
  operation: string;
  key: string;
  body_hash: Buffer;
  at: Date;
  answer: string;
  sealed: boolean;
}

export interface Left {
  events: readonly object[];
  audit: readonly AuditEntry[];
  /** The answer under its idempotency key. */
  kept: Kept | null;
}

/** Columns of a record's text: names and types. */
function columnsOf(record: string) {
  return record.split(",").map((column) => {
    const [name = "", type = ""] = column.trim().split(/\s+/);
    return { name, is_json: type === "jsonb" };
  });
}

/** An insert of one row with its parameters, and of many from one JSON text. */
function insertsOf(table: string, record: string) {
  const columns = columnsOf(record);
  const names = columns.map(({ name }) => name).join(", ");
  return {
    /** The parameters begin after those of the statements before it. */
    one: (before: number) =>
      `insert into ${table} (${names}) values (${columns.map((_column, index) => `$${before + index + 1}`).join(", ")})`,
    many: `insert into ${table} (${names}) select ${names} from json_to_recordset($1::json) as entry(${record})`,
    width: columns.length,
    push(values: unknown[], row: object): void {
      for (const { name, is_json } of columns) {
        const value = (row as Record<string, unknown>)[name];
        values.push(is_json ? JSON.stringify(value) : value);
      }
    },
  };
}

const EVENT = insertsOf("event", EVENT_RECORD);
const AUDIT = insertsOf("audit", AUDIT_RECORD);
const KEPT = insertsOf("idempotency", KEPT_RECORD);

const KEPT_ALONE = KEPT.one(0);
const ONE_OF_EACH = `with fact as (${EVENT.one(0)}), entry as (${AUDIT.one(EVENT.width)})
  ${KEPT.one(EVENT.width + AUDIT.width)}`;
const WITHOUT_KEY = `with fact as (${EVENT.one(0)}) ${AUDIT.one(EVENT.width)}`;

/** Events as rows: the fact, who caused it, and where it stands in its chain. */
export function eventRows(
  events: readonly RecordedEvent[],
  emitted: readonly Emitted[],
  stamp: Stamp,
  business_id: number,
): object[] {
  return events.map((event, index) => {
    const { by, business_id: own } = emitted[index] ?? {};
    return { business_id: own ?? business_id, ...stamp, ...by, ...event };
  });
}

export function leaveBehind(transaction: TransactionDb, { events, audit, kept }: Left): void {
  const [event] = events;
  const [entry] = audit;
  if (events.length === 1 && audit.length === 1 && event !== undefined && entry !== undefined) {
    const values: unknown[] = [];
    EVENT.push(values, event);
    AUDIT.push(values, entry);
    if (kept !== null) KEPT.push(values, kept);
    transaction.send(kept === null ? WITHOUT_KEY : ONE_OF_EACH, values);
    return;
  }
  if (events.length > 0) transaction.send(EVENT.many, [JSON.stringify(events)]);
  if (audit.length > 0) transaction.send(AUDIT.many, [JSON.stringify(audit)]);
  if (kept !== null) {
    const values: unknown[] = [];
    KEPT.push(values, kept);
    transaction.send(KEPT_ALONE, values);
  }
}
