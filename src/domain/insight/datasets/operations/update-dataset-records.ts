/** Change many records by their ids: cells, group, pin. Cells that are not named stay. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { lockView } from "../records/dataset.ts";
import { answerSaved, BULK_MAX, RECORD_REFUSALS, requireWritable, savedMembers } from "../results.ts";
import { saveRecords } from "../save.ts";
import { CellValues, Pin } from "../shapes.ts";
import { chooseGroup } from "../targets.ts";

export const updateDatasetRecords = defineOperation({
  name: "datasetRecordsUpdate",
  summary: "Update records of a dataset",
  description: "Each record is decided on its own, unless atomic.",
  access: { scopes: ["datasets:write"] },
  rest: { method: "PATCH", path: "/api/v1/datasets/{dataset_id}/records", body_limit: 8 * 1024 * 1024 },
  input: Type.Object({
    dataset_id: Ref("dataset"),
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
          id: Ref("dataset_record"),
          values: Type.Optional(CellValues),
          group_id: Type.Optional(Ref("dataset_group")),
          pin: Type.Optional(Nullable(Pin)),
          row_version: Type.Optional(
            Type.Integer({ minimum: 1, description: "Refused when the record has another version." }),
          ),
        },
        { $id: "DatasetRecordChange" },
      ),
      { minItems: 1, maxItems: BULK_MAX },
    ),
  }),
  output: Type.Object({ result: Type.Boolean(), ...savedMembers }),
  refusals: RECORD_REFUSALS,

  async run(context, { dataset_id, atomic = false, as_text = false, records }) {
    const view = await lockView(context, dataset_id, "records");
    requireWritable(context, view);
    const saved = await saveRecords(
      context,
      view,
      records.map(({ values = {}, ...more }) => ({ ...more, cells: values })),
      {
        group_id: await chooseGroup(context, view, undefined),
        form: as_text ? () => ({ country: context.business.country }) : "json",
      },
    );
    return answerSaved(context, view, saved, { atomic, ids: records.map(({ id }) => id) });
  },
});
