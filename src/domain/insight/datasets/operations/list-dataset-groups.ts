/** The groups of a dataset, the earliest first. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { listViewGroups } from "../answers.ts";
import { getView } from "../records/dataset.ts";
import { DatasetGroup } from "../shapes.ts";

export const listDatasetGroups = defineOperation({
  name: "datasetGroups",
  summary: "List the groups of a dataset",
  description: "Every record stands in one group; group_ids narrow a search.",
  access: { scopes: ["datasets:read"] },
  rest: { method: "GET", path: "/api/v1/datasets/{dataset_id}/groups" },
  mcp: { user: "list_dataset_groups" },
  input: Type.Object({ dataset_id: Ref("dataset") }),
  output: Type.Object({
    result: Type.Boolean(),
    dataset_id: Ref("dataset"),
    groups: Type.Array(DatasetGroup, { maxItems: 500 }),
  }),

  async run(context, { dataset_id }) {
    const groups = await listViewGroups(context, await getView(context, dataset_id));
    return { result: true, dataset_id, groups };
  },
});
