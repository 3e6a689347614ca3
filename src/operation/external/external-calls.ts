/**
 * Calls to external services after a commit (`perform`), and the recording of their outcome (`settle`).
 *
 * The write stores a pending-call row in its own transaction. The request performs the call and settles it in a
 * second transaction, which also ends that row; when the process dies between the two, a worker does so later.
 * So `perform` runs at least once and must recognize its own earlier work, and `settle` takes effect exactly once.
 */
import { decryptText, encryptText } from "#platform/auth/secrets.ts";
import { type Db, readOnlyDb, systemDb } from "#platform/db/db.ts";
import { buildJobActor } from "../caller/job-actor.ts";
import type { RequestFacts } from "../define/context.ts";
import { Refusal } from "../define/refusal.ts";
import type { Runtime } from "../define/runtime.ts";
import { buildAuditEntry } from "../records/audit-entry.ts";
import { toRefusal } from "../response/failure.ts";
import { renderResponse } from "../response/response-filter.ts";
import { encryptStoredAnswer } from "../run/idempotency.ts";
import { type Invocation, startInvocation } from "../run/invocation.ts";
import { buildContext } from "../run/run.ts";
import { type Claim, runTransaction } from "../run/transaction.ts";

/**
 * How long the request waits for the external service. After that it responds with the current state, and the call
 * continues.
 */
const REQUEST_WAIT_MS = 25_000;
/** A worker resumes a pending call after this long. */
const RESUME_AFTER_MS = 60_000;
const ATTEMPTS_MAX = 8;

/** The idempotency key that stores the answer of the write, until the settled one replaces it. */
type StoredKey = Pick<Claim, "actor_key" | "operation" | "key">;

interface PendingCall {
  id: number;
  claim: StoredKey | null;
}

