/** Delete records of a dataset. What they were stays in the history. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { bulkAnswer, bulkMembers } from "#vocabulary/bulk.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { findVisibleIds } from "../read.ts";
import { lockView } from "../records/dataset.ts";
import { emitChanges, removeRecords } from "../records/dataset-record.ts";
import { findReferenced } from "../references.ts";
import { BULK_MAX, requireWritable } from "../results.ts";

export const deleteDatasetRecords = defineOperation({
  name: "datasetRecordsDelete",
  summary: "Delete records of a dataset",
  description: "Each record is decided on its own: one that another record refers to stays.",
  access: { scopes: ["datasets:write"] },
  rest: { method: "DELETE", path: "/api/v1/datasets/{dataset_id}/records" },
  input: Type.Object({
    dataset_id: Ref("dataset"),
    record_ids: Type.Array(Ref("dataset_record"), { minItems: 1, maxItems: BULK_MAX, uniqueItems: true }),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    ...bulkMembers,
    records: Type.Array(
      Type.Object({
        record_id: Ref("dataset_record"),
        result: Type.Boolean(),
        error_code: Nullable(Type.String()),
        message: Nullable(Type.String()),
      }),
      { maxItems: BULK_MAX },
    ),
  }),
  refusals: { read_only: "forbidden" },

  async run(context, { dataset_id, record_ids }) {
    const { db, business_id, say } = context;
    const view = await lockView(context, dataset_id, "records");
    requireWritable(context, view);
    const rows = await db.rows<{ id: number; row_version: number }>(
      `select id, row_version from dataset_record where business_id = $1 and dataset_id = $2 and id = any($3::bigint[])
        order by id for update`,
      [business_id, dataset_id, record_ids],
    );
    const visible = await findVisibleIds(
      context,
      view,
      rows.map(({ id }) => id),
    );
    const referenced = await findReferenced(context, dataset_id, [...visible]);
    const gone = rows.filter(({ id }) => visible.has(id) && !referenced.has(id));
    if (gone.length > 0)
      await removeRecords(
        context,
        view,
        gone.map(({ id }) => id),
      );
    emitChanges(
      context,
      view,
      gone.map(({ id, row_version }) => ({ id, change: "deleted", row_version, position: null })),
    );
    const records = record_ids.map((record_id) => {
      const code = !visible.has(record_id)
        ? "unknown_record"
        : referenced.has(record_id)
          ? "record_in_use"
          : null;
      return {
        record_id,
        result: code === null,
        error_code: code?.toUpperCase() ?? null,
        message: code === null ? null : say(messages[code]),
      };
    });
    return { ...bulkAnswer(records, ({ record_id }) => record_id), records };
  },
});
