/**
 * Executes a write: one transaction with events, audit and idempotency.
 *
 * A plain create takes two round trips: BEGIN and the scope are sent with the first statements of the run, and the
 * records with COMMIT. The response is returned only after all results have been read.
 *
 * An idempotency key is written last, with its response. Concurrent calls with the same key both run; the later one
 * waits for the earlier at that row, finds the key taken, rolls back and returns the earlier one's response. So
 * does a repeat, and a repeat that is refused because the first call changed the data. A key that nobody repeats,
 * the usual case, costs one insert.
 */
import assert from "node:assert";
import { readOnlyDb, systemDb, TransactionDb } from "#platform/db/db.ts";
import type { Emitted, JobRequest } from "../define/context.ts";
import { Refusal } from "../define/refusal.ts";
import { takeDailyUse } from "../limits/token-caps.ts";
import type { AuditEntry } from "../records/audit.ts";
import { buildEventStamp } from "../records/audit-entry.ts";
import { type ChainHead, chainEvents, type EventRow, type RecordedEvent } from "../records/events.ts";
import { toRefusal } from "../response/failure.ts";
import { buildEventRows, commitRecords } from "./commit-records.ts";
import type { Invocation } from "./invocation.ts";

export interface Claim {
  actor_key: string;
  operation: string;
  key: string;
  body_hash: Buffer;
  at: Date;
  /** A key used before this time has expired. */
  forgotten_before: Date;
  /** For a key that the caller did not name: a later write of this token to the same subjects ends it. */
  ended_by_writes_of: number | null;
}

export interface StoredAnswer {
  at: string;
  request_id: string | null;
  body_hash: Buffer;
  answer: string | null;
  sealed: boolean;
}

export interface TransactionWork {
  claim: Claim | null;
  /** Runs inside the transaction; the events and jobs it adds are written before the commit. */
  run(db: TransactionDb["db"], emitted: Emitted[], jobs: JobRequest[]): Promise<unknown>;
  /** The audit entries, built when the run has succeeded. */
  audit(answer: unknown, emitted: Emitted[]): AuditEntry[];
  /** The response in the form stored under the claimed key. */
  keep?(answer: unknown): { answer: string; sealed: boolean };
}

export type TransactionResult =
  | { kind: "done"; answer: unknown; events: EventRow[] }
  | { kind: "replay"; stored: StoredAnswer };

const KEY_MATCHES = "business_id = $1 and actor_key = $2 and operation = $3 and key = $4";
const FIND_STORED_ANSWER = `select body_hash, answer, sealed, at, request_id from idempotency where ${KEY_MATCHES} and at >= $5`;
/** Deletes an expired key, which would block its next use. */
const DELETE_EXPIRED = `delete from idempotency where ${KEY_MATCHES} and at < $5`;
/** What the first call created, by its audit entry, and whether the same token has written to it since. */
const WAS_WRITTEN_SINCE = `select 1 from audit a cross join lateral jsonb_array_elements(a.subjects) s(subject)
  where a.business_id = $1 and a.token_id = $2 and a.operation = $3 and a.at = $4 and a.request_id = $6 and a.outcome = 'done'
    and exists (select from event e where e.business_id = $1 and e.subject_type = s.subject->>'type'
      and e.subject_id = s.subject->>'id' and e.seq = 1 and e.correlation_id = a.request_id)
    and exists (select 1 from audit later
      where later.business_id = $1 and later.token_id = $2 and later.at >= $4 and later.at <= $5 and later.id <> a.id
        and later.outcome = 'done'
        and later.subjects @> jsonb_build_array(jsonb_build_object('type', s.subject->'type', 'id', s.subject->'id')))
  limit 1`;

/**
 * Serialization failure, deadlock, and a unique violation because another writer took the value between our read
 * and our write: a position in a subject's event chain, or a code that the run found free and will refuse on the
 * retry.
 */
function isWorthRetrying(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === "40001" || code === "40P01" || code === UNIQUE_VIOLATION;
}

