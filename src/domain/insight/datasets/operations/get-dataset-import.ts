/** One import into a dataset: how far it is, and what failed. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { FieldError } from "#vocabulary/bulk.ts";
import { Ref } from "#vocabulary/ref.ts";
import type { ImportOptions } from "../import.ts";
import { getView } from "../records/dataset.ts";
import { DatasetImport, getImport, showImport } from "../records/dataset-import.ts";

export const getDatasetImport = defineOperation({
  name: "datasetImportResult",
  summary: "Get an import into a dataset",
  access: { scopes: ["datasets:read"] },
  rest: { method: "GET", path: "/api/v1/datasets/{dataset_id}/imports/{dataset_import_id}" },
  input: Type.Object({ dataset_id: Ref("dataset"), dataset_import_id: Ref("dataset_import") }),
  output: Type.Object({
    result: Type.Boolean(),
    dataset_import_id: Ref("dataset_import"),
    import: DatasetImport,
    failures: Type.Array(
      Type.Object({ row: Type.Integer(), line: Type.Integer(), errors: Type.Array(FieldError) }),
      { description: "The first 100; all of them are in the file of what failed." },
    ),
  }),

  async run(context, { dataset_id, dataset_import_id }) {
    const { db, business_id } = context;
    const row = await getImport(context, await getView(context, dataset_id), dataset_import_id);
    const { header_line = 1 } = row.options as ImportOptions;
    const failures = await db.rows<{ row: number; errors: FieldError[] }>(
      `select row_number as row, errors from dataset_import_failure
        where business_id = $1 and import_id = $2 order by row_number limit 100`,
      [business_id, dataset_import_id],
    );
    return {
      result: true,
      dataset_import_id,
      import: showImport(row),
      failures: failures.map((one) => ({ ...one, line: one.row + header_line })),
    };
  },
});
