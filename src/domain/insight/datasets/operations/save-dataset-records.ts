/** Create records, or upsert them by a unique column: what exists is changed, what does not is created. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { lockView } from "../records/dataset.ts";
import { answerSaved, BULK_MAX, RECORD_REFUSALS, requireWritable, savedMembers } from "../results.ts";
import { saveRecords } from "../save.ts";
import { CellValues, ColumnKey, Pin } from "../shapes.ts";
import { chooseGroup, getKeyColumn } from "../targets.ts";

export const saveDatasetRecords = defineOperation({
  name: "datasetRecordsSave",
  summary: "Create or upsert records of a dataset",
  description:
    "Each record is decided on its own, unless atomic. With key, a record whose value of that unique column exists is changed: cells that are not named stay.",
  access: { scopes: ["datasets:write"] },
  rest: {
    method: "POST",
    path: "/api/v1/datasets/{dataset_id}/records",
    status: 201,
    body_limit: 8 * 1024 * 1024,
  },
  input: Type.Object({
    dataset_id: Ref("dataset"),
    group_id: Type.Optional(
      Ref("dataset_group", { ...Id, description: "Where new records go; the first group when absent." }),
    ),
    key: Type.Optional(ColumnKey),
    atomic: Type.Optional(Type.Boolean({ description: "Nothing is written unless everything is." })),
    as_text: Type.Optional(
      Type.Boolean({
        description:
          "Values are text of a spreadsheet, such as 1.234,5 or 24/11/2026, and read as in an import.",
      }),
    ),
    records: Type.Array(
      Type.Object(
        {
          values: CellValues,
          group_id: Type.Optional(Ref("dataset_group")),
          pin: Type.Optional(Nullable(Pin)),
        },
        { $id: "DatasetNewRecord" },
      ),
      { minItems: 1, maxItems: BULK_MAX },
    ),
  }),
  output: Type.Object({ result: Type.Boolean(), ...savedMembers }),
  refusals: { ...RECORD_REFUSALS, no_key: "invalid" },

  async run(context, { dataset_id, group_id, key, atomic = false, as_text = false, records }) {
    const view = await lockView(context, dataset_id, "records");
    requireWritable(context, view);
    const saved = await saveRecords(
      context,
      view,
      records.map(({ values, ...more }) => ({ ...more, cells: values })),
      {
        key: key === undefined ? undefined : getKeyColumn(context, view, key, messages.no_key),
        group_id: await chooseGroup(context, view, group_id),
        form: as_text ? () => ({ country: context.business.country }) : "json",
      },
    );
    return answerSaved(context, view, saved, { atomic });
  },
});