const UNIQUE_VIOLATION = "23505";

const ATTEMPTS = 4;

/** A dry run is rolled back. */
export async function runTransaction(
  invocation: Invocation,
  work: TransactionWork,
): Promise<TransactionResult> {
  const { claim } = work;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const result = await attemptOnce(invocation, work);
      // The refusal of a committed attempt may also be that of a repeat.
      if (result.kind !== "done" || !(result.answer instanceof Refusal) || claim === null) return result;
      const stored_answer = await findStoredAnswer(invocation, claim);
      return stored_answer === undefined ? result : { kind: "replay", stored: stored_answer };
    } catch (error) {
      // The other call's response is read on another connection, after this one was released.
      const stored_answer =
        claim !== null && !invocation.dry_run && mayBeRepeat(error)
          ? await findStoredAnswer(invocation, claim)
          : undefined;
      if (stored_answer !== undefined) return { kind: "replay", stored: stored_answer };
      if (attempt >= ATTEMPTS || !isWorthRetrying(error)) throw error;
    }
  }
}

/**
 * A repeat finds its key taken, or fails in some other way because the first call changed the data: a refusal, a
 * constraint, a missing row. Only an unreachable database cannot mean a repeat.
 */
function mayBeRepeat(error: unknown): boolean {
  return error instanceof Refusal || isUnique(error) || toRefusal(error) === undefined;
}

function isUnique(error: unknown): boolean {
  return (error as { code?: string }).code === UNIQUE_VIOLATION;
}

async function attemptOnce(invocation: Invocation, work: TransactionWork): Promise<TransactionResult> {
  const { runtime, role, business_id, dry_run = false } = invocation;
  const client = await runtime.pools[role].connectFor(business_id);
  const transaction = new TransactionDb(client);
  let broken: Error | undefined;
  try {
    // The scope ends with the transaction. A business id is a number of our own, never text from a caller.
    const opening = transaction.control(
      role === "service" ? `begin; set local app.business_id = '${Math.trunc(business_id)}'` : "begin",
    );
    const emitted: Emitted[] = [];
    const jobs: JobRequest[] = [];
    const answer = await work.run(transaction.db, emitted, jobs);
    await opening;
    await takeDailyUse({ ...invocation, events: runtime.registry.events }, transaction.db, emitted);
    if (jobs.length > 0) await transaction.settled();
    for (const job of jobs) {
      await runtime.jobs.send(
        job,
        (text, values) => transaction.send(text, values) as Promise<{ rows: unknown[] }>,
      );
    }
    runtime.onEmit?.(emitted);
    const events = await chainEmitted(transaction, invocation, emitted);
    sendRecords(transaction, invocation, work, answer, emitted, events);
    await endTransaction(transaction, dry_run);
    if (events.length > 0 && !dry_run) runtime.onCommit();
    return { kind: "done", answer, events };
  } catch (error) {
    transaction.close();
    await transaction.control("rollback").catch((failure: Error) => {
      broken = failure;
    });
    throw await findFirstFailure(transaction, error);
  } finally {
    client.release(broken);
  }
}

/** Statements sent after a failed one fail only because of it; the first failure is the real one. */
async function findFirstFailure(transaction: TransactionDb, error: unknown): Promise<unknown> {
  if ((error as { code?: string }).code !== "25P02") return error;
  return transaction.settled().then(
    () => error,
    (first: unknown) => first,
  );
}

/** Deferred constraints are also checked in a dry run, which then rolls back. */
async function endTransaction(transaction: TransactionDb, dry_run: boolean): Promise<void> {
  const checks = dry_run ? transaction.control("set constraints all immediate") : undefined;
  transaction.close();
  const ending = transaction.control(dry_run ? "rollback" : "commit");
  await transaction.settled();
  await checks;
  // COMMIT of a failed transaction succeeds as ROLLBACK.
  assert(
    (await ending).command === (dry_run ? "ROLLBACK" : "COMMIT"),
    "The transaction did not end as it should.",
  );
}

