/** Delete a dataset with its groups, records, history and imports. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { lockView, requireComplete } from "../records/dataset.ts";

export const deleteDataset = defineOperation({
  name: "datasetDelete",
  summary: "Delete a dataset",
  description: "Its records and what they were before are deleted with it.",
  risk: "high",
  access: { scopes: ["datasets:write"] },
  rest: { method: "DELETE", path: "/api/v1/datasets/{dataset_id}" },
  input: Type.Object({ dataset_id: Ref("dataset") }),
  output: Type.Object({ result: Type.Boolean(), dataset_id: Ref("dataset") }),
  refusals: { not_permitted: "forbidden", dataset_in_use: "conflict" },

  async run(context, { dataset_id }) {
    const { db, business_id, refuse, emit, expectVersion } = context;
    const view = await lockView(context, dataset_id, "columns");
    requireComplete(context, view);
    expectVersion(view.version);
    const user = await db.row<{ name: string }>(
      `select name from dataset where business_id = $1 and id <> $2
          and columns @> jsonb_build_array(jsonb_build_object('ref_dataset_id', $2::bigint))`,
      [business_id, dataset_id],
    );
    if (user !== undefined) throw refuse("dataset_in_use", { message: messages.dataset_in_use });
    await db.execute("delete from dataset_record where business_id = $1 and dataset_id = $2", [
      business_id,
      dataset_id,
    ]);
    await db.execute("delete from dataset where business_id = $1 and id = $2", [business_id, dataset_id]);
    emit({
      subject: { type: "dataset", id: dataset_id },
      kind: "dataset.deleted",
      before: { name: view.name },
    });
    return { result: true, dataset_id };
  },
});