/** 1. In the write's own transaction, so that the pending call exists from the commit on. Returns its id. */
export async function enqueueExternalCall(
  { runtime, operation, actor, input, request, business_id, now }: Invocation,
  db: Db,
  claim: Claim | null,
  answer: unknown,
): Promise<number> {
  const seal = (value: unknown) => encryptText(runtime.settings.secret_key, JSON.stringify(value));
  const stored_key: StoredKey | null = claim && {
    actor_key: claim.actor_key,
    operation: claim.operation,
    key: claim.key,
  };
  const row = await db.row<{ id: number }>(
    `insert into external_call (business_id, operation, account_id, sealed_input, sealed_answer, request, claim, next_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [
      business_id,
      operation.name,
      actor.account_id,
      seal(input),
      seal(answer),
      JSON.stringify(request),
      stored_key && JSON.stringify(stored_key),
      new Date(now.getTime() + RESUME_AFTER_MS),
      now,
    ],
  );
  return row?.id ?? 0;
}

/**
 * 2. After the commit, within the request. When the external service is slow or fails, the response is the committed
 * state: the write has happened, and a worker retries the call.
 */
export async function performExternalCall(
  invocation: Invocation,
  pending: PendingCall,
  answer: unknown,
): Promise<unknown> {
  const completion = performAndSettle(invocation, pending, answer).catch((error) => {
    if (error instanceof SettledRefusal) throw error.refusal;
    invocation.runtime.log.warn(
      { err: error, operation: invocation.operation.name },
      "an external call failed; a worker tries again",
    );
    return answer;
  });
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<unknown>((resolve) => {
    timer = setTimeout(() => resolve(answer), REQUEST_WAIT_MS);
  });
  try {
    return await Promise.race([completion, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** The refusal that a settled call ends with: it is sent to the caller, and the call is not retried. */
class SettledRefusal extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** 3. The call itself, and the second transaction. */
async function performAndSettle(
  invocation: Invocation,
  { id, claim }: PendingCall,
  answer: unknown,
): Promise<unknown> {
  const { runtime, operation, input, role, business_id } = invocation;
  const reading = buildContext(invocation, readOnlyDb(runtime.pools[role], business_id));
  const outcome = await operation.perform?.(reading, input, answer);
  // The limits of a token were checked when the call was enqueued: what has happened outside is recorded whatever it costs.
  const settling: Invocation = {
    ...invocation,
    actor: { ...invocation.actor, caps: null },
    now: runtime.now(),
  };
  const result = await runTransaction(settling, {
    claim: null,
    async run(db, emitted, jobs) {
      const ended_count = await db.execute(
        "update external_call set state = 'done' where business_id = $1 and id = $2 and state = 'pending'",
        [settling.business_id, id],
      );
      // Another process settled it while we waited for the external service.
      if (ended_count === 0) return answer;
      const context = buildContext(settling, db, { emitted, jobs });
      const settled =
        operation.settle === undefined ? answer : await operation.settle(context, input, answer, outcome);
      if (claim !== null) await replaceStoredAnswer(db, settling, claim, settled);
      return settled;
    },
    audit: (_answer, emitted) =>
      emitted.length === 0 ? [] : [buildAuditEntry(settling, { outcome: "done", emitted, business_id })],
  });
  if (result.kind === "replay") return answer;
  if (result.answer instanceof Refusal) throw new SettledRefusal(result.answer);
  return result.answer;
}

/** The settled answer is the one that a repeat gets; after a refusal the key is free again. */
async function replaceStoredAnswer(
  db: Db,
  invocation: Invocation,
  { actor_key, operation, key }: StoredKey,
  settled: unknown,
): Promise<void> {
  const { business_id } = invocation;
  if (settled instanceof Refusal) {
    await db.execute(
      "delete from idempotency where business_id = $1 and actor_key = $2 and operation = $3 and key = $4",
      [business_id, actor_key, operation, key],
    );
    return;
  }
  const { text } = renderResponse(invocation.operation, invocation.actor, settled);
  const { answer, sealed } = encryptStoredAnswer(invocation, text);
  await db.execute(
    "update idempotency set answer = $5, sealed = $6 where business_id = $1 and actor_key = $2 and operation = $3 and key = $4",
    [business_id, actor_key, operation, key, answer, sealed],
  );
}

interface PendingCallRow extends PendingCall {
  business_id: number;
  operation: string;
  account_id: number | null;
  sealed_input: string;
  sealed_answer: string;
  request: RequestFacts;
  attempts: number;
}

/**
 * 4. Run periodically by a worker: completes the calls whose process died or whose external service failed, with
 * increasing pauses. Returns how many were resumed.
 */
export async function resumeExternalCalls(runtime: Runtime): Promise<number> {
  const db = systemDb(runtime.pools.system);
  const now = runtime.now();
  const rows = await db.rows<PendingCallRow>(
    `update external_call set attempts = attempts + 1, next_at = $1::timestamptz + make_interval(secs => 30 * 2 ^ attempts)
      where id in (select id from external_call where state = 'pending' and next_at <= $1 order by next_at limit 20 for update skip locked)
      returning id, business_id, operation, account_id, sealed_input, sealed_answer, request, claim, attempts`,
    [now],
  );
  for (const row of rows) {
    await resumeExternalCall(runtime, row).catch(async (error) => {
      // Settled like any other; only the original caller is gone.
      if (error instanceof SettledRefusal) return;
      const reason = error instanceof Refusal ? error.code : ((error as Error).message ?? "unknown");
      const given_up = row.attempts >= ATTEMPTS_MAX;
      runtime.log.error(
        { err: error, operation: row.operation, external_call: row.id, given_up },
        "a pending external call failed",
      );
      await db.execute(
        "update external_call set failure = $3, state = $4 where business_id = $1 and id = $2 and state = 'pending'",
        [
          row.business_id,
          row.id,
          reason.slice(0, 500),
          given_up && toRefusal(error) === undefined ? "given_up" : "pending",
        ],
      );
    });
  }
  return rows.length;
}

async function resumeExternalCall(runtime: Runtime, row: PendingCallRow): Promise<void> {
  const open = (text: string) => JSON.parse(decryptText(runtime.settings.secret_key, text));
  const actor = row.account_id === null ? undefined : await runtime.authentication.ofAccount(row.account_id);
  const resumed = startInvocation(runtime, {
    operation: runtime.registry.get(row.operation),
    // Its account may have been deleted since; its call is completed anyway.
    actor: actor ?? (await buildJobActor(runtime, row.business_id)),
    input: open(row.sealed_input),
    request: { ...row.request, surface: "job" },
  });
  await performAndSettle({ ...resumed, business_id: row.business_id }, row, open(row.sealed_answer));
}
