/** Search records across the datasets and groups that the caller sees: by words, by a whole value, near a place. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Latitude, Longitude, Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { searchRecords } from "../search.ts";
import { CellValues, Where } from "../shapes.ts";

export const searchDatasetRecords = defineOperation({
  name: "datasetRecordsSearch",
  summary: "Search records across datasets",
  description:
    "Values are excerpts; the whole record is at /api/v1/datasets/{dataset_id}/records/{record_id}. where needs exactly one dataset_ids entry, whose columns get_dataset lists.",
  effect: "read",
  access: { scopes: ["datasets:read"] },
  rest: { method: "POST", path: "/api/v1/datasets/search" },
  mcp: { user: "search_dataset_records" },
  input: Type.Object({
    text: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        "x-text": "exact",
        description: "Words that all stand in the cells of a record.",
      }),
    ),
    exact: Type.Optional(Type.Boolean({ description: "The text is all of a cell, in any case." })),
    near: Type.Optional(
      Type.Object(
        { lat: Latitude, lng: Longitude, radius_m: Type.Number({ minimum: 1, maximum: 1_000_000 }) },
        { $id: "DatasetNear", description: "Nearest first." },
      ),
    ),
    where: Type.Optional(Where),
    dataset_ids: Type.Optional(Type.Array(Ref("dataset"), { minItems: 1, maxItems: 50, uniqueItems: true })),
    group_ids: Type.Optional(
      Type.Array(Ref("dataset_group"), { minItems: 1, maxItems: 200, uniqueItems: true }),
    ),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, "x-tool": "From 1." })),
    per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, description: "20 when absent." })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    total: Type.Integer(),
    page: Type.Integer(),
    per_page: Type.Integer(),
    records: Type.Array(
      Type.Object(
        {
          dataset_id: Ref("dataset"),
          dataset: Type.String(),
          group: Type.String(),
          record_id: Ref("dataset_record"),
          values: CellValues,
          is_excerpt: Type.Optional(Type.Boolean({ description: "There is more in the record." })),
          lat: Nullable(Latitude),
          lng: Nullable(Longitude),
          distance_m: Type.Optional(Type.Integer()),
        },
        { $id: "DatasetSearchHit", "x-compact": ["-dataset", "..."] },
      ),
    ),
  }),
  refusals: { invalid_where: "invalid", column_hidden: "forbidden" },

  run: (context, input) => searchRecords(context, input),
});
