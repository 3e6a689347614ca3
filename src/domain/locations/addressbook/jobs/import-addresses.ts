/**
 * Imports a long file, one transaction per chunk. The results of a chunk are written with its entries, so that a
 * retry continues where the first run stopped.
 */
import { defineJob } from "#operation/define/job.ts";
import { type Cells, importRows } from "../import.ts";

const CHUNK_ROWS = 200;

export const importAddressesJob = defineJob({
  name: "addressbook.import",
  retries: 5,
  expires_s: 900,

  async run({ transaction, stopping }, data) {
    const batch_id = Number(data["batch_id"]);
    for (let has_more = true; has_more; ) {
      if (stopping()) throw new Error("The service is stopping; the import continues at the next start.");
      has_more = await transaction(async (context) => {
        const { db, business_id, now } = context;
        const batch = await db.row<{
          public_id: string;
          seen: number;
          // Imports that were queued before rows had numbers have none.
          request: {
            customer_id: number | null;
            rows: Cells[];
            lines?: number[];
            header_line?: number;
          } | null;
        }>(
          `select public_id, jsonb_array_length(results) as seen, request from batch
            where business_id = $1 and id = $2 and state in ('QUEUED', 'RUNNING') for update`,
          [business_id, batch_id],
        );
        if (batch === undefined || batch.request === null) return false;
        const {
          customer_id,
          rows,
          header_line = 1,
          lines = rows.map((_, index) => index + 2),
        } = batch.request;
        const chunk = rows.slice(batch.seen, batch.seen + CHUNK_ROWS);
        const numbers = lines.slice(batch.seen, batch.seen + CHUNK_ROWS);
        const results = await importRows(context, chunk, {
          customer_id,
          batch_id,
          lines: numbers,
          header_line,
        });
        const failed = results.filter((row) => !row.result).length;
        const finished = batch.seen + chunk.length >= rows.length;
        // The file's rows are personal data: they are deleted once they have been imported.
        await db.execute(
          `update batch set results = results || $3::jsonb, items_done = items_done + $4, items_failed = items_failed + $5,
             started_at = coalesce(started_at, $6),
             state = case when not $7 then 'RUNNING' when items_failed + $5 > 0 then 'COMPLETED_WITH_ERRORS' else 'COMPLETED' end,
             finished_at = case when $7 then $6 end, request = case when $7 then null else request end
            where business_id = $1 and id = $2`,
          [business_id, batch_id, JSON.stringify(results), results.length - failed, failed, now, finished],
        );
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
    await transaction(async ({ db, business_id, now, emit }) => {
      const batch_id = Number(data["batch_id"]);
      const batch = await db.row<{ public_id: string; seen: number }>(
        `update batch set state = 'FAILED', failure = $3, finished_at = $4, request = null
          where business_id = $1 and id = $2 and state in ('QUEUED', 'RUNNING')
          returning public_id, jsonb_array_length(results) as seen`,
        [business_id, batch_id, reason, now],
      );
      if (batch !== undefined)
        emit({
          subject: { type: "address_import", id: batch.public_id },
          kind: "address.import_finished",
          payload: { rows: batch.seen },
          batch_id,
        });
    });
  },
});
