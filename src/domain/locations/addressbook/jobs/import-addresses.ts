/**
 * Imports a long file, one transaction per chunk. The results of a chunk are written with its entries, so that a
 * retry continues where the first run stopped.
 */
import { defineJob } from "#operation/define/job.ts";
import { addResults, endBatch, lockOpenBatch } from "#operation/records/batch.ts";
import { type Cells, importRows } from "../import.ts";

const CHUNK_ROWS = 200;

interface QueuedImport {
  customer_id: number | null;
  rows: Cells[];
  // Imports that were queued before rows had numbers have none.
  lines?: number[];
  header_line?: number;
}

export const importAddressesJob = defineJob({
  name: "addressbook.import",
  retries: 5,
  expires_s: 900,

  async run({ transaction, stopping }, data) {
    const batch_id = Number(data["batch_id"]);
    for (let has_more = true; has_more; ) {
      if (stopping()) throw new Error("The service is stopping; the import continues at the next start.");
      has_more = await transaction(async (context) => {
        const batch = await lockOpenBatch(context, batch_id);
        if (batch === undefined || batch.request === null) return false;
        const {
          customer_id,
          rows,
          header_line = 1,
          lines = rows.map((_, index) => index + 2),
        } = batch.request as QueuedImport;
        const chunk = rows.slice(batch.results_count, batch.results_count + CHUNK_ROWS);
        const numbers = lines.slice(batch.results_count, batch.results_count + CHUNK_ROWS);
        const results = await importRows(context, chunk, {
          customer_id,
          batch_id,
          lines: numbers,
          header_line,
        });
        const failed = results.filter((row) => !row.result).length;
        const finished = batch.results_count + chunk.length >= rows.length;
        const done_count = results.length - failed;
        await addResults(context, batch_id, { done: done_count, failed, results, is_last: finished });
        if (finished) {
          context.emit({
            subject: { type: "address_import", id: batch.public_id },
            kind: "address.import_finished",
            payload: { rows: rows.length },
            batch_id,
          });
        }
        return !finished;
      });
    }
  },

  async giveUp({ transaction }, data, reason) {
    await transaction(async (context) => {
      const batch_id = Number(data["batch_id"]);
      const batch = await endBatch(context, batch_id, "FAILED", reason);
      if (batch !== undefined)
        context.emit({
          subject: { type: "address_import", id: batch.public_id },
          kind: "address.import_finished",
          payload: { rows: batch.results_count },
          batch_id,
        });
    });
  },
});
