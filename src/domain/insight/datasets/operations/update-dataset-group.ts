/** Rename a group of a dataset. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { countByGroup } from "../answers.ts";
import { GroupRecord, getGroup, lockForGroups, requireFreeGroupName } from "../records/dataset-group.ts";
import { DatasetGroup, GroupName } from "../shapes.ts";

export const updateDatasetGroup = defineOperation({
  name: "datasetGroupUpdate",
  summary: "Rename a group of a dataset",
  access: { scopes: ["datasets:write"] },
  rest: { method: "PATCH", path: "/api/v1/datasets/{dataset_id}/groups/{group_id}" },
  input: Type.Object({ dataset_id: Ref("dataset"), group_id: Ref("dataset_group"), name: GroupName }),
  output: Type.Object({
    result: Type.Boolean(),
    group_id: Ref("dataset_group"),
    version: Type.Integer(),
    group: DatasetGroup,
  }),
  refusals: { not_permitted: "forbidden", name_taken: "conflict" },

  async run(context, { dataset_id, group_id, name }) {
    const { emit, expectVersion } = context;
    const view = await lockForGroups(context, dataset_id);
    const group = await getGroup(context, dataset_id, group_id);
    expectVersion(group.version);
    await requireFreeGroupName(context, dataset_id, name, group_id);
    const { version } = await GroupRecord.change(context, group, { name: name.trim() });
    emit({
      subject: { type: "dataset", id: dataset_id },
      kind: "dataset.group_changed",
      payload: { dataset_group_id: group_id, change: "updated" },
      before: { name: group.name },
      after: { name },
    });
    const records = (await countByGroup(context, view)).get(group_id) ?? 0;
    return {
      result: true,
      group_id,
      version,
      group: { id: group_id, dataset_id, name: name.trim(), records, version },
    };
  },
});
