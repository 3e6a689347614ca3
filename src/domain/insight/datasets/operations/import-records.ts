/**
 * Import a file into a dataset: CSV, the first sheet of a workbook, or GeoJSON.
 *
 * Rows that do not fit are listed and change nothing. Up to 500 rows are imported within the request, more by a job that
 * shows its progress and can be cancelled. A dry run tries the first 1,000 rows and writes nothing.
 */
import { createHash } from "node:crypto";
import Type from "typebox";
import { fileMembers, TABLES } from "#operation/define/accepted-files.ts";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { ThreadsBusy } from "#platform/threads/pool.ts";
import { Id } from "#vocabulary/basics.ts";
import { FieldError } from "#vocabulary/bulk.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import {
  IMPORT_ROWS_MAX,
  type ImportOptions,
  INLINE_ROWS,
  importRows,
  MappingFault,
  readMapping,
  TRIED_ROWS,
} from "../import.ts";
import { DatasetImport, getImport, showImport, storeProgress } from "../import-rows.ts";
import { messages } from "../messages.ts";
import { RECORD_REFUSALS, requireWritable } from "../results.ts";
import { ColumnKey } from "../shapes.ts";
import { type FileTable, readTable } from "../table.ts";
import { chooseGroup, getKeyColumn } from "../targets.ts";
import { getView, lockView } from "../views.ts";

const TAKEN = [TABLES];
const SHOWN_MAX = 100;

export const importDatasetRecords = defineOperation({
  name: "datasetImport",
  summary: "Import a file into a dataset",
  effect: "write",
  access: { roles: BUSINESS_ROLES, scopes: ["datasets:write"] },
  rest: { method: "POST", path: "/api/v1/datasets/{dataset_id}/import", status: 202 },
  accepts_file: TAKEN,
  checks_idempotency_first: true,
  input: Type.Object({
    dataset_id: Id,
    ...fileMembers(TAKEN),
    group_id: Type.Optional({ ...Id, description: "Where new records go; the first group when absent." }),
    key: Type.Optional({
      ...ColumnKey,
      description: "A unique column: records with the value of a row are changed.",
    }),
    mapping: Type.Optional(
      Type.Unsafe<Record<string, string | string[]>>({
        type: "object",
        maxProperties: 100,
        propertyNames: { pattern: "^[a-z][a-z0-9_]{0,59}$" },
        additionalProperties: {
          anyOf: [
            { type: "string", maxLength: 200 },
            { type: "array", items: { type: "string", maxLength: 200 }, minItems: 1, maxItems: 8 },
          ],
        },
        description:
          "Key of the column: name of the column in the file, or a list of names that are joined, such as [lat, lng]. By keys and names when absent.",
      }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    dataset_import_id: Id,
    import: DatasetImport,
    mapping: Type.Unsafe<Record<string, string[]>>({
      type: "object",
      additionalProperties: { type: "array", items: { type: "string" } },
    }),
    failures: Type.Array(
      Type.Object(
        {
          row: Type.Integer({ description: "Counted from the first row after the header." }),
          errors: Type.Array(FieldError),
        },
        { $id: "DatasetImportFailure" },
      ),
      { description: "The first 100; none while the import is queued." },
    ),
  }),
  refusals: {
    ...RECORD_REFUSALS,
    no_key: "invalid",
    unreadable_file: "invalid",
    import_running: "conflict",
  },

  async prepare(context, { dataset_id, content_base64, content_type }) {
    const { files, dry_run } = context;
    await getView(context, dataset_id);
    const bytes = Buffer.from(content_base64, "base64");
    const table = await readFile(context, bytes, content_type);
    const sha256 = dry_run ? createHash("sha256").update(bytes).digest("hex") : await files.put(bytes);
    return { table, sha256 };
  },

  async run(context, input, { table, sha256 }) {
    const { db, business_id, actor, now, emit, enqueue, dry_run } = context;
    const view = await lockView(context, input.dataset_id, "records");
    requireWritable(context, view);
    const options: ImportOptions = {
      mapping: chooseMapping(context, () => readMapping(view.columns, table.header, input.mapping)),
      header: table.header,
      key: input.key === undefined ? null : getKeyColumn(context, view, input.key, messages.no_key).key,
      group_id: await chooseGroup(context, view, input.group_id),
    };
    refuseClosedColumns(context, view, options);
    const running = await db.row(
      "select id from dataset_import where business_id = $1 and dataset_id = $2 and state in ('QUEUED', 'RUNNING')",
      [business_id, view.id],
    );
    if (running !== undefined) throw context.refuse("import_running", { message: messages.import_running });
    const rows = dry_run ? table.rows.slice(0, TRIED_ROWS) : table.rows;
    const row = await db.row<{ id: number }>(
      `insert into dataset_import (business_id, dataset_id, state, file_name, file_type, file_sha256, options, rows_total,
         created_by, created_at) values ($1, $2, 'QUEUED', $3, $4, $5, $6, $7, $8, $9) returning id`,
      [
        ...[
          business_id,
          view.id,
          input.name,
          input.content_type,
          sha256,
          JSON.stringify(options),
          rows.length,
        ],
        ...[actor.account_id, now],
      ],
    );
    if (row === undefined) throw new Error("An import that was inserted has no row.");
    const target = { id: row.id, dataset_id: view.id };
    emit({
      subject: { type: "dataset_import", id: row.id, is_new: true },
      kind: "dataset.import_started",
      payload: { dataset_id: view.id, rows: rows.length },
    });
    const is_queued = rows.length > INLINE_ROWS && !dry_run;
    if (is_queued)
      enqueue({
        name: "datasets.import",
        data: { business_id, account_id: actor.account_id, dataset_import_id: row.id, dataset_id: view.id },
      });
    const done = is_queued
      ? null
      : await importRows(context, view, { header: table.header, rows }, options, 1);
    if (done !== null) await storeProgress(context, target, done, rows.length);
    return {
      result: true,
      dataset_import_id: row.id,
      import: showImport(await getImport(context, view, row.id)),
      mapping: options.mapping,
      failures: (done?.failures ?? []).slice(0, SHOWN_MAX).map(({ row, errors }) => ({ row, errors })),
    };
  },
});

async function readFile(
  context: Context<"unreadable_file">,
  bytes: Buffer,
  type: string,
): Promise<FileTable> {
  const { refuse } = context;
  try {
    const table = await readTable(bytes, type, IMPORT_ROWS_MAX);
    if (!("fault" in table)) return table;
    throw refuse("unreadable_file", {
      message: messages.unreadable_file,
      errors: [{ field: "content_base64", message: table.fault }],
    });
  } catch (error) {
    throw error instanceof ThreadsBusy ? refuse("busy") : error;
  }
}

function chooseMapping<T>({ refuse }: Context<"unreadable_file">, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof MappingFault)) throw error;
    throw refuse("unreadable_file", {
      message: messages.unreadable_file,
      errors: [{ field: error.field, message: error.message }],
    });
  }
}

/** Every row would fail: said once, before anything is read. */
function refuseClosedColumns(
  { refuse }: Context<"column_read_only">,
  view: Awaited<ReturnType<typeof getView>>,
  { mapping }: ImportOptions,
): void {
  const closed = view.columns.find(({ key, n }) => mapping[key] !== undefined && !view.writable.has(n));
  if (closed !== undefined)
    throw refuse("column_read_only", {
      message: messages.column_read_only,
      errors: [{ field: `mapping/${closed.key}`, message: "is not open to you for changes" }],
    });
}
