/** Change one record: cells, group, pin. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { toRecord } from "../read.ts";
import { lockView } from "../records/dataset.ts";
import { RECORD_REFUSALS, refuseFault, requireWritable } from "../results.ts";
import { saveRecords } from "../save.ts";
import { CellValues, DatasetRecord, Pin } from "../shapes.ts";
import { chooseGroup } from "../targets.ts";
import { lockVersion } from "../versions.ts";

export const updateDatasetRecord = defineOperation({
  name: "datasetRecordUpdate",
  summary: "Update a record of a dataset",
  access: { scopes: ["datasets:write"] },
  rest: { method: "PATCH", path: "/api/v1/datasets/{dataset_id}/records/{record_id}" },
  input: Type.Object({
    dataset_id: Ref("dataset"),
    record_id: Ref("dataset_record"),
    values: Type.Optional(CellValues),
    group_id: Type.Optional(Ref("dataset_group")),
    pin: Type.Optional(Nullable(Pin)),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    record_id: Ref("dataset_record"),
    version: Type.Integer(),
    record: DatasetRecord,
  }),
  refusals: RECORD_REFUSALS,

  async run(context, { dataset_id, record_id, values = {}, ...more }) {
    const view = await lockView(context, dataset_id, "records");
    await lockVersion(context, view, record_id);
    requireWritable(context, view);
    const draft = { id: record_id, cells: values, ...more };
    const [saved] = await saveRecords(context, view, [draft], {
      group_id: await chooseGroup(context, view, undefined),
    });
    if (saved === undefined) throw new Error("A record was neither saved nor refused.");
    if ("fault" in saved) throw refuseFault(context, saved.fault);
    const record = toRecord(saved.record, view);
    return { result: true, record_id, version: record.row_version, record };
  },
});
