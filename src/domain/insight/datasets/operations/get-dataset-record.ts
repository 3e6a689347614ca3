/** One record, now or as it was. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { readAsOf, selectRecords, toRecord } from "../read.ts";
import { getView } from "../records/dataset.ts";
import { AsOf, DatasetRecord } from "../shapes.ts";

export const getDatasetRecord = defineOperation({
  name: "datasetRecord",
  summary: "Get a record of a dataset",
  access: { scopes: ["datasets:read"] },
  rest: { method: "GET", path: "/api/v1/datasets/{dataset_id}/records/{record_id}" },
  input: Type.Object({ dataset_id: Ref("dataset"), record_id: Ref("dataset_record"), as_of: AsOf }),
  output: Type.Object({
    result: Type.Boolean(),
    record_id: Ref("dataset_record"),
    version: Type.Integer(),
    record: DatasetRecord,
  }),
  refusals: { future_time: "invalid" },

  async run(context, { dataset_id, record_id, as_of }) {
    const view = await getView(context, dataset_id);
    const selection = { record_ids: [record_id], as_of: readAsOf(context, as_of) };
    const [row] = await selectRecords(context, view, selection, { limit: 1 });
    if (row === undefined) throw context.refuse("not_found", { message: messages.unknown_record });
    return { result: true, record_id, version: row.row_version, record: toRecord(row, view) };
  },
});
