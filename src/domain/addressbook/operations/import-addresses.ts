/**
 * Keep the addresses of a CSV file.
 *
 * Files of up to 500 rows are done when the answer comes; longer ones are worked on afterwards, and
 * `GET /api/v1/addressbook/imports/{import_id}` tells how far they are. Every row has its own result. No row
 * is geocoded: coordinates come from the file, or later.
 */
import { randomUUID } from "node:crypto";
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { Id, Nullable } from "#vocabulary/basics.ts";
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
import { ownerOfNew } from "../who.ts";

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
      description: "The file's text, its first line the names of the columns.",
    }),
    mapping: Type.Optional(
      Type.Object(
        Object.fromEntries(
          IMPORT_FIELDS.map((field) => [field, Type.Optional(Type.String({ maxLength: 100 }))]),
        ) as Record<ImportField, ReturnType<typeof Type.Optional<ReturnType<typeof Type.String>>>>,
        { description: "Field to column name; the fields' own names when absent." },
      ),
    ),
    customer_id: Type.Optional(Nullable(Id)),
  }),
  output: Type.Object({
    ...importProgress,
    rows: Type.Array(ImportRow, { description: "Empty while the import is queued." }),
  }),
  refusals: { unknown_customer: "invalid" },

  async run(context, { csv, mapping, customer_id }) {
    const { db, business_id, actor, now, refuse, enqueue, emit } = context;
    const read = readRows(csv, mapping);
    if ("fault" in read)
      throw refuse("invalid_request", { message: "The file cannot be read.", errors: [read.fault] });
    const owner = await ownerOfNew(context, customer_id);
    const waits = read.rows.length > INLINE_ROWS;
    const import_id = randomUUID();
    const batch = await db.row<{ id: number }>(
      `insert into batch (public_id, business_id, operation, state, items_total, request, created_by, created_at)
       values ($1, $2, 'addressbookImport', 'QUEUED', $3, $4, $5, $6) returning id`,
      [
        import_id,
        business_id,
        read.rows.length,
        waits ? JSON.stringify({ customer_id: owner, rows: read.rows }) : null,
        actor.account_id,
        now,
      ],
    );
    const batch_id = batch?.id ?? 0;
    emit({
      subject: { type: "address_import", id: import_id, first: true },
      kind: "address.import_started",
      payload: { rows: read.rows.length, customer_id: owner },
      batch_id,
    });
    if (waits) {
      enqueue({ name: "addressbook.import", data: { business_id, account_id: actor.account_id, batch_id } });
      return {
        result: true,
        import_id,
        state: "QUEUED" as const,
        total: read.rows.length,
        done: 0,
        failed: 0,
        rows: [],
      };
    }
    const rows = await importRows(context, read.rows, { customer_id: owner, batch_id, from: 1 });
    const failed = rows.filter((row) => !row.result).length;
    const state = failed === 0 ? ("COMPLETED" as const) : ("COMPLETED_WITH_ERRORS" as const);
    await db.execute(
      `update batch set state = $3, items_done = $4, items_failed = $5, results = $6, started_at = $7, finished_at = $7
        where business_id = $1 and id = $2`,
      [business_id, batch_id, state, rows.length - failed, failed, JSON.stringify(rows), now],
    );
    return { result: true, import_id, state, total: rows.length, done: rows.length - failed, failed, rows };
  },
});