async function chainEmitted(
  transaction: TransactionDb,
  { business_id, now }: Invocation,
  emitted: Emitted[],
): Promise<RecordedEvent[]> {
  if (emitted.length === 0) return [];
  return chainEvents(emitted, await findHeads(transaction, business_id, emitted), now);
}

/** A dry run appends its events too, so that their constraints are checked; it stores no response for replays. */
function sendRecords(
  transaction: TransactionDb,
  invocation: Invocation,
  work: TransactionWork,
  answer: unknown,
  emitted: Emitted[],
  events: RecordedEvent[],
): void {
  const { business_id, dry_run } = invocation;
  const { claim } = work;
  const rows = buildEventRows(events, emitted, buildEventStamp(invocation), business_id);
  // The events of a refused call that committed record it: it uses up no key, and its audit entry is written with the
  // refusal.
  if (dry_run || answer instanceof Refusal) {
    commitRecords(transaction, { events: rows, audit: [], stored_response: null });
    return;
  }
  const stored_answer = claim === null ? undefined : work.keep?.(answer);
  const stored_response =
    claim === null || stored_answer === undefined
      ? null
      : { business_id, ...claim, ...stored_answer, request_id: invocation.request.id };
  commitRecords(transaction, { events: rows, audit: work.audit(answer, emitted), stored_response });
}

/** Chain heads of the subjects that already existed; the run holds their locks. One statement for all of them. */
async function findHeads(
  transaction: TransactionDb,
  own_business_id: number,
  emitted: Emitted[],
): Promise<Map<string, ChainHead>> {
  const fresh = new Set(
    emitted.filter((fact) => fact.subject.is_new).map((fact) => `${fact.subject.type}/${fact.subject.id}`),
  );
  const wanted_heads = new Map<string, { business_id: number; type: string; id: string }>();
  for (const { subject, business_id } of emitted) {
    const key = `${subject.type}/${subject.id}`;
    if (!fresh.has(key))
      wanted_heads.set(key, {
        business_id: business_id ?? own_business_id,
        type: subject.type,
        id: String(subject.id),
      });
  }
  const heads = new Map<string, ChainHead>();
  if (wanted_heads.size === 0) return heads;
  const rows = (
    await transaction.send(
      `select w.type, w.id, h.seq, h.hash, h.recorded_at from json_to_recordset($1::json) as w(business_id int, type text, id text)
         cross join lateral (select seq, hash, recorded_at from event e
           where e.business_id = w.business_id and e.subject_type = w.type and e.subject_id = w.id
           order by seq desc limit 1) h`,
      [JSON.stringify([...wanted_heads.values()])],
    )
  ).rows as { type: string; id: string; seq: number; hash: string; recorded_at: string }[];
  for (const { type, id, ...head } of rows) heads.set(`${type}/${id}`, head);
  return heads;
}

/** The response stored under the claimed key; an expired key is deleted on the way. */
export async function findStoredAnswer(
  { runtime, role, business_id }: Pick<Invocation, "runtime" | "role" | "business_id">,
  { actor_key, operation, key, forgotten_before, ended_by_writes_of, at }: Claim,
): Promise<StoredAnswer | undefined> {
  const db =
    role === "service" ? readOnlyDb(runtime.pools.service, business_id) : systemDb(runtime.pools.system);
  const values = [business_id, actor_key, operation, key, forgotten_before];
  const stored_answer = await db.row<StoredAnswer>(FIND_STORED_ANSWER, values);
  if (stored_answer === undefined) await db.execute(DELETE_EXPIRED, values);
  else if (ended_by_writes_of !== null) {
    const since = [
      business_id,
      ended_by_writes_of,
      operation,
      stored_answer.at,
      at,
      stored_answer.request_id,
    ];
    if ((await db.row(WAS_WRITTEN_SINCE, since)) !== undefined) {
      await db.execute(DELETE_EXPIRED, [...values.slice(0, 4), new Date(at.getTime() + 1)]);
      return undefined;
    }
  }
  return stored_answer;
}
