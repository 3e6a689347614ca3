/** Imports: what one is, how what became of its rows is stored, and how it is answered. */
import Type from "typebox";
import { selectName } from "#operation/caller/people.ts";
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { Count, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { BATCH_STATES, type BatchState } from "#vocabulary/batches.ts";
import { Ref } from "#vocabulary/ref.ts";
import type { ImportedRows, ImportOptions } from "../import.ts";
import { messages } from "../messages.ts";
import type { DatasetView, Reader } from "./dataset.ts";

export interface ImportRow extends Row<"dataset_import"> {
  state: BatchState;
  options: ImportOptions;
}

export const ImportRecord = defineRecord<"dataset_import", ImportRow>(
  "dataset_import",
  messages.unknown_import,
);

export const DatasetImport = Type.Object(
  {
    id: Ref("dataset_import"),
    dataset_id: Ref("dataset"),
    state: StringEnum(BATCH_STATES),
    file_name: Type.String(),
    rows_total: Count,
    rows_read: Count,
    created: Count,
    updated: Type.Integer({ description: "Changed, or found as they are in the file." }),
    failed: Count,
    failure: Nullable(Type.String({ description: "Why it could not go on." })),
    created_by: Nullable(Type.Object({ account_id: Ref("account"), name: Type.String() })),
    created_at: Timestamp,
    finished_at: Nullable(Timestamp),
    can_cancel: Type.Boolean(),
  },
  { $id: "DatasetImport" },
);

type StoredImport = ImportRow & { created_by_name: string | null };

const IMPORTS = `select i.*, ${selectName("i.created_by")} as created_by_name from dataset_import i
  where i.business_id = $1 and i.dataset_id = $2`;

/** An import is shown to its sender and to administrators: its file has what its sender could write, not what others see. */
const CREATED_BY = "($3::bigint is null or i.created_by = $3)";

const owner = ({ actor }: Reader) => (actor.role === "client_admin" ? null : (actor.account_id ?? 0));

export async function listImports(context: Reader, view: DatasetView) {
  const rows = await context.db.rows<StoredImport>(
    `${IMPORTS} and ${CREATED_BY} order by i.id desc limit 50`,
    [context.business_id, view.id, owner(context)],
  );
  return rows.map(showImport);
}

export async function getImport(
  context: Context<never>,
  view: DatasetView,
  id: number,
): Promise<StoredImport> {
  const row = await context.db.row<StoredImport>(`${IMPORTS} and ${CREATED_BY} and i.id = $4`, [
    ...[context.business_id, view.id, owner(context)],
    id,
  ]);
  if (row === undefined) throw context.refuse("not_found", { message: messages.unknown_import });
  return row;
}

export const isUnderWay = (state: BatchState): boolean => state === "QUEUED" || state === "RUNNING";

export function showImport(row: StoredImport) {
  const { id, dataset_id, state, file_name, rows_total, rows_read, created, updated, failed, failure } = row;
  return {
    id,
    dataset_id,
    state,
    file_name,
    rows_total,
    rows_read,
    created,
    updated,
    failed,
    failure,
    created_by:
      row.created_by === null || row.created_by_name === null
        ? null
        : { account_id: row.created_by, name: row.created_by_name },
    created_at: row.created_at,
    finished_at: row.finished_at,
    can_cancel: isUnderWay(state),
  };
}

/** Adds what became of some rows; ends the import when it has read all. */
export async function storeProgress(
  context: Context<never>,
  { id, dataset_id }: { id: number; dataset_id: number },
  { created, updated, failures }: ImportedRows,
  read: number,
): Promise<BatchState> {
  const { db, business_id, now, emit } = context;
  if (failures.length > 0)
    await db.execute(
      `insert into dataset_import_failure (business_id, import_id, row_number, cells, errors)
       select $1, $2, row, cells, errors from jsonb_to_recordset($3::jsonb) as v (row int, cells jsonb, errors jsonb)`,
      [business_id, id, JSON.stringify(failures)],
    );
  const row = await db.row<{ state: BatchState; rows_read: number; failed: number }>(
    `update dataset_import set rows_read = rows_read + $3, created = created + $4, updated = updated + $5,
       failed = failed + $6, started_at = coalesce(started_at, $7),
       state = case when rows_read + $3 < rows_total then 'RUNNING'
         when failed + $6 > 0 then 'COMPLETED_WITH_ERRORS' else 'COMPLETED' end,
       finished_at = case when rows_read + $3 < rows_total then null else $7::timestamptz end
      where business_id = $1 and id = $2 returning state, rows_read, failed`,
    [business_id, id, read, created, updated, failures.length, now],
  );
  if (row === undefined) throw new Error("An import that is under way has no row.");
  const subject = { type: "dataset_import", id };
  if (row.state === "RUNNING")
    emit({ subject, kind: "dataset.import_progressed", payload: { dataset_id, rows_read: row.rows_read } });
  else
    emit({
      subject,
      kind: "dataset.import_ended",
      payload: { dataset_id, state: row.state, failed: row.failed },
    });
  return row.state;
}
