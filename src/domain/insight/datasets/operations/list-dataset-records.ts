/** Records of a dataset, now or as they were: filtered, searched, sorted. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { buildWindow, CursorInput, CursorOutput } from "#vocabulary/cursor-page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getColumn, readWhere } from "../caller-columns.ts";
import { countRecords, readAsOf, selectRecords, toRecord } from "../read.ts";
import { getView } from "../records/dataset.ts";
import { loadRefLabels } from "../references.ts";
import { GEOCODE_STATES } from "../rules.ts";
import { AsOf, DatasetRecord } from "../shapes.ts";
import { parseWhereText } from "../where-text.ts";

const BY_ID = [{ sql: "r.id", member: "id", type: "bigint", descending: false }] as const;

export const listDatasetRecords = defineOperation({
  name: "datasetRecords",
  summary: "List records of a dataset",
  description:
    "Without sort they come in the order in which they were created, and next_cursor reads each once. Columns that are hidden from the caller are refused in where and sort.",
  access: { scopes: ["datasets:read"] },
  rest: { method: "GET", path: "/api/v1/datasets/{dataset_id}/records" },
  input: Type.Object({
    ...CursorInput,
    dataset_id: Ref("dataset"),
    group_id: Type.Optional(Ref("dataset_group")),
    where: Type.Optional(
      Type.String({
        maxLength: 20_000,
        "x-text": "exact",
        description: 'A filter as JSON text: {"city": {"eq": "Lyon"}}.',
      }),
    ),
    q: Type.Optional(
      Type.String({
        maxLength: 200,
        "x-text": "exact",
        description: "Words that all stand in the cells of a record.",
      }),
    ),
    sort: Type.Optional(
      Type.String({
        pattern: "^-?([a-z][a-z0-9_]{0,59}|\\$created_at)$",
        maxLength: 61,
        description: "Key of a column, or $created_at; with - before it descending. Empty cells come last.",
      }),
    ),
    geocode_state: Type.Optional(StringEnum(GEOCODE_STATES)),
    as_of: AsOf,
  }),
  output: Type.Object({
    ...CursorOutput,
    dataset_id: Ref("dataset"),
    records: Type.Array(DatasetRecord),
    refs: Type.Array(
      Type.Object(
        { dataset_id: Ref("dataset"), record_id: Ref("dataset_record"), label: Type.String() },
        { $id: "DatasetRefLabel", description: "What a record that a ref column names is called." },
      ),
    ),
  }),
  refusals: {
    invalid_where: "invalid",
    column_hidden: "forbidden",
    unknown_column: "invalid",
    future_time: "invalid",
  },

  async run(context, input) {
    const { dataset_id, group_id, q, geocode_state, sort } = input;
    const view = await getView(context, dataset_id);
    const selection = {
      filter: readWhere(context, view, parseWhereText(context, input.where)),
      group_ids: group_id === undefined ? undefined : [group_id],
      text: q?.trim() === "" ? undefined : q,
      geocode_states: geocode_state === undefined || !view.sees_position ? undefined : [geocode_state],
      as_of: readAsOf(context, input.as_of),
    };
    const filters = [dataset_id, group_id, input.where, q, geocode_state, sort, input.as_of];
    const window = buildWindow(input, BY_ID, { condition: "", values: [], filters });
    const after_id = input.cursor === undefined ? undefined : (window.values[0] as number);
    const descending = sort?.startsWith("-") ?? false;
    const key = sort?.replace(/^-/, "");
    const column =
      key === undefined || key === "$created_at" ? undefined : getColumn(context, view, key, "sort");
    const is_sorted = column !== undefined || descending;
    const [rows, total] = await Promise.all([
      selectRecords(context, view, selection, {
        order: { ...(column === undefined ? {} : { column }), descending },
        limit: window.per_page + 1,
        offset: after_id === undefined ? window.offset : 0,
        after_id,
      }),
      countRecords(context, view, selection),
    ]);
    const { rows: visible_rows, next_cursor } = window.buildPage(rows);
    return {
      result: true,
      total,
      page: window.page,
      per_page: window.per_page,
      next_cursor: is_sorted ? null : next_cursor,
      dataset_id,
      records: visible_rows.map((row) => toRecord(row, view)),
      refs: await loadRefLabels(context, view, visible_rows),
    };
  },
});
