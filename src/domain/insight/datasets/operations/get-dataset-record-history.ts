/** What a record was, the newest version first: who wrote it and which cells changed. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { loadHistory } from "../history.ts";
import { messages } from "../messages.ts";
import { getView } from "../records/dataset.ts";
import { ColumnKey, DatasetRecord } from "../shapes.ts";

export const getDatasetRecordHistory = defineOperation({
  name: "datasetRecordHistory",
  summary: "Get the history of a record of a dataset",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["datasets:read"] },
  rest: { method: "GET", path: "/api/v1/datasets/{dataset_id}/records/{record_id}/history" },
  input: Type.Object({ ...PageInput, dataset_id: Ref("dataset"), record_id: Ref("dataset_record") }),
  output: Type.Object({
    ...PageOutput,
    record_id: Id,
    versions: Type.Array(
      Type.Object(
        {
          change: StringEnum(["created", "updated", "deleted"]),
          at: Timestamp,
          by: Nullable(Type.Object({ account_id: Id, name: Type.String() })),
          changed_columns: Type.Array(ColumnKey, { description: "Those that the caller sees." }),
          record: Nullable(DatasetRecord),
        },
        { $id: "DatasetRecordVersion" },
      ),
    ),
  }),

  async run(context, input) {
    const { dataset_id, record_id } = input;
    const { page, per_page, offset } = readPaging(input);
    const view = await getView(context, dataset_id);
    const versions = await loadHistory(context, view, record_id);
    if (versions.length === 0) throw context.refuse("not_found", { message: messages.unknown_record });
    return {
      result: true,
      total: versions.length,
      page,
      per_page,
      record_id,
      versions: versions.slice(offset, offset + per_page),
    };
  },
});
