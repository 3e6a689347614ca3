/**
 * The write road: one transaction with events, audit and idempotency.
 *
 * Two round trips for a plain create: BEGIN and the scope travel with the first statements of the run, and what
 * is left behind with COMMIT. Nothing is answered before all of it has been read.
 *
 * An idempotency key is written last, with its answer. Twins both run; the later one waits for the earlier at
 * that row, finds the key taken, leaves nothing and answers what the earlier answered. So does a repeat, and one
 * that is refused because the first has changed the ground under it. A key that nobody repeats, the usual case,
 * costs one insert.
 */
import assert from "node:assert";
import { doorOf, readerOf, TransactionDb } from "#platform/db/db.ts";
import type { AuditEntry } from "./audit.ts";
import type { Emitted, JobRequest } from "./context.ts";
import { chain, type EventRow, type Head, type RecordedEvent } from "./events.ts";
import { refusalOfFailure } from "./failure.ts";
import { eventRows, leaveBehind, type Stamp } from "./leave.ts";
import type { Mechanism } from "./mechanism.ts";
import { Refusal } from "./refusal.ts";

export interface Claim {
  actor_key: string;
  operation: string;
  key: string;
  body_hash: Buffer;
  at: Date;
  /** A key used before this moment counts no longer. */
  forgotten_before: Date;
}

export interface StoredAnswer {
  body_hash: Buffer;
  answer: string | null;
  sealed: boolean;
}

export interface Work {
  business_id: number;
  /** Which role opens it: platform administrators see every business. */
  role: "service" | "system";
  dry_run: boolean;
  claim: Claim | null;
  now: Date;
  stamp: Stamp;
  /** Runs inside; what it emits and enqueues is written before the end. */
  run(db: TransactionDb["db"], emitted: Emitted[], jobs: JobRequest[]): Promise<unknown>;
  /** The audit entry or entries, made when the run has succeeded. */
  audit(answer: unknown, emitted: Emitted[]): AuditEntry | AuditEntry[];
  /** The answer as it is kept for replays. */
  keep(answer: unknown): { answer: string; sealed: boolean };
}

export type Done =
  | { kind: "done"; answer: unknown; events: EventRow[] }
  | { kind: "replay"; stored: StoredAnswer };

const NAMED = "business_id = $1 and actor_key = $2 and operation = $3 and key = $4";
const STORED = `select body_hash, answer, sealed from idempotency where ${NAMED} and at >= $5`;
/** A key that counts no longer, and would stand in the way of its next use. */
const FORGET = `delete from idempotency where ${NAMED} and at < $5`;

/**
 * Serialization failure, deadlock, and a unique key that another writer took between our look and our write: a
 * subject's place in its chain, or a code that the run had found free and will refuse when it looks again.
 */
function isWorthRetrying(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === "40001" || code === "40P01" || code === UNIQUE_VIOLATION;
}

const UNIQUE_VIOLATION = "23505";

const ATTEMPTS = 4;

export async function transact(mechanism: Mechanism, work: Work): Promise<Done> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const done = await attemptOnce(mechanism, work);
      // A refusal that is kept may be that of a repeat too.
      if (done.kind !== "done" || !(done.answer instanceof Refusal) || work.claim === null) return done;
      const stored = await storedAnswer(mechanism, work);
      return stored === undefined ? done : { kind: "replay", stored };
    } catch (error) {
      // The twin's answer is read on another connection, after this one was given back.
      const stored = mayBeRepeat(work, error) ? await storedAnswer(mechanism, work) : undefined;
      if (stored !== undefined) return { kind: "replay", stored };
      if (attempt >= ATTEMPTS || !isWorthRetrying(error)) throw error;
    }
  }
}

/**
 * A repeat finds its key taken, or fails in whatever way the ground that the first has changed makes it fail: a
 * refusal, a constraint, a row that is not there any more. Only a database that does not answer is not asked again.
 */
function mayBeRepeat({ claim, dry_run }: Work, error: unknown): boolean {
  if (claim === null || dry_run) return false;
  return error instanceof Refusal || isUnique(error) || refusalOfFailure(error) === undefined;
}

function isUnique(error: unknown): boolean {
  return (error as { code?: string }).code === UNIQUE_VIOLATION;
}

