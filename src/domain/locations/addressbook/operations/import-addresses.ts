/**
 * Import the addresses of a CSV file.
 *
 * Files of up to 500 rows are imported within the request; longer ones in the background, and
 * `GET /api/v1/addressbook/imports/{import_id}` returns their progress. Every row has its own result. Rows are
 * not geocoded: coordinates come from the file, or later.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { addResults, insertBatch } from "#operation/records/batch.ts";
import type { Message } from "#operation/response/messages.ts";
import { describeFileFault } from "#operation/response/platform-messages.ts";
import { readUploadedTable, sliceRows } from "#platform/files/reader.ts";
import { ThreadsBusy } from "#platform/threads/pool.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { bulkAnswer, bulkMembers } from "#vocabulary/bulk.ts";
import { Ref } from "#vocabulary/ref.ts";
import {
  IMPORT_FIELDS,
  IMPORT_ROWS_MAX,
  type ImportField,
  ImportRow,
  INLINE_ROWS,
  importProgress,
  importRows,
  readRows,
} from "../import.ts";
import { messages } from "../messages.ts";
import { resolveNewOwner } from "../visibility.ts";

export const importAddresses = defineOperation({
  name: "addressbookImport",
  summary: "Import addresses",
  access: { scopes: ["address:write"] },
  rest: { method: "POST", path: "/api/v1/addressbook/import", status: 202, body_limit: 12 * 1024 * 1024 },
  input: Type.Object({
    csv: Type.String({
      minLength: 1,
      maxLength: 10_000_000,
      description: "The text of the file; its first line contains the names of the columns.",
    }),
    mapping: Type.Optional(
      Type.Object(
        Object.fromEntries(
          IMPORT_FIELDS.map((field) => [
            field,
            Type.Optional(Type.String({ maxLength: 100, "x-text": "exact" })),
          ]),
        ) as Record<ImportField, ReturnType<typeof Type.Optional<ReturnType<typeof Type.String>>>>,
        { description: "Field to column name. Default: columns are named like the fields." },
      ),
    ),
    customer_id: Type.Optional(Nullable(Ref("customer"))),
  }),
  output: Type.Object({
    ...importProgress,
    errors: bulkMembers.errors,
    rows: Type.Array(ImportRow, { description: "Empty while the import is queued." }),
  }),
  refusals: { unknown_customer: "invalid", file_too_large: "too_large" },

  async prepare({ refuse }, { csv, mapping }) {
    const table = await readTable(csv);
    if (table === "busy") throw refuse("busy");
    const refuseFile = (code: "invalid_request" | "file_too_large", field: string, message: Message) =>
      refuse(code, {
        message: messages.unreadable_file,
        errors: [{ field, message }],
      });
    if ("fault" in table)
      throw refuseFile(
        table.is_too_large ? "file_too_large" : "invalid_request",
        "csv",
        describeFileFault(table.fault),
      );
    const read = readRows(table, sliceRows(table, 0, table.rows_total), mapping);
    if ("fault" in read) throw refuseFile("invalid_request", read.fault.field, read.fault.message);
    return read;
  },

  async run(context, { customer_id }, read) {
    const { business_id, actor, enqueue, emit } = context;
    const owner = await resolveNewOwner(context, customer_id);
    const is_queued = read.rows.length > INLINE_ROWS;
    const { id: batch_id, public_id: import_id } = await insertBatch(context, {
      operation: "addressbookImport",
      state: "QUEUED",
      total: read.rows.length,
      request: is_queued ? { customer_id: owner, ...read } : null,
    });
    emit({
      subject: { type: "address_import", id: import_id, is_new: true },
      kind: "address.import_started",
      payload: { rows: read.rows.length, customer_id: owner },
      batch_id,
    });
    if (is_queued) {
      enqueue({ name: "addressbook.import", data: { business_id, account_id: actor.account_id, batch_id } });
      return {
        result: true,
        import_id,
        state: "QUEUED" as const,
        total: read.rows.length,
        done: 0,
        failed: 0,
        errors: [],
        rows: [],
      };
    }
    const { lines, header_line } = read;
    const rows = await importRows(context, read.rows, { customer_id: owner, batch_id, lines, header_line });
    const { done, failed, errors } = bulkAnswer(rows, ({ entry_id }) => entry_id);
    const { state } = await addResults(context, batch_id, { done, failed, results: rows, is_last: true });
    return { result: true, import_id, state, total: rows.length, done, failed, errors, rows };
  },
});

async function readTable(csv: string) {
  try {
    return await readUploadedTable({ bytes: Buffer.from(csv), type: "text/csv", rows_max: IMPORT_ROWS_MAX });
  } catch (error) {
    if (error instanceof ThreadsBusy) return "busy" as const;
    throw error;
  }
}
