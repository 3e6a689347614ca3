/** Get the progress of an import of points of interest and what became of its rows. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { expectRecord } from "#operation/define/get.ts";
import { findBatch } from "#operation/records/batch.ts";
import { Ref } from "#vocabulary/ref.ts";
import { IMPORT_ROWS_MAX, ImportRow, importProgress } from "../import.ts";
import { messages } from "../messages.ts";

export const getPoiImport = defineOperation({
  name: "poiImportResult",
  summary: "Get an import of points of interest",
  access: { scopes: ["address:read"] },
  rest: { method: "GET", path: "/api/v1/poi/imports/{import_id}" },
  localised: true,
  input: Type.Object({ import_id: Ref("poi_import", Type.String({ format: "uuid", maxLength: 36 })) }),
  output: Type.Object({ ...importProgress, rows: Type.Array(ImportRow, { maxItems: IMPORT_ROWS_MAX }) }),

  async run(context, { import_id }) {
    const batch = expectRecord(await findBatch(context, "poiImport", import_id), messages.no_import);
    return {
      result: true,
      import_id: batch.public_id,
      state: batch.state,
      total: batch.items_total,
      done: batch.items_done,
      failed: batch.items_failed,
      rows: batch.results as ImportRow[],
    };
  },
});
