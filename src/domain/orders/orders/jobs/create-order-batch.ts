/**
 * Processes a queued batch of orders, part by part.
 *
 * A part, its orders and its results are one transaction, so that a retried run continues after the last completed
 * part. A part that is refused, such as by a daily limit of the token, has the refusal as the result of each of its orders. One
 * that throws three times fails the batch; orders created before remain.
 */
import type { Context } from "#operation/define/context.ts";
import { defineJob } from "#operation/define/job.ts";
import { isFinalRefusal, type Refusal } from "#operation/define/refusal.ts";
import { addResults, endBatch, lockOpenBatch, type OpenBatch } from "#operation/records/batch.ts";
import { plainMessage } from "#operation/response/messages.ts";
import { createOrdersFromItems, type ItemResult, resolveItems } from "../intake/batch.ts";
import { dropRequests, type PartRow } from "../records/batch-part.ts";

const ATTEMPTS = 3;

type Part = Pick<PartRow, "part" | "first_index" | "items"> & { request: NonNullable<PartRow["request"]> };

export const createOrderBatchJob = defineJob({
  name: "create-order-batch",
  retries: 5,
  expires_s: 900,
  async run({ transaction, stopping }, data) {
    const batch_id = Number(data["batch_id"]);
    let more = true;
    while (more && !stopping()) {
      try {
        more = await transaction((context) => processNextPart(context, batch_id));
      } catch (error) {
        if (isFinalRefusal(error)) {
          more = await transaction((context) => refuseNextPart(context, batch_id, error));
          continue;
        }
        const has_failed = await transaction((context) => recordFailure(context, batch_id, error as Error));
        if (!has_failed) throw error;
        return;
      }
    }
    // The service is stopping: the queue retries the job on another worker.
    if (more) throw new Error(`Batch ${batch_id} was interrupted and continues later.`);
  },
});

/** Create the orders of the next part; returns false when no part is left. */
async function processNextPart(context: Context<never>, batch_id: number): Promise<boolean> {
  const next = await lockNextPart(context, batch_id);
  if (next === undefined) return false;
  const { batch, part } = next;
  const items = await resolveItems(
    context,
    part.request.map(({ draft, ref = draft?.ref ?? null, faults = [] }) => ({
      draft,
      ref,
      faults: faults.map(({ field, message }) => ({
        field,
        message: plainMessage({ en: message }, "stored"),
      })),
    })),
  );
  const results: ItemResult[] = await createOrdersFromItems(context, items, {
    batch_id,
    source: batch.source,
    first_index: part.first_index,
    pin_hashes: part.request.map(({ pin_hash }) => pin_hash),
  });
  await recordResults(context, batch_id, part, results);
  return true;
}

/** Record a refusal of the next part as a whole, for each of its orders. */
async function refuseNextPart(
  context: Context<never>,
  batch_id: number,
  { error_code, message }: Refusal,
): Promise<boolean> {
  const next = await lockNextPart(context, batch_id);
  if (next === undefined) return false;
  const { part } = next;
  const results = part.request.map(
    ({ draft, ref = draft?.ref ?? null, faults = [] }, index): ItemResult => ({
      index: part.first_index + index,
      result: false,
      order_id: null,
      tracking_number: null,
      ref,
      ...(faults.length > 0 ? { errors: faults } : { errors: [{ field: "", message }], error_code }),
    }),
  );
  await recordResults(context, batch_id, part, results);
  return true;
}

async function lockNextPart(
  context: Context<never>,
  batch_id: number,
): Promise<{ batch: OpenBatch; part: Part } | undefined> {
  const { db, business_id, emit } = context;
  const batch = await lockOpenBatch(context, batch_id);
  if (batch === undefined) return undefined;
  const part = await db.row<Part>(
    `select part, first_index, items, request from batch_part
      where business_id = $1 and batch_id = $2 and results is null order by part limit 1`,
    [business_id, batch_id],
  );
  if (part === undefined) {
    const payload = await addResults(context, batch_id, { done: 0, failed: 0, is_last: true });
    emit({ subject: { type: "batch", id: batch_id }, kind: "batch.finished", payload, batch_id });
    return undefined;
  }
  return { batch, part };
}

async function recordResults(
  context: Context<never>,
  batch_id: number,
  part: Part,
  results: readonly ItemResult[],
): Promise<void> {
  const failed = results.filter((item) => !item.result).length;
  await Promise.all([
    context.db.execute(
      "update batch_part set results = $4, request = null where business_id = $1 and batch_id = $2 and part = $3",
      [context.business_id, batch_id, part.part, JSON.stringify(results)],
    ),
    addResults(context, batch_id, { done: results.length - failed, failed, is_last: false }),
  ]);
}

/** Count a failure of the current part; returns true when the batch has failed. */
async function recordFailure(context: Context<never>, batch_id: number, error: Error): Promise<boolean> {
  const { db, business_id, emit } = context;
  const part = await db.row<{ attempts: number }>(
    `update batch_part set attempts = attempts + 1
      where business_id = $1 and batch_id = $2 and part = (
        select min(part) from batch_part where business_id = $1 and batch_id = $2 and results is null)
      returning attempts`,
    [business_id, batch_id],
  );
  if (part === undefined || part.attempts < ATTEMPTS) return false;
  const failure = `A part broke ${part.attempts} times: ${error.name}.`;
  await Promise.all([endBatch(context, batch_id, "FAILED", failure), dropRequests(context, batch_id)]);
  emit({
    subject: { type: "batch", id: batch_id },
    kind: "batch.finished",
    payload: { state: "FAILED" },
    batch_id,
  });
  return true;
}
