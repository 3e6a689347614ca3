/** Get the progress of an import of addresses and the results of its rows. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { findBatch } from "#operation/records/batch.ts";
import { Ref } from "#vocabulary/ref.ts";
import { IMPORT_ROWS_MAX, ImportRow, importProgress } from "../import.ts";
import { messages } from "../messages.ts";

export const getImport = defineOperation({
  name: "addressbookImportResult",
  summary: "Get the result of an import of addresses",
  access: { scopes: ["address:read"] },
  rest: { method: "GET", path: "/api/v1/addressbook/imports/{import_id}" },
  input: Type.Object({ import_id: Ref("import", Type.String({ maxLength: 64 })) }),
  output: Type.Object({
    ...importProgress,
    rows: Type.Array(ImportRow, { maxItems: IMPORT_ROWS_MAX }),
  }),

  async run(context, { import_id }) {
    const batch = await findBatch(context, "addressbookImport", import_id);
    if (batch === undefined) throw context.refuse("not_found", { message: messages.no_import });
    return {
      result: true,
      import_id,
      state: batch.state,
      total: batch.items_total,
      done: batch.items_done,
      failed: batch.items_failed,
      rows: batch.results as ImportRow[],
    };
  },
});
