/** Create a dataset with its columns and its first group. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerDataset } from "../answers.ts";
import { changeDesign } from "../column-changes.ts";
import { COLUMNS_MAX } from "../columns.ts";
import { DESIGN_REFUSALS, readDesign, requireFreeName, requireTargets } from "../design.ts";
import { StoredDataset } from "../records/dataset.ts";
import { GroupRecord } from "../records/dataset-group.ts";
import { VISIBILITIES } from "../rules.ts";
import { Dataset, DatasetName, GroupName, NewColumn } from "../shapes.ts";

export const createDataset = defineOperation({
  name: "datasetCreate",
  summary: "Create a dataset",
  destructive: false,
  access: { scopes: ["datasets:write"] },
  rest: { method: "POST", path: "/api/v1/datasets", status: 201 },
  input: Type.Object({
    name: DatasetName,
    description: Type.Optional(Type.String({ maxLength: 1000 })),
    visibility: Type.Optional(StringEnum(VISIBILITIES, { description: "business when absent." })),
    columns: Type.Array(NewColumn, { maxItems: COLUMNS_MAX }),
    position_column: Type.Optional(
      Type.String({ maxLength: 60, description: "The first geo or address column when absent." }),
    ),
    geocodes_on_write: Type.Optional(
      Type.Boolean({
        description: "Queue addresses for geocoding when they are written; false when absent.",
      }),
    ),
    group: Type.Optional(
      Type.String({ ...GroupName, description: "Name of the first group; Main when absent." }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    dataset_id: Ref("dataset"),
    version: Type.Integer(),
    dataset: Dataset,
  }),
  refusals: DESIGN_REFUSALS,

  async run(context, input) {
    const { actor, emit } = context;
    const { name, description = "", visibility = "business", geocodes_on_write = false } = input;
    const { columns, next_n, position_n } = readDesign(context, () =>
      changeDesign(
        { columns: [], next_n: 1, position_n: null },
        { add_columns: input.columns, position_column: input.position_column },
      ),
    );
    await requireFreeName(context, name, null);
    await requireTargets(context, columns);
    const { id } = await StoredDataset.insert(context, {
      name: name.trim(),
      description,
      visibility,
      columns,
      next_n,
      position_n,
      geocodes_on_write,
      created_by: actor.account_id,
    });
    await GroupRecord.insert(context, { dataset_id: id, name: input.group?.trim() ?? "Main" });
    emit({
      subject: { type: "dataset", id, is_new: true },
      kind: "dataset.created",
      payload: { columns: columns.length },
      after: { name, columns: columns.map(({ key, type }) => ({ key, type })) },
    });
    return answerDataset(context, id);
  },
});
