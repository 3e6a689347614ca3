/** Create a group of a dataset. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { GROUPS_MAX, lockForGroups, requireFreeGroupName } from "../records/dataset-group.ts";
import { DatasetGroup, GroupName } from "../shapes.ts";

export const createDatasetGroup = defineOperation({
  name: "datasetGroupCreate",
  summary: "Create a group of a dataset",
  destructive: false,
  access: { scopes: ["datasets:write"] },
  rest: { method: "POST", path: "/api/v1/datasets/{dataset_id}/groups", status: 201 },
  input: Type.Object({ dataset_id: Ref("dataset"), name: GroupName }),
  output: Type.Object({ result: Type.Boolean(), group_id: Ref("dataset_group"), group: DatasetGroup }),
  refusals: { not_permitted: "forbidden", name_taken: "conflict", too_many_groups: "conflict" },

  async run(context, { dataset_id, name }) {
    const { db, business_id, now, refuse, emit } = context;
    await lockForGroups(context, dataset_id);
    await requireFreeGroupName(context, dataset_id, name, null);
    const row = await db.row<{ id: number; name: string; version: number }>(
      `insert into dataset_group (business_id, dataset_id, name, created_at)
       select $1, $2, $3, $4
        where (select count(*) from dataset_group where business_id = $1 and dataset_id = $2) < ${GROUPS_MAX}
       returning id, name, version`,
      [business_id, dataset_id, name.trim(), now],
    );
    if (row === undefined)
      throw refuse("too_many_groups", { message: messages.too_many_groups, values: { most: GROUPS_MAX } });
    emit({
      subject: { type: "dataset", id: dataset_id },
      kind: "dataset.group_changed",
      payload: { dataset_group_id: row.id, change: "created" },
    });
    return { result: true, group_id: row.id, group: { ...row, dataset_id, records: 0 } };
  },
});
