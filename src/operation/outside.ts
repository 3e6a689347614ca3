/**
 * Calls to the outside after a commit (`perform`), and what came of them (`settle`).
 *
 * The write leaves a row that owes the call, in its own transaction. The request performs it and settles in a
 * second transaction that also strikes the row; when the process dies between the two, a worker does so later.
 * So `perform` runs at least once and must recognise its own earlier work, and `settle` counts exactly once.
 */
import { seal, unseal } from "#platform/auth/secrets.ts";
import { type Db, doorOf, readerOf } from "#platform/db/db.ts";
import { ANONYMOUS } from "./actor.ts";
import type { AuditEntry } from "./audit.ts";
import type { Call } from "./call.ts";
import type { Context, Emitted, JobRequest, RequestFacts } from "./context.ts";
import { refusalOfFailure } from "./failure.ts";
import type { Stamp } from "./leave.ts";
import type { Mechanism } from "./mechanism.ts";
import { Refusal } from "./refusal.ts";
import { type Claim, transact } from "./transaction.ts";

/** The request waits this long for the outside; then it answers the state as it is and the call goes on. */
const WAIT_MS = 25_000;
/** A call not struck after this long is taken up by a worker. */
const TAKEN_UP_AFTER_MS = 60_000;
const ATTEMPTS_MAX = 8;

/** How the caller of these functions makes a context and names itself in events and audit. */
export interface Frame {
  role: "service" | "system";
  context(db: Db, inside?: { emitted: Emitted[]; jobs: JobRequest[] }): Context<string>;
  stamp: Stamp;
  entry(emitted: Emitted[]): AuditEntry[];
}

interface Claimed {
  actor_key: string;
  operation: string;
  key: string;
}

interface OwedRow {
  id: number;
  business_id: number;
  operation: string;
  account_id: number | null;
  sealed_input: string;
  sealed_answer: string;
  request: RequestFacts;
  claim: Claimed | null;
  attempts: number;
}

