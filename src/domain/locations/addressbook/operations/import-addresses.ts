/**
 * Import the addresses of a CSV file.
 *
 * Files of up to 500 rows are imported within the request; longer ones in the background, and
 * `GET /api/v1/addressbook/imports/{import_id}` returns their progress. Every row has its own result. Rows are
 * not geocoded: coordinates come from the file, or later.
 */
import { randomUUID } from "node:crypto";
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, Nullable } from "#vocabulary/basics.ts";
import { bulkAnswer, bulkMembers } from "#vocabulary/bulk.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import {
  IMPORT_FIELDS,
  type ImportField,
  ImportRow,
  INLINE_ROWS,
  importProgress,
  importRows,
  readRows,
} from "../import.ts";
import { resolveNewOwner } from "../visibility.ts";

export const importAddresses = defineOperation({
  name: "addressbookImport",
  summary: "Import addresses",
  effect: "write",
  access: { roles: BUSINESS_ROLES, scopes: ["address:write"] },
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
          IMPORT_FIELDS.map((field) => [field, Type.Optional(Type.String({ maxLength: 100 }))]),
        ) as Record<ImportField, ReturnType<typeof Type.Optional<ReturnType<typeof Type.String>>>>,
        { description: "Field to column name. Default: columns are named like the fields." },
      ),
    ),
    customer_id: Type.Optional(Nullable(Id)),
  }),
  output: Type.Object({
    ...importProgress,
    errors: bulkMembers.errors,
    rows: Type.Array(ImportRow, { description: "Empty while the import is queued." }),
  }),
  refusals: { unknown_customer: "invalid" },

  async run(context, { csv, mapping, customer_id }) {
    const { db, business_id, actor, now, refuse, enqueue, emit } = context;
    const read = readRows(csv, mapping);
    if ("fault" in read)
      throw refuse("invalid_request", { message: "The file cannot be read.", errors: [read.fault] });
    const owner = await resolveNewOwner(context, customer_id);
    const is_queued = read.rows.length > INLINE_ROWS;
    const import_id = randomUUID();
    const batch = await db.row<{ id: number }>(
      `insert into batch (public_id, business_id, operation, state, items_total, request, created_by, created_at)
       values ($1, $2, 'addressbookImport', 'QUEUED', $3, $4, $5, $6) returning id`,
      [
        import_id,
        business_id,
        read.rows.length,
        is_queued ? JSON.stringify({ customer_id: owner, rows: read.rows }) : null,
        actor.account_id,
        now,
      ],
    );
    const batch_id = batch?.id ?? 0;
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
    const rows = await importRows(context, read.rows, { customer_id: owner, batch_id, from: 1 });
    const { done, failed, errors } = bulkAnswer(rows, ({ entry_id }) => entry_id);
    const state = failed === 0 ? ("COMPLETED" as const) : ("COMPLETED_WITH_ERRORS" as const);
    await db.execute(
      `update batch set state = $3, items_done = $4, items_failed = $5, results = $6, started_at = $7, finished_at = $7
        where business_id = $1 and id = $2`,
      [business_id, batch_id, state, done, failed, JSON.stringify(rows), now],
    );
    return { result: true, import_id, state, total: rows.length, done, failed, errors, rows };
  },
});
