/**
 * Imports a long file, one transaction a chunk. The results of a chunk are written with its places, so that a retry continues
 * where the first run stopped.
 */
import { defineJob } from "#operation/define/job.ts";
import { addResults, endBatch, lockOpenBatch } from "#operation/records/batch.ts";
import type { TableRow } from "#spreadsheet/limits.ts";
import { type ImportOptions, importRows } from "../import.ts";

const CHUNK_ROWS = 200;

interface QueuedImport {
  options: ImportOptions;
  rows: TableRow[];
}

export const importPoisJob = defineJob({
  name: "poi.import",
  retries: 5,
  expires_s: 1800,

  async run({ transaction, stopping }, data) {
    const batch_id = Number(data["batch_id"]);
    for (let has_more = true; has_more; ) {
      if (stopping()) throw new Error("The service is stopping; the import continues at the next start.");
      has_more = await transaction(async (context) => {
        const batch = await lockOpenBatch(context, batch_id);
        if (batch === undefined || batch.request === null) return false;
        const { options, rows } = batch.request as QueuedImport;
        const from = batch.results_count;
        const chunk = rows.slice(from, from + CHUNK_ROWS);
        const results = await importRows(context, chunk, options, { id: batch_id, first_row: from + 1 });
        const failed = results.filter(({ outcome }) => outcome === "failed").length;
        const is_last = from + chunk.length >= rows.length;
        const { items_failed } = await addResults(context, batch_id, {
          done: results.length - failed,
          failed,
          results,
          is_last,
        });
        if (is_last)
          context.emit({
            subject: { type: "poi_import", id: batch.public_id },
            kind: "poi.import_finished",
            payload: { rows: rows.length, failed: items_failed },
            batch_id,
          });
        return !is_last;
      });
    }
  },

  async giveUp({ transaction }, data, reason) {
    await transaction(async (context) => {
      const batch_id = Number(data["batch_id"]);
      const batch = await endBatch(context, batch_id, "FAILED", reason);
      if (batch !== undefined)
        context.emit({
          subject: { type: "poi_import", id: batch.public_id },
          kind: "poi.import_finished",
          payload: { rows: batch.results_count, failed: 0 },
          batch_id,
        });
    });
  },
});