/** In the write's own transaction: the call is owed from the commit on. */
export async function owe(
  mechanism: Mechanism,
  db: Db,
  call: Call,
  business_id: number,
  now: Date,
  claim: Claim | null,
  answer: unknown,
): Promise<number> {
  const key = mechanism.settings.secret_key;
  const row = await db.row<{ id: number }>(
    `insert into outside_call (business_id, operation, account_id, sealed_input, sealed_answer, request, claim, next_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [
      business_id,
      call.operation.name,
      call.actor.account_id,
      seal(key, JSON.stringify(call.input)),
      seal(key, JSON.stringify(answer)),
      JSON.stringify(call.request),
      claim === null
        ? null
        : JSON.stringify({ actor_key: claim.actor_key, operation: claim.operation, key: claim.key }),
      new Date(now.getTime() + TAKEN_UP_AFTER_MS),
      now,
    ],
  );
  return row?.id ?? 0;
}

/**
 * Perform and settle within the request. When the outside is slow or fails, the answer is the state as the
 * commit left it: the write has happened, and a worker tries the call again.
 */
export async function performNow(
  mechanism: Mechanism,
  call: Call,
  frame: Frame,
  owed: { id: number; business_id: number; claim: Claim | null },
  answer: unknown,
  keep: (answer: unknown) => { answer: string; sealed: boolean },
): Promise<unknown> {
  const whole = performAndSettle(mechanism, call, frame, owed, answer, keep).catch((error) => {
    if (error instanceof Told) throw error.refusal;
    mechanism.log.warn(
      { err: error, operation: call.operation.name },
      "an outside call failed; a worker tries again",
    );
    return answer;
  });
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<unknown>((resolve) => {
    timer = setTimeout(() => resolve(answer), WAIT_MS);
  });
  try {
    return await Promise.race([whole, patience]);
  } finally {
    clearTimeout(timer);
  }
}

/** The refusal that a settled call ends in: the caller is told, and nobody tries again. */
class Told extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

async function performAndSettle(
  mechanism: Mechanism,
  { operation, input }: Call,
  frame: Frame,
  { id, business_id, claim }: { id: number; business_id: number; claim: Claimed | null },
  answer: unknown,
  keep: (answer: unknown) => { answer: string; sealed: boolean },
): Promise<unknown> {
  const outside = frame.context(readerOf(mechanism.pools[frame.role], business_id));
  const outcome = await operation.perform?.(outside, input, answer);
  const done = await transact(mechanism, {
    business_id,
    role: frame.role,
    dry_run: false,
    claim: null,
    now: mechanism.now(),
    stamp: frame.stamp,
    async run(db, emitted, jobs) {
      const struck = await db.execute(
        "update outside_call set state = 'done' where id = $1 and state = 'pending'",
        [id],
      );
      // Another process settled it while we waited for the outside.
      if (struck === 0) return answer;
      const settled =
        operation.settle === undefined
          ? answer
          : await operation.settle(frame.context(db, { emitted, jobs }), input, answer, outcome);
      if (claim !== null && settled instanceof Refusal) {
        await db.execute(
          "delete from idempotency where business_id = $1 and actor_key = $2 and operation = $3 and key = $4",
          [business_id, claim.actor_key, claim.operation, claim.key],
        );
      } else if (claim !== null) {
        const kept = keep(settled);
        await db.execute(
          "update idempotency set answer = $5, sealed = $6 where business_id = $1 and actor_key = $2 and operation = $3 and key = $4",
          [business_id, claim.actor_key, claim.operation, claim.key, kept.answer, kept.sealed],
        );
      }
      return settled;
    },
    audit: (_answer, emitted) => (emitted.length === 0 ? [] : frame.entry(emitted)),
    keep: () => ({ answer: "{}", sealed: false }),
  });
  if (done.kind === "done" && done.answer instanceof Refusal) throw new Told(done.answer);
  return done.kind === "done" ? done.answer : answer;
}

/** What a worker does now and then: finish the calls whose process died, with growing pauses. Answers how many. */
export async function finishOwed(
  mechanism: Mechanism,
  frameFor: (call: Call, business_id: number) => Frame,
  keepFor: (call: Call) => (answer: unknown) => { answer: string; sealed: boolean },
): Promise<number> {
  const db = doorOf(mechanism.pools.system);
  const now = mechanism.now();
  const rows = await db.rows<OwedRow>(
    `update outside_call set attempts = attempts + 1, next_at = $1::timestamptz + make_interval(secs => 30 * 2 ^ attempts)
      where id in (select id from outside_call where state = 'pending' and next_at <= $1 order by next_at limit 20 for update skip locked)
      returning id, business_id, operation, account_id, sealed_input, sealed_answer, request, claim, attempts`,
    [now],
  );
  for (const row of rows) {
    await finishOne(mechanism, row, frameFor, keepFor).catch(async (error) => {
      // Settled all the same; whoever asked has gone.
      if (error instanceof Told) return;
      const reason = error instanceof Refusal ? error.code : ((error as Error).message ?? "unknown");
      const given_up = row.attempts >= ATTEMPTS_MAX;
      mechanism.log.error(
        { err: error, operation: row.operation, outside_call: row.id, given_up },
        "an owed outside call failed",
      );
      await db.execute(
        "update outside_call set failure = $2, state = $3 where id = $1 and state = 'pending'",
        [
          row.id,
          reason.slice(0, 500),
          given_up && refusalOfFailure(error) === undefined ? "given_up" : "pending",
        ],
      );
    });
  }
  return rows.length;
}

async function finishOne(
  mechanism: Mechanism,
  row: OwedRow,
  frameFor: (call: Call, business_id: number) => Frame,
  keepFor: (call: Call) => (answer: unknown) => { answer: string; sealed: boolean },
): Promise<void> {
  const key = mechanism.settings.secret_key;
  const actor = row.account_id === null ? undefined : await mechanism.callers.ofAccount(row.account_id);
  const call: Call = {
    operation: mechanism.registry.get(row.operation),
    // Its account may be gone since; what it caused is finished all the same.
    actor: actor ?? { ...ANONYMOUS, business_id: row.business_id },
    input: JSON.parse(unseal(key, row.sealed_input)),
    request: { ...row.request, surface: "job" },
  };
  const answer = JSON.parse(unseal(key, row.sealed_answer));
  await performAndSettle(mechanism, call, frameFor(call, row.business_id), row, answer, keepFor(call));
}
