/**
 * Runs what is due: each row in a transaction of its own, so that one that fails or waits concerns no other.
 *
 * A row is claimed by an advisory lock, not by locking the row: an operation locks its subject and then sets or clears
 * the row, and a worker that held the row while its handler waits for the subject would deadlock with it. The row is
 * deleted last, as it was read; when it has changed meanwhile, everything is rolled back.
 */
import { randomUUID } from "node:crypto";
import { systemDb } from "#platform/db/db.ts";
import { payAs } from "#platform/fairness/payer.ts";
import { buildJobActor } from "../caller/job-actor.ts";
import type { Context } from "../define/context.ts";
import type { Operation } from "../define/define.ts";
import type { DueHandler } from "../define/due.ts";
import type { Runtime } from "../define/runtime.ts";
import { buildAuditEntry } from "../records/audit-entry.ts";
import { isImpossibleValue } from "../response/failure.ts";
import { type Invocation, startInvocation } from "../run/invocation.ts";
import { buildContext } from "../run/run.ts";
import { runTransaction } from "../run/transaction.ts";
import { buildDueTasks } from "./due-tasks.ts";

/** How many rows of a page run at the same time in one process: each takes a connection. */
const CONCURRENCY = 2;
const PAGE = 100;
/**
 * Pauses before a failed row is tried again; they double. A row is tried until it succeeds, because what fails is mostly a
 * service that does not answer, or a fault of ours that an upgrade mends.
 */
const PAUSE_MS = { first: 5_000, max: 3_600_000 } as const;
/** A row whose handler computes a value that cannot be stored ends as failed after so many runs: no repetition mends it. */
const IMPOSSIBLE_RUNS_MAX = 3;

interface Candidate {
  id: number;
  business_id: number | null;
  kind: string;
}

interface StoredRow {
  business_id: number | null;
  subject: string;
  due_at: string;
  payload: Record<string, unknown>;
}

/** The row was set or cleared by another transaction while its handler ran. */
class ChangedMeanwhile extends Error {}

const CANDIDATES = `select id, business_id, kind from due where next_at <= $1 and kind = any($2::text[]) and id <> all($3::bigint[])
  order by next_at, id limit ${PAGE}`;
const NEXT = "select min(next_at) as at from due where kind = any($1::text[]) and next_at < 'infinity'";
const LOCK = "select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as is_ours";
const READ =
  "select business_id, subject, due_at, payload from due where id = $1 and next_at <= $2 and kind = $3";
const REMOVE = "delete from due where id = $1 and due_at = $2";
const FAILED = `update due set attempts = attempts + 1, last_error = $2,
    failed_at = case when $6 and attempts + 1 >= ${IMPOSSIBLE_RUNS_MAX} then $3::timestamptz end,
    next_at = case when $6 and attempts + 1 >= ${IMPOSSIBLE_RUNS_MAX} then 'infinity'
      else $3::timestamptz + least($4 * 2 ^ least(attempts, 20), $5) * interval '1 millisecond' end
  where id = $1 and next_at <= $3 returning failed_at is not null as has_ended`;

export interface DuePass {
  /** Handlers that ran to the end. */
  done: number;
  /** Rows that another process runs. */
  busy: number;
  failed: number;
  /** When the next row is due, as far as rows are known; null when there is none. */
  next_at: Date | null;
}

/**
 * Runs everything that is due now, and returns when something is due next. With a `concurrency` of 1, rows run in the order of
 * their times.
 */
export async function runDue(
  runtime: Runtime,
  stopping: () => boolean = () => false,
  concurrency = CONCURRENCY,
): Promise<DuePass> {
  const system = systemDb(runtime.pools.system);
  const kinds = [...runtime.registry.due.keys()];
  const pass: DuePass = { done: 0, busy: 0, failed: 0, next_at: null };
  // Each row once in a pass: one that is due again at once must not keep the others waiting.
  const seen_ids: number[] = [];
  while (!stopping()) {
    const page = await system.rows<Candidate>(CANDIDATES, [runtime.now(), kinds, seen_ids]);
    seen_ids.push(...page.map(({ id }) => id));
    const waiting = page.values();
    const runNext = async () => {
      for (const candidate of waiting) {
        if (stopping()) return;
        pass[await runRow(runtime, candidate)] += 1;
      }
    };
    await Promise.all(Array.from({ length: concurrency }, runNext));
    if (page.length < PAGE) break;
  }
  const next = await system.row<{ at: string | null }>(NEXT, [kinds]);
  pass.next_at = next?.at == null ? null : new Date(next.at);
  return pass;
}

async function runRow(runtime: Runtime, candidate: Candidate): Promise<"done" | "busy" | "failed"> {
  const handler = runtime.registry.due.get(candidate.kind) as DueHandler;
  const started = performance.now();
  let outcome: "done" | "busy" | "failed" = "failed";
  try {
    const ran = await payAs(candidate.business_id ?? 0, () => runHandler(runtime, handler, candidate));
    outcome = ran ? "done" : "busy";
  } catch (error) {
    if (error instanceof ChangedMeanwhile) outcome = "busy";
    else {
      const row = await systemDb(runtime.pools.system).row<{ has_ended: boolean }>(FAILED, [
        candidate.id,
        String((error as Error).message).slice(0, 500),
        runtime.now(),
        PAUSE_MS.first,
        PAUSE_MS.max,
        // The next run of a schedule is computed by this one.
        isImpossibleValue(error) && !runtime.registry.schedules.has(candidate.kind),
      ]);
      runtime.log.error(
        { err: error, due: candidate.kind, id: candidate.id },
        row?.has_ended ? "a due task failed and is not tried again" : "a due task failed and is tried again",
      );
    }
  }
  if (outcome !== "busy")
    runtime.measure(candidate.kind, "due", outcome, (performance.now() - started) / 1000);
  return outcome;
}

/** False when another process runs the row, or has just run it. */
async function runHandler(
  runtime: Runtime,
  handler: DueHandler,
  { id, business_id, kind }: Candidate,
): Promise<boolean> {
  const actor = await buildJobActor(runtime, business_id ?? 0);
  const request = { id: randomUUID(), surface: "job" as const, address: "", language: "", user_agent: "" };
  const operation = { name: kind, refusals: {}, effect: "write" } as unknown as Operation;
  const invocation: Invocation = {
    ...startInvocation(runtime, { operation, actor, input: {}, request }),
    role: business_id === null ? "system" : "service",
  };
  const { now } = invocation;
  const result = await runTransaction(invocation, {
    claim: null,
    async run(db, emitted, jobs) {
      const [lock, row] = await Promise.all([
        db.row<{ is_ours: boolean }>(LOCK, [`due ${id}`]),
        db.row<StoredRow>(READ, [id, now, kind]),
      ]);
      if (lock?.is_ours !== true || row === undefined) return false;
      let is_set_again = false;
      const due = buildDueTasks({
        registry: runtime.registry,
        db,
        business_id,
        now,
        onChange(changed, subject) {
          if (changed === kind && subject === row.subject) is_set_again = true;
        },
      });
      const context = buildContext(invocation, db, { emitted, jobs, due });
      await handler.run(context as Context<never>, { ...row, due_at: new Date(row.due_at) });
      if (!is_set_again && (await db.execute(REMOVE, [id, row.due_at])) === 0) throw new ChangedMeanwhile();
      return true;
    },
    // The installation's own rows, and those that others took, concern no business.
    audit: (was_run, emitted) =>
      was_run === true && business_id !== null
        ? [buildAuditEntry(invocation, { outcome: "done", emitted, business_id })]
        : [],
  });
  return result.kind === "done" && result.answer === true;
}
