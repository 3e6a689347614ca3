/**
 * The write road: one transaction with events, audit and idempotency.
 *
 * Two round trips for a plain create: the opening (BEGIN, scope, claim of the idempotency key) travels with
 * the first statement of the run, and the leaving statement with COMMIT. Nothing is answered before the
 * opening has been read.
 */
import assert from "node:assert";
import { doorOf, readerOf, TransactionDb } from "#platform/db/db.ts";
import type { AuditEntry } from "./audit.ts";
import type { Emitted, JobRequest } from "./context.ts";
import { chain, type EventRow, type Head, type RecordedEvent } from "./events.ts";
import { appendAudit, appendEvents, keepAnswer, type Stamp } from "./leave.ts";
import type { Mechanism } from "./mechanism.ts";

export interface Claim {
  actor_key: string;
  operation: string;
  key: string;
  body_hash: Buffer;
  at: Date;
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

const CLAIM = `insert into idempotency (business_id, actor_key, operation, key, body_hash, at)
  values ($1, $2, $3, $4, $5, $6) on conflict do nothing`;

const STORED = `select body_hash, answer, sealed from idempotency
  where business_id = $1 and actor_key = $2 and operation = $3 and key = $4`;

/**
 * Serialization failure, deadlock, and a unique key that another writer took between our look and our write: a
 * subject's place in its chain, or a code that the run had found free and will refuse when it looks again.
 */
function isWorthRetrying(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === "40001" || code === "40P01" || code === "23505";
}

const ATTEMPTS = 4;

export async function transact(mechanism: Mechanism, work: Work): Promise<Done> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const done = await attemptOnce(mechanism, work);
      // The twin's answer is read on another connection, after this one was given back.
      if (done === "claimed before") return { kind: "replay", stored: await storedAnswer(mechanism, work) };
      return done;
    } catch (error) {
      if (attempt >= ATTEMPTS || !isWorthRetrying(error)) throw error;
    }
  }
}

async function attemptOnce(mechanism: Mechanism, work: Work): Promise<Done | "claimed before"> {
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
    const { claim } = work;
    const claimed =
      claim === null || work.dry_run
        ? null
        : transaction.send(CLAIM, [
            work.business_id,
            claim.actor_key,
            claim.operation,
            claim.key,
            claim.body_hash,
            claim.at,
          ]);
    const emitted: Emitted[] = [];
    const jobs: JobRequest[] = [];
    const outcome = await settle(work.run(transaction.db, emitted, jobs));
    await opening;
    if (claimed !== null && (await claimed).rowCount === 0) {
      await transaction.control("rollback");
      return "claimed before";
    }
    if ("error" in outcome) throw outcome.error;
    await transaction.settled();
    for (const job of jobs) {
      await mechanism.jobs.send(
        job,
        (text, values) => transaction.send(text, values) as Promise<{ rows: unknown[] }>,
      );
    }
    const events = await chained(transaction, work, emitted);
    leave(transaction, work, outcome.value, emitted, events);
    await end(transaction, work.dry_run);
    if (events.length > 0 && !work.dry_run) mechanism.onCommit();
    return { kind: "done", answer: outcome.value, events };
  } catch (error) {
    await transaction.control("rollback").catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

async function settle(promise: Promise<unknown>): Promise<{ value: unknown } | { error: unknown }> {
  try {
    return { value: await promise };
  } catch (error) {
    return { error };
  }
}

/** Deferred constraints are checked in a dry run too, which then leaves nothing. */
async function end(transaction: TransactionDb, dry_run: boolean): Promise<void> {
  const checks = dry_run ? transaction.control("set constraints all immediate") : undefined;
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
  appendEvents(transaction, events, emitted, work.stamp, work.business_id);
  if (work.dry_run) return;
  appendAudit(transaction, work.audit(answer, emitted));
  if (work.claim !== null) keepAnswer(transaction, work.business_id, work.claim, work.keep(answer));
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

async function storedAnswer(mechanism: Mechanism, work: Work): Promise<StoredAnswer> {
  const { claim } = work;
  assert(claim !== null, "Only a claimed key has a stored answer.");
  const db =
    work.role === "service"
      ? readerOf(mechanism.pools.service, work.business_id)
      : doorOf(mechanism.pools.system);
  const stored = await db.row<StoredAnswer>(STORED, [
    work.business_id,
    claim.actor_key,
    claim.operation,
    claim.key,
  ]);
  assert(stored !== undefined, "A claimed idempotency key has no row.");
  return stored;
}
