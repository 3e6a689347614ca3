/**
 * Runs an operation inside the transaction of another one, behind a savepoint: the items of a phone's batch, and approved
 * writes.
 */
import assert from "node:assert";
import type { Db } from "#platform/db/db.ts";
import { authorize } from "../caller/authorize.ts";
import type { Attempted, Context, Emitted, JobRequest } from "../define/context.ts";
import { Refusal } from "../define/refusal.ts";
import { filterResponse } from "../response/response-filter.ts";
import { checkCustomer, checkInput } from "./input.ts";
import type { Invocation } from "./invocation.ts";

/** Events and jobs of one run. */
export interface OwnRecords {
  emitted: Emitted[];
  jobs: JobRequest[];
}

/**
 * Runs it with the checks of any call, as far as they are of this call: the limits and the family's gate were those of the
 * batch. Events and jobs count only if the savepoint is released.
 */
export async function attempt(
  invocation: Invocation,
  db: Db,
  records: OwnRecords,
  buildContext: (db: Db, own_records: OwnRecords) => Context<string>,
): Promise<Attempted> {
  const { runtime, operation, actor, agent, input, language } = invocation;
  assert(operation.queueable, `${operation.name} is not queueable.`);
  const result = await catchRefusal(async () => {
    authorize(operation, actor, agent?.scopes ?? null, runtime.modules);
    checkInput(operation, input, agent !== undefined);
    checkCustomer(actor, input);
    const ran = await runBehindSavepoint(db, (inside, own_records) =>
      operation.run(buildContext(inside, own_records), input, undefined),
    );
    records.emitted.push(...ran.emitted);
    records.jobs.push(...ran.jobs);
    return ran.answer;
  });
  if (!(result instanceof Refusal)) return { answer: filterResponse(operation, actor, result) };
  return { refusal: operation.localised ? result.in(language) : result };
}

async function catchRefusal<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/**
 * A refusal that is thrown undoes the writes of the run and is the answer, without events. One that is returned keeps
 * them, and the locks of its rows. Any other error ends the transaction.
 */
export async function runBehindSavepoint(
  db: Db,
  run: (db: Db, own_records: OwnRecords) => Promise<unknown>,
): Promise<OwnRecords & { answer: unknown }> {
  const inside = revocableDb(db);
  const own_records: OwnRecords = { emitted: [], jobs: [] };
  await db.execute("savepoint attempt");
  try {
    const answer = await run(inside.db, own_records);
    await db.execute("release savepoint attempt");
    return { answer, ...own_records };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Parts of the run that continue after the refusal must not write after the rollback to the savepoint.
    inside.close();
    await db.execute("rollback to savepoint attempt");
    return { answer: error, emitted: [], jobs: [] };
  }
}

/** Access to the same transaction that can be revoked. */
function revocableDb(db: Db): { db: Db; close(): void } {
  let closed = false;
  const whileOpen = async <T>(send: () => Promise<T>): Promise<T> => {
    if (closed) throw new Error("This run was refused and may not write any more.");
    return send();
  };
  return {
    db: {
      rows: (text, values) => whileOpen(() => db.rows(text, values)),
      row: (text, values) => whileOpen(() => db.row(text, values)),
      execute: (text, values) => whileOpen(() => db.execute(text, values)),
    },
    close() {
      closed = true;
    },
  };
}
