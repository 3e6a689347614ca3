/** Get the progress of an import of addresses and the results of its rows. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import type { BatchState } from "#vocabulary/batches.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { IMPORT_ROWS_MAX, ImportRow, importProgress } from "../import.ts";

export const getImport = defineOperation({
  name: "addressbookImportResult",
  summary: "Get the result of an import of addresses",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["address:read"] },
  rest: { method: "GET", path: "/api/v1/addressbook/imports/{import_id}" },
  input: Type.Object({ import_id: Ref("import", Type.String({ maxLength: 64 })) }),
  output: Type.Object({
    ...importProgress,
    rows: Type.Array(ImportRow, { maxItems: IMPORT_ROWS_MAX }),
  }),

  async run({ db, business_id, refuse }, { import_id }) {
    const batch = await db.row<{
      state: BatchState;
      items_total: number;
      items_done: number;
      items_failed: number;
      results: Type.Static<typeof ImportRow>[];
    }>(
      `select state, items_total, items_done, items_failed, results from batch
        where business_id = $1 and public_id = $2 and operation = 'addressbookImport'`,
      [business_id, import_id],
    );
    if (batch === undefined) throw refuse("not_found", { message: "There is no such import." });
    return {
      result: true,
      import_id,
      state: batch.state,
      total: batch.items_total,
      done: batch.items_done,
      failed: batch.items_failed,
      rows: batch.results,
    };
  },
});
