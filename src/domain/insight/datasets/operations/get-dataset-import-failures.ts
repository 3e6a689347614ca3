/** The rows that an import did not take, as CSV with the reason: to be corrected and imported again. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { toCsv } from "#spreadsheet/csv.ts";
import type { FieldError } from "#vocabulary/bulk.ts";
import { Ref } from "#vocabulary/ref.ts";
import type { ImportOptions } from "../import.ts";
import { getView } from "../records/dataset.ts";
import { getImport } from "../records/dataset-import.ts";

export const getDatasetImportFailures = defineOperation({
  name: "datasetImportFailures",
  summary: "List rows that an import rejected",
  access: { scopes: ["datasets:read"] },
  rest: {
    method: "GET",
    path: "/api/v1/datasets/{dataset_id}/imports/{dataset_import_id}/failed",
    bytes: "always",
  },
  input: Type.Object({ dataset_id: Ref("dataset"), dataset_import_id: Ref("dataset_import") }),
  output: Type.Object({
    result: Type.Boolean(),
    name: Type.String(),
    content_type: Type.String(),
    content_base64: Type.String({ description: "Over REST the bytes themselves are sent." }),
  }),

  async run(context, { dataset_id, dataset_import_id }) {
    const { db, business_id } = context;
    const row = await getImport(context, await getView(context, dataset_id), dataset_import_id);
    const failures = await db.rows<{ row: number; cells: string[]; errors: FieldError[] }>(
      `select row_number as row, cells, errors from dataset_import_failure
        where business_id = $1 and import_id = $2 order by row_number`,
      [business_id, dataset_import_id],
    );
    const { header } = row.options as ImportOptions;
    const csv = toCsv({
      heads: [...header, "import_row", "import_error"],
      rows: failures.map(({ row: number, cells, errors }) => [
        ...cells,
        number,
        errors.map(({ field, message }) => `${field} ${message}`.trim()).join("; "),
      ]),
    });
    return {
      result: true,
      name: `failed-${dataset_import_id}.csv`,
      content_type: "text/csv",
      content_base64: Buffer.from(csv).toString("base64"),
    };
  },
});
