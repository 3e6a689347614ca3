/** One batch of deliveries to one endpoint, whose lock the caller holds. */
import type { WorkerContext } from "#operation/define/worker.ts";
import { readOnlyDb } from "#platform/db/db.ts";
import { loadBatch } from "./load-batch.ts";
import { closeEndpoint, recordBatch } from "./record-batch.ts";
import { sendBatch } from "./send-batch.ts";
import type { DueEndpoint } from "./system-queries.ts";

/** Returns whether there is more to do at once. */
export async function deliverBatch(
  { runtime, transaction }: WorkerContext,
  { id, business_id }: DueEndpoint,
  stopping: () => boolean,
): Promise<boolean> {
  const begun_at = runtime.now();
  const batch = await withDatabase(() =>
    loadBatch(readOnlyDb(runtime.pools.service, business_id), business_id, id, begun_at),
  );
  if (batch.is_closed) {
    await withDatabase(() => transaction(business_id, (context) => closeEndpoint(context, batch)));
    return false;
  }
  const sent_deliveries = await sendBatch(runtime, batch, stopping);
  return withDatabase(() =>
    transaction(business_id, (context) => recordBatch(context, batch, sent_deliveries, begun_at)),
  );
}

/** Endpoints may be many, the connections of a process are few, and requests need them too. */
const DATABASE_TASKS_MAX = 3;
let using = 0;
const waiting: (() => void)[] = [];

async function withDatabase<T>(work: () => Promise<T>): Promise<T> {
  if (using >= DATABASE_TASKS_MAX) await new Promise<void>((resolve) => waiting.push(resolve));
  else using += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // The place goes to the next one, or becomes free.
    if (next === undefined) using -= 1;
    else next();
  }
}
