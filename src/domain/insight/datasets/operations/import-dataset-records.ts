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
import { describeFileFault } from "#operation/response/platform-messages.ts";
import { type PackedTable, readUploadedTable, sliceRows, type TableRequest } from "#platform/files/reader.ts";
import { ThreadsBusy } from "#platform/threads/pool.ts";
import { ENCODINGS } from "#spreadsheet/decode-text.ts";
import { getDecimalMark } from "#spreadsheet/read-cell.ts";
import { Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { FieldError } from "#vocabulary/bulk.ts";
import { Ref } from "#vocabulary/ref.ts";
import {
  IMPORT_ROWS_MAX,
  type ImportOptions,
  INLINE_ROWS,
  importRows,
  listUnmapped,
  MappingFault,
  readMapping,
  TRIED_ROWS,
} from "../import.ts";
import { messages } from "../messages.ts";
import { getView, lockView } from "../records/dataset.ts";
import {
  DatasetImport,
  getImport,
  ImportRecord,
  showImport,
  storeProgress,
} from "../records/dataset-import.ts";
import { RECORD_REFUSALS, requireWritable } from "../results.ts";
import { ColumnKey } from "../shapes.ts";
import { chooseGroup, getKeyColumn } from "../targets.ts";
import { formatValue } from "../values.ts";

const ACCEPTED_FILES = [TABLES];
const SHOWN_MAX = 100;

export const importDatasetRecords = defineOperation({
  name: "datasetImport",
  summary: "Import a file into a dataset",
  access: { scopes: ["datasets:write"] },
  rest: { method: "POST", path: "/api/v1/datasets/{dataset_id}/import", status: 202 },
  accepts_file: ACCEPTED_FILES,
  checks_idempotency_first: true,
  input: Type.Object({
    dataset_id: Ref("dataset"),
    ...fileMembers(ACCEPTED_FILES),
    group_id: Type.Optional(
      Ref("dataset_group", { ...Id, description: "Where new records go; the first group when absent." }),
    ),
    encoding: Type.Optional(StringEnum(ENCODINGS, { description: "Of a CSV file; found out when absent." })),
    date_order: Type.Optional(
      StringEnum(["day_first", "month_first"], {
        description:
          "Of dates such as 12/05/2026. By the other dates of the column and the country when absent.",
      }),
    ),
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
            { type: "string", maxLength: 200, "x-text": "exact" },
            {
              type: "array",
              items: { type: "string", maxLength: 200, "x-text": "exact" },
              minItems: 1,
              maxItems: 8,
            },
          ],
        },
        description:
          "Key of the column: name of the column in the file, or a list of names that are joined, such as [lat, lng]. By keys and names when absent.",
      }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    dataset_import_id: Ref("dataset_import"),
    import: DatasetImport,
    mapping: Type.Unsafe<Record<string, string[]>>({
      type: "object",
      additionalProperties: { type: "array", items: { type: "string" } },
    }),
    failures: Type.Array(
      Type.Object(
        {
          row: Type.Integer({ description: "Counted from the first row after the header, empty ones too." }),
          line: Type.Integer({ description: "The number of the row in the file." }),
          errors: Type.Array(FieldError),
        },
        { $id: "DatasetImportFailure" },
      ),
      { description: "The first 100; none while the import is queued." },
    ),
    doubts: Type.Array(
      Type.Object(
        {
          row: Type.Integer(),
          line: Type.Integer({ description: "The number of the row in the file." }),
          field: Type.String({ description: "Key of the column." }),
          code: Type.String({ description: "Why it may mean another value." }),
          text: Type.String({ description: "As the file has it." }),
          read: Type.String({ description: "As it is read." }),
          choices: Type.Array(Type.String(), { description: "Texts that say it without a doubt." }),
        },
        { $id: "DatasetImportDoubt" },
      ),
      {
        description:
          "Cells that may mean another value: the first 100. A dry run shows them before anything is saved.",
      },
    ),
    unmapped_columns: Type.Array(Type.String(), {
      description: "Columns of the file that are not imported.",
    }),
    sheet: Nullable(
      Type.Object(
        { name: Type.String(), hidden: Type.Array(Type.String()) },
        { description: "Of a workbook: the sheet that is read, and hidden ones before it that are not." },
      ),
    ),
    encoding: Nullable(StringEnum(ENCODINGS, { description: "Of a text, as it is read." })),
  }),
  refusals: {
    ...RECORD_REFUSALS,
    no_key: "invalid",
    unreadable_file: "invalid",
    file_too_large: "too_large",
    import_running: "conflict",
  },

  async prepare(context, { dataset_id, content_base64, content_type, encoding }) {
    const { files, dry_run, business } = context;
    await getView(context, dataset_id);
    const bytes = Buffer.from(content_base64, "base64");
    const decimal = getDecimalMark(business.country);
    const table = await readFile(context, { bytes, type: content_type, encoding, decimal });
    const sha256 = dry_run ? createHash("sha256").update(bytes).digest("hex") : await files.put(bytes);
    return { table, sha256, decimal };
  },

  async run(context, input, { table, sha256, decimal }) {
    const { db, business_id, actor, emit, enqueue, dry_run } = context;
    const view = await lockView(context, input.dataset_id, "records");
    requireWritable(context, view);
    const options: ImportOptions = {
      mapping: chooseMapping(context, () => readMapping(view.columns, table.headings, input.mapping)),
      header: table.headings,
      header_line: table.line,
      ...(input.encoding === undefined ? {} : { encoding: input.encoding }),
      ...(input.date_order === undefined ? {} : { date_order: input.date_order }),
      decimal,
      key: input.key === undefined ? null : getKeyColumn(context, view, input.key, messages.no_key).key,
      group_id: await chooseGroup(context, view, input.group_id),
    };
    refuseClosedColumns(context, view, options);
    const running = await db.row(
      "select id from dataset_import where business_id = $1 and dataset_id = $2 and state in ('QUEUED', 'RUNNING')",
      [business_id, view.id],
    );
    if (running !== undefined) throw context.refuse("import_running", { message: messages.import_running });
    const rows_total = dry_run ? Math.min(table.rows_total, TRIED_ROWS) : table.rows_total;
    const row = await ImportRecord.insert(context, {
      dataset_id: view.id,
      state: "QUEUED",
      file_name: input.name,
      file_type: input.content_type,
      file_sha256: sha256,
      options,
      rows_total,
      created_by: actor.account_id,
    });
    const target = { id: row.id, dataset_id: view.id };
    emit({
      subject: { type: "dataset_import", id: row.id, is_new: true },
      kind: "dataset.import_started",
      payload: { dataset_id: view.id, rows: rows_total },
    });
    const is_queued = rows_total > INLINE_ROWS && !dry_run;
    if (is_queued)
      enqueue({
        name: "datasets.import",
        data: { business_id, account_id: actor.account_id, dataset_import_id: row.id, dataset_id: view.id },
      });
    const imported_rows = is_queued
      ? null
      : await importRows(context, view, sliceRows(table, 0, rows_total), options);
    if (imported_rows !== null) await storeProgress(context, target, imported_rows, rows_total);
    return {
      result: true,
      dataset_import_id: row.id,
      import: showImport(await getImport(context, view, row.id)),
      mapping: options.mapping,
      failures: (imported_rows?.failures ?? [])
        .slice(0, SHOWN_MAX)
        .map(({ row, errors }) => ({ row, line: row + table.line, errors })),
      doubts: (imported_rows?.doubts ?? []).slice(0, SHOWN_MAX).map(({ row, field, text, value, doubt }) => ({
        row,
        line: row + table.line,
        field,
        code: doubt.kind,
        text,
        read: formatValue(value ?? undefined),
        choices: doubt.choices,
      })),
      unmapped_columns: listUnmapped(table.headings, options.mapping),
      sheet: table.sheet,
      encoding: table.encoding,
    };
  },
});

async function readFile(
  { refuse }: Context<"unreadable_file" | "file_too_large">,
  request: Omit<TableRequest, "rows_max">,
): Promise<PackedTable> {
  try {
    const table = await readUploadedTable({ ...request, rows_max: IMPORT_ROWS_MAX });
    if (!("fault" in table)) return table;
    throw refuse(table.is_too_large ? "file_too_large" : "unreadable_file", {
      message: messages.unreadable_file,
      errors: [{ field: "content_base64", message: describeFileFault(table.fault) }],
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
      errors: [{ field: error.field, message: error.text }],
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
      errors: [{ field: `mapping/${closed.key}`, message: messages.not_open_for_changes }],
    });
}
