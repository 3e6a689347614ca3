/** Delete a group of a dataset; its records go to another group. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { countByGroup } from "../answers.ts";
import { messages } from "../messages.ts";
import { getGroup, lockForGroups } from "../records/dataset-group.ts";
import { moveGroup } from "../records/dataset-record.ts";

export const deleteDatasetGroup = defineOperation({
  name: "datasetGroupDelete",
  summary: "Delete a group of a dataset",
  access: { scopes: ["datasets:write"] },
  rest: { method: "DELETE", path: "/api/v1/datasets/{dataset_id}/groups/{group_id}" },
  input: Type.Object({
    dataset_id: Ref("dataset"),
    group_id: Ref("dataset_group"),
    to_group_id: Type.Optional(
      Ref("dataset_group", { ...Id, description: "Where its records go; required when it has some." }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    group_id: Ref("dataset_group"),
    moved_records: Type.Integer(),
  }),
  refusals: {
    not_permitted: "forbidden",
    last_group: "conflict",
    group_not_empty: "conflict",
    same_group: "invalid",
  },

  async run(context, { dataset_id, group_id, to_group_id }) {
    const { db, business_id, refuse, emit, expectVersion } = context;
    const view = await lockForGroups(context, dataset_id);
    const group = await getGroup(context, dataset_id, group_id);
    expectVersion(group.version);
    if (to_group_id !== undefined) await getGroup(context, dataset_id, to_group_id);
    if (to_group_id === group_id) throw refuse("same_group", { message: messages.same_group });
    const others = await db.row(
      "select id from dataset_group where business_id = $1 and dataset_id = $2 and id <> $3 limit 1",
      [business_id, dataset_id, group_id],
    );
    if (others === undefined) throw refuse("last_group", { message: messages.last_group });
    const records = (await countByGroup(context, view)).get(group_id) ?? 0;
    if (records > 0) {
      if (to_group_id === undefined) throw refuse("group_not_empty", { message: messages.group_not_empty });
      await moveGroup(context, view, group_id, to_group_id);
    }
    await db.execute("delete from dataset_group where business_id = $1 and id = $2", [business_id, group_id]);
    emit({
      subject: { type: "dataset", id: dataset_id },
      kind: "dataset.group_changed",
      payload: { dataset_group_id: group_id, change: "deleted" },
      before: { name: group.name },
    });
    return { result: true, group_id, moved_records: records };
  },
});
