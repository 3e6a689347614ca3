/** One dataset with the columns that the caller sees. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerDataset } from "../answers.ts";
import { Dataset } from "../shapes.ts";

export const getDataset = defineOperation({
  name: "dataset",
  summary: "Get a dataset with its columns",
  description:
    "Keys and types of columns are what where, sort and values of records are written with; hidden columns are left out.",
  access: { scopes: ["datasets:read"] },
  rest: { method: "GET", path: "/api/v1/datasets/{dataset_id}" },
  mcp: { user: "get_dataset" },
  input: Type.Object({ dataset_id: Ref("dataset") }),
  output: Type.Object({
    result: Type.Boolean(),
    dataset_id: Ref("dataset"),
    version: Type.Integer(),
    dataset: Dataset,
  }),

  run: (context, { dataset_id }) => answerDataset(context, dataset_id),
});
