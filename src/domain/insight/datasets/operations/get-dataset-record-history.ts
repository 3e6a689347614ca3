/** What a record was, the newest version first: who wrote it and which cells changed. */

import Type from "typebox";
import { defineList, requiredParameter } from "#operation/define/list.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { loadHistory } from "../history.ts";
import { messages } from "../messages.ts";
import { getView } from "../records/dataset.ts";
import { ColumnKey, DatasetRecord } from "../shapes.ts";

export const getDatasetRecordHistory = defineList({
  name: "datasetRecordHistory",
  summary: "Get the history of a record of a dataset",
  access: { scopes: ["datasets:read"] },
  rest: { method: "GET", path: "/api/v1/datasets/{dataset_id}/records/{record_id}/history" },
  filters: {
    dataset_id: requiredParameter(Ref("dataset")),
    record_id: requiredParameter(Ref("dataset_record")),
  },
  above: { record_id: Ref("dataset_record") },
  rows: {
    versions: Type.Array(
      Type.Object(
        {
          change: StringEnum(["created", "updated", "deleted"]),
          at: Timestamp,
          by: Nullable(Type.Object({ account_id: Ref("account"), name: Type.String() })),
          changed_columns: Type.Array(ColumnKey, { description: "Those that the caller sees." }),
          record: Nullable(DatasetRecord),
        },
        { $id: "DatasetRecordVersion" },
      ),
    ),
  },

  async readAll(context, { dataset_id, record_id }) {
    const versions = await loadHistory(context, await getView(context, dataset_id), record_id);
    if (versions.length === 0) throw context.refuse("not_found", { message: messages.unknown_record });
    return versions;
  },
  readBeside: (_, { input: { record_id } }) => ({ record_id }),
});
