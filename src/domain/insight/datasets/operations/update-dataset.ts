/**
 * Change a dataset and its columns. Cells are read again where a column gets another type or fewer values fit it; a dry
 * run shows what would not fit. Nothing is changed while something does not fit, unless `misfits` says that it is emptied.
 */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable, StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerDataset } from "../answers.ts";
import { type ChangedDesign, changeDesign } from "../column-changes.ts";
import { COLUMNS_MAX } from "../columns.ts";
import { type Conversion, convertRecords } from "../convert.ts";
import { DESIGN_REFUSALS, readDesign, requireFreeName, requireTargets } from "../design.ts";
import { enqueueGeocoding } from "../geocoding.ts";
import { messages } from "../messages.ts";
import { type DatasetView, lockView, requireComplete, StoredDataset } from "../records/dataset.ts";
import { VISIBILITIES } from "../rules.ts";
import { ColumnChange, ColumnKey, Dataset, DatasetName, NewColumn } from "../shapes.ts";
import { type Filter, listFilterColumns } from "../where.ts";

const NOTHING: Conversion = { checked: 0, converted: 0, misfits: 0, blocking: 0, examples: [] };

export const updateDataset = defineOperation({
  name: "datasetUpdate",
  summary: "Update a dataset and its columns",
  description:
    "Send it as a dry run with misfits=clear first: conversion lists the values that do not fit the changed columns.",
  access: { scopes: ["datasets:write"] },
  rest: { method: "PATCH", path: "/api/v1/datasets/{dataset_id}" },
  input: Type.Object({
    dataset_id: Ref("dataset"),
    name: Type.Optional(DatasetName),
    description: Type.Optional(Type.String({ maxLength: 1000 })),
    visibility: Type.Optional(StringEnum(VISIBILITIES)),
    geocodes_on_write: Type.Optional(Type.Boolean()),
    position_column: Type.Optional(Nullable(ColumnKey)),
    add_columns: Type.Optional(Type.Array(NewColumn, { maxItems: COLUMNS_MAX })),
    change_columns: Type.Optional(Type.Array(ColumnChange, { maxItems: COLUMNS_MAX })),
    remove_columns: Type.Optional(Type.Array(ColumnKey, { maxItems: COLUMNS_MAX, uniqueItems: true })),
    column_order: Type.Optional(Type.Array(ColumnKey, { maxItems: COLUMNS_MAX, uniqueItems: true })),
    misfits: Type.Optional(
      StringEnum(["refuse", "clear"], {
        description: "What becomes of values that do not fit a changed column: refuse when absent.",
      }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    dataset_id: Ref("dataset"),
    version: Type.Integer(),
    dataset: Dataset,
    conversion: Type.Object(
      {
        checked: Type.Integer({ description: "Records that were read again." }),
        converted: Type.Integer({ description: "Values that became one of another type." }),
        misfits: Type.Integer({ description: "Values that do not fit and were emptied." }),
        examples: Type.Array(
          Type.Object({
            record_id: Ref("dataset_record"),
            column: Type.String(),
            value: Type.String(),
            message: Type.String(),
            can_clear: Type.Boolean(),
          }),
          { maxItems: 50, description: "The first 50." },
        ),
      },
      { $id: "DatasetConversion" },
    ),
  }),
  refusals: {
    ...DESIGN_REFUSALS,
    not_permitted: "forbidden",
    column_in_use: "conflict",
    values_do_not_fit: "invalid",
  },

  async run(context, input) {
    const { emit, expectVersion } = context;
    const view = await lockView(context, input.dataset_id, "columns");
    requireComplete(context, view);
    expectVersion(view.version);
    const design = readDesign(context, () => changeDesign({ ...view, columns: view.all_columns }, input));
    if (input.name !== undefined) await requireFreeName(context, input.name, view.id);
    await requireTargets(context, design.columns);
    await requireUnused(context, view, design);
    const conversion = design.is_derived_again ? await convertRecords(context, view, design) : NOTHING;
    const most = input.misfits === "clear" ? conversion.blocking : conversion.misfits;
    if (most > 0) throw refuseMisfits(context, conversion);
    const {
      name = view.name,
      description = view.description,
      visibility = view.visibility,
      geocodes_on_write = view.geocodes_on_write,
    } = input;
    await StoredDataset.change(context, view, {
      name: name.trim(),
      description,
      visibility,
      geocodes_on_write,
      columns: design.columns,
      next_n: design.next_n,
      position_n: design.position_n,
    });
    emit({
      subject: { type: "dataset", id: view.id },
      kind: "dataset.updated",
      payload: {
        added: design.added.length,
        removed: design.removed.length,
        retyped: design.checked.length,
        cleared_cells: conversion.misfits,
      },
      before: { name: view.name, columns: view.all_columns.map(({ key, type }) => ({ key, type })) },
      after: { name, columns: design.columns.map(({ key, type }) => ({ key, type })) },
    });
    if (geocodes_on_write) enqueueGeocoding(context);
    const { blocking: _blocking, ...conversion_answer } = conversion;
    return { ...(await answerDataset(context, view.id)), conversion: conversion_answer };
  },
});

/** A rule about rows would hide or show others if its column went. */
async function requireUnused(
  { db, business_id, refuse }: Context<"column_in_use">,
  view: DatasetView,
  { removed, checked }: ChangedDesign,
): Promise<void> {
  const touched = new Map([
    ...removed.map(({ n, key }) => [n, key] as const),
    ...checked
      .filter(({ n, type }) => view.all_columns.some((before) => before.n === n && before.type !== type))
      .map(({ n, key }) => [n, key] as const),
  ]);
  if (touched.size === 0) return;
  const rules = await db.rows<{ row_rule: Filter }>(
    "select row_rule from dataset_permission where business_id = $1 and dataset_id = $2 and row_rule is not null",
    [business_id, view.id],
  );
  const used = rules.flatMap(({ row_rule }) => listFilterColumns(row_rule)).find((n) => touched.has(n));
  if (used !== undefined)
    throw refuse("column_in_use", {
      message: messages.column_in_use,
      errors: [{ field: touched.get(used) ?? "", message: messages.read_by_row_rule }],
    });
}

function refuseMisfits({ refuse }: Context<"values_do_not_fit">, { misfits, examples }: Conversion) {
  return refuse("values_do_not_fit", {
    message: messages.values_do_not_fit,
    values: { count: misfits },
    extra: { misfits, examples },
    errors: examples.slice(0, 20).map(({ record_id, column, value, message }) => ({
      field: column,
      message:
        value === ""
          ? messages.misfit_empty.with({ record: record_id, fault: message })
          : messages.misfit.with({ value, record: record_id, fault: message }),
    })),
  });
}
