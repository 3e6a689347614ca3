/** Entries of the log that have no place in it yet. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord } from "#operation/define/record.ts";

const PendingRecord = defineRecord("document_log_pending");

/** The log gets the entry after the commit (`schedules/append-log.ts`): transactions of businesses wait for none of each other. */
export async function appendToLog(
  context: Pick<Context, "db" | "business_id" | "now">,
  leaf_hash: Buffer,
): Promise<void> {
  await PendingRecord.insert(context, { leaf_hash });
}
