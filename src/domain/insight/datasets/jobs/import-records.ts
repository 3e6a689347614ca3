/**
 * Imports a long file, one transaction a chunk. What became of a chunk is written with its records, so that a retry goes
 * on where the first run stopped, and a cancelled import ends before its next chunk.
 */
import type { Context } from "#operation/define/context.ts";
import { defineJob, type JobContext } from "#operation/define/job.ts";
import { type PackedTable, readUploadedTable, sliceRows } from "#platform/files/reader.ts";
import { CHUNK_ROWS, IMPORT_ROWS_MAX, importRows } from "../import.ts";
import { findView, lockView } from "../records/dataset.ts";
import { ImportRecord, type ImportRow, isUnderWay, storeProgress } from "../records/dataset-import.ts";

export const importRecordsJob = defineJob({
  name: "datasets.import",
  retries: 5,
  expires_s: 3600,
  concurrency: 1,

  async run(job, data) {
    const [id, dataset_id] = [Number(data["dataset_import_id"]), Number(data["dataset_id"])];
    const claimed = await job.transaction((context) => lockImport(context, id));
    if (claimed === undefined) return;
    const table = await load(job, claimed);
    if (table === null) return fail(job, claimed, "The file is gone or cannot be read.");
    for (let has_more = true; has_more; ) {
      if (job.stopping()) throw new Error("The service is stopping; the import continues at the next start.");
      has_more = await job.transaction((context) => importChunk(context, { id, dataset_id }, table));
    }
  },
  giveUp: (job, data, reason) => fail(job, { id: Number(data["dataset_import_id"]) }, reason),
});

async function lockImport(context: Context<string>, id: number): Promise<ImportRow | undefined> {
  const row = await ImportRecord.lock(context, id);
  return row !== undefined && isUnderWay(row.state) ? row : undefined;
}

async function load(
  { runtime }: JobContext,
  { file_sha256, file_type, options }: ImportRow,
): Promise<PackedTable | null> {
  const bytes = await runtime.files.get(file_sha256);
  if (bytes === undefined) return null;
  const { encoding, decimal } = options;
  const table = await readUploadedTable({
    bytes,
    type: file_type,
    rows_max: IMPORT_ROWS_MAX,
    encoding,
    ...(decimal === undefined ? {} : { decimal }),
  });
  return "fault" in table ? null : table;
}

/** False when nothing is left to do. */
async function importChunk(
  context: Context<string>,
  { id, dataset_id }: { id: number; dataset_id: number },
  table: PackedTable,
): Promise<boolean> {
  if ((await findView(context, dataset_id)) === undefined) {
    const lost = await lockImport(context, id);
    if (lost !== undefined)
      await storeFailure(context, lost, "Whoever sent it may not see the dataset any more.");
    return false;
  }
  // The dataset before the import, as requests lock them.
  const view = await lockView(context, dataset_id, "records");
  const row = await lockImport(context, id);
  if (row === undefined) return false;
  const rows = sliceRows(table, row.rows_read, CHUNK_ROWS);
  const imported_rows = await importRows(context, view, rows, row.options);
  return (await storeProgress(context, { id, dataset_id }, imported_rows, rows.length)) === "RUNNING";
}

async function fail(job: JobContext, { id }: Pick<ImportRow, "id">, failure: string): Promise<void> {
  await job.transaction(async (context) => {
    const row = await lockImport(context, id);
    if (row !== undefined) await storeFailure(context, row, failure);
  });
}

async function storeFailure(context: Context<string>, before: ImportRow, failure: string): Promise<void> {
  const { id, dataset_id, failed } = before;
  await ImportRecord.change(context, before, {
    state: "FAILED",
    failure,
    finished_at: context.now.toISOString(),
  });
  context.emit({
    subject: { type: "dataset_import", id },
    kind: "dataset.import_ended",
    payload: { dataset_id, state: "FAILED", failed },
  });
}
