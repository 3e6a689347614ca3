/**
 * What a transaction writes before it commits: events, audit entries, and the response stored for replays.
 *
 * One event with one audit entry, the usual case, is one statement of plain rows, which PostgreSQL runs in a third
 * of the time that row sets from JSON take. It is sent together with COMMIT.
 */
import type { TransactionDb } from "#platform/db/db.ts";
import type { Emitted } from "../define/context.ts";
import { AUDIT_RECORD, type AuditEntry } from "../records/audit.ts";
import type { RecordedEvent } from "../records/events.ts";

/** The caller's data, stored with every event. */
export interface EventStamp {
  actor_kind: string;
  actor_id: number | null;
  surface: string;
  on_behalf_of: number | null;
  operation: string;
  correlation_id: string;
}

const EVENT_RECORD = `business_id int, subject_type text, subject_id text, seq int, kind text, occurred_at timestamptz,
  recorded_at timestamptz, actor_kind text, actor_id bigint, surface text, on_behalf_of bigint, operation text,
  correlation_id text, batch_id bigint, payload jsonb, previous_hash text, hash text`;

const ANSWER_RECORD =
  "business_id int, actor_key text, operation text, key text, body_hash bytea, at timestamptz, answer text, sealed bool, request_id text";

interface StoredResponse {
  business_id: number;
  actor_key: string;
  operation: string;
  key: string;
  body_hash: Buffer;
  at: Date;
  answer: string;
  sealed: boolean;
  request_id: string;
}

export interface TransactionRecords {
  events: readonly object[];
  audit: readonly AuditEntry[];
  /** The response to store under the call's idempotency key. */
  stored_response: StoredResponse | null;
}

/** Column names and types of a record definition. */
function parseColumns(record: string) {
  return record.split(",").map((column) => {
    const [name = "", type = ""] = column.trim().split(/\s+/);
    return { name, is_json: type === "jsonb" };
  });
}

/** Two insert statements: one row from parameters, and many rows from one JSON text. */
function buildInserts(table: string, record: string) {
  const columns = parseColumns(record);
  const names = columns.map(({ name }) => name).join(", ");
  return {
    /** `before` is the number of parameters of the statements in front of it. */
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

const EVENT = buildInserts("event", EVENT_RECORD);
const AUDIT = buildInserts("audit", AUDIT_RECORD);
const ANSWER = buildInserts("idempotency", ANSWER_RECORD);

const ANSWER_ALONE = ANSWER.one(0);
const EVENT_AUDIT_AND_ANSWER = `with fact as (${EVENT.one(0)}), entry as (${AUDIT.one(EVENT.width)})
  ${ANSWER.one(EVENT.width + AUDIT.width)}`;
const EVENT_AND_AUDIT = `with fact as (${EVENT.one(0)}) ${AUDIT.one(EVENT.width)}`;

/** Events as rows: the event, its caller, and its position in its subject's chain. */
export function buildEventRows(
  events: readonly RecordedEvent[],
  emitted: readonly Emitted[],
  stamp: EventStamp,
  business_id: number,
): object[] {
  return events.map((event, index) => {
    const { by, business_id: own_business_id } = emitted[index] ?? {};
    return { business_id: own_business_id ?? business_id, ...stamp, ...by, ...event };
  });
}

export function commitRecords(
  transaction: TransactionDb,
  { events, audit, stored_response }: TransactionRecords,
): void {
  const [event] = events;
  const [entry] = audit;
  if (events.length === 1 && audit.length === 1 && event !== undefined && entry !== undefined) {
    const values: unknown[] = [];
    EVENT.push(values, event);
    AUDIT.push(values, entry);
    if (stored_response !== null) ANSWER.push(values, stored_response);
    transaction.send(stored_response === null ? EVENT_AND_AUDIT : EVENT_AUDIT_AND_ANSWER, values);
    return;
  }
  if (events.length > 0) transaction.send(EVENT.many, [JSON.stringify(events)]);
  if (audit.length > 0) transaction.send(AUDIT.many, [JSON.stringify(audit)]);
  if (stored_response !== null) {
    const values: unknown[] = [];
    ANSWER.push(values, stored_response);
    transaction.send(ANSWER_ALONE, values);
  }
}
