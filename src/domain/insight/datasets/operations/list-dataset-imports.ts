/** Imports into a dataset, the newest first. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getView } from "../records/dataset.ts";
import { DatasetImport, listImports } from "../records/dataset-import.ts";

export const listDatasetImports = defineOperation({
  name: "datasetImports",
  summary: "List imports into a dataset",
  access: { scopes: ["datasets:read"] },
  rest: { method: "GET", path: "/api/v1/datasets/{dataset_id}/imports" },
  input: Type.Object({ dataset_id: Ref("dataset") }),
  output: Type.Object({
    result: Type.Boolean(),
    imports: Type.Array(DatasetImport, { description: "The last 50, of administrators those of everybody." }),
  }),

  async run(context, { dataset_id }) {
    const view = await getView(context, dataset_id);
    return { result: true, imports: await listImports(context, view) };
  },
});
