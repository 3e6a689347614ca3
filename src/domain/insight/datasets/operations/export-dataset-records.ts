/** The records of a dataset that the caller sees as a file: CSV, a workbook, or GeoJSON. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { ThreadsBusy } from "#platform/threads/pool.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { readWhere } from "../caller-columns.ts";
import { buildExport, EXPORT_FORMATS, EXPORT_MAX } from "../export-file.ts";
import { messages } from "../messages.ts";
import { countRecords, readAsOf } from "../read.ts";
import { getView } from "../records/dataset.ts";
import { AsOf } from "../shapes.ts";
import { parseWhereText } from "../where-text.ts";

export const exportDatasetRecords = defineOperation({
  name: "datasetExport",
  summary: "Export records of a dataset",
  description:
    "Text that a spreadsheet would run as a formula has an apostrophe before it in CSV; an import takes it away.",
  access: { scopes: ["datasets:read"] },
  rest: { method: "GET", path: "/api/v1/datasets/{dataset_id}/export", bytes: "always" },
  input: Type.Object({
    dataset_id: Ref("dataset"),
    format: Type.Optional(StringEnum(EXPORT_FORMATS, { description: "csv when absent." })),
    group_id: Type.Optional(Ref("dataset_group")),
    where: Type.Optional(
      Type.String({ maxLength: 20_000, "x-text": "exact", description: "A filter as JSON text." }),
    ),
    q: Type.Optional(Type.String({ maxLength: 200 })),
    as_of: AsOf,
  }),
  output: Type.Object({
    result: Type.Boolean(),
    name: Type.String({ description: "Name of the file." }),
    content_type: Type.String(),
    content_base64: Type.String({ description: "Over REST the bytes themselves are sent." }),
  }),
  refusals: {
    invalid_where: "invalid",
    column_hidden: "forbidden",
    future_time: "invalid",
    too_many_records: "conflict",
  },

  async run(context, { dataset_id, format = "csv", group_id, where, q, as_of }) {
    const { refuse } = context;
    const view = await getView(context, dataset_id);
    const selection = {
      filter: readWhere(context, view, parseWhereText(context, where)),
      group_ids: group_id === undefined ? undefined : [group_id],
      text: q?.trim() === "" ? undefined : q,
      as_of: readAsOf(context, as_of),
    };
    const count = await countRecords(context, view, selection);
    if (count > EXPORT_MAX)
      throw refuse("too_many_records", {
        message: messages.too_many_records,
        values: { most: EXPORT_MAX, count },
      });
    try {
      const { bytes, name, content_type } = await buildExport(context, view, selection, format);
      return { result: true, name, content_type, content_base64: Buffer.from(bytes).toString("base64") };
    } catch (error) {
      throw error instanceof ThreadsBusy ? refuse("busy") : error;
    }
  },
});