async function attemptOnce(mechanism: Mechanism, work: Work): Promise<Done> {
  const client = await mechanism.pools[work.role].connect();
  const transaction = new TransactionDb(client);
  let broken: Error | undefined;
  try {
    // The scope ends with the transaction. A business id is a number of ours, never text of a caller.
    const opening = transaction.control(
      work.role === "service"
        ? `begin; set local app.business_id = '${Math.trunc(work.business_id)}'`
        : "begin",
    );
    const emitted: Emitted[] = [];
    const jobs: JobRequest[] = [];
    const answer = await work.run(transaction.db, emitted, jobs);
    await opening;
    if (jobs.length > 0) await transaction.settled();
    for (const job of jobs) {
      await mechanism.jobs.send(
        job,
        (text, values) => transaction.send(text, values) as Promise<{ rows: unknown[] }>,
      );
    }
    const events = await chained(transaction, work, emitted);
    leave(transaction, work, answer, emitted, events);
    await end(transaction, work.dry_run);
    if (events.length > 0 && !work.dry_run) mechanism.onCommit();
    return { kind: "done", answer, events };
  } catch (error) {
    transaction.close();
    await transaction.control("rollback").catch((failure: Error) => {
      broken = failure;
    });
    throw await rootOf(transaction, error);
  } finally {
    client.release(broken);
  }
}

/** Statements sent after a failed one fail for its sake only; what counts is the first failure. */
async function rootOf(transaction: TransactionDb, error: unknown): Promise<unknown> {
  if ((error as { code?: string }).code !== "25P02") return error;
  return transaction.settled().then(
    () => error,
    (first: unknown) => first,
  );
}

/** Deferred constraints are checked in a dry run too, which then leaves nothing. */
async function end(transaction: TransactionDb, dry_run: boolean): Promise<void> {
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

async function chained(transaction: TransactionDb, work: Work, emitted: Emitted[]): Promise<RecordedEvent[]> {
  if (emitted.length === 0) return [];
  return chain(emitted, await headsOf(transaction, work, emitted), work.now);
}

/** A dry run appends its events too, so that their constraints are checked; it keeps nothing for replays. */
function leave(
  transaction: TransactionDb,
  work: Work,
  answer: unknown,
  emitted: Emitted[],
  events: RecordedEvent[],
): void {
  const { business_id, stamp, claim } = work;
  const rows = eventRows(events, emitted, stamp, business_id);
  // What a refused call has left is told by its events: it uses up no key, and its audit entry comes with the refusal.
  if (work.dry_run || answer instanceof Refusal) {
    leaveBehind(transaction, { events: rows, audit: [], kept: null });
    return;
  }
  const kept = claim === null ? null : { business_id, ...claim, ...work.keep(answer) };
  leaveBehind(transaction, { events: rows, audit: [work.audit(answer, emitted)].flat(), kept });
}

/** Heads of the subjects that existed before; the run holds their locks. One statement for all of them. */
async function headsOf(
  transaction: TransactionDb,
  work: Work,
  emitted: Emitted[],
): Promise<Map<string, Head>> {
  const fresh = new Set(
    emitted.filter((fact) => fact.subject.first).map((fact) => `${fact.subject.type}/${fact.subject.id}`),
  );
  const wanted = new Map<string, { business_id: number; type: string; id: string }>();
  for (const { subject, business_id } of emitted) {
    const key = `${subject.type}/${subject.id}`;
    if (!fresh.has(key))
      wanted.set(key, {
        business_id: business_id ?? work.business_id,
        type: subject.type,
        id: String(subject.id),
      });
  }
  const heads = new Map<string, Head>();
  if (wanted.size === 0) return heads;
  const rows = (
    await transaction.send(
      `select w.type, w.id, h.seq, h.hash, h.recorded_at from json_to_recordset($1::json) as w(business_id int, type text, id text)
         cross join lateral (select seq, hash, recorded_at from event e
           where e.business_id = w.business_id and e.subject_type = w.type and e.subject_id = w.id
           order by seq desc limit 1) h`,
      [JSON.stringify([...wanted.values()])],
    )
  ).rows as { type: string; id: string; seq: number; hash: string; recorded_at: string }[];
  for (const { type, id, ...head } of rows) heads.set(`${type}/${id}`, head);
  return heads;
}

/** What was answered under the key of this work; a key that counts no longer is forgotten on the way. */
export async function storedAnswer(
  mechanism: Mechanism,
  work: Pick<Work, "business_id" | "role" | "claim">,
): Promise<StoredAnswer | undefined> {
  const { claim } = work;
  assert(claim !== null, "Only a claimed key has a stored answer.");
  const db =
    work.role === "service"
      ? readerOf(mechanism.pools.service, work.business_id)
      : doorOf(mechanism.pools.system);
  const { actor_key, operation, key, forgotten_before } = claim;
  const values = [work.business_id, actor_key, operation, key, forgotten_before];
  const stored = await db.row<StoredAnswer>(STORED, values);
  if (stored === undefined) await db.execute(FORGET, values);
  return stored;
}
