/** Ranges of the business's own tracking numbers. */
import Type from "typebox";
import { defineList } from "#operation/define/list.ts";
import { NumberRange, RANGE_COLUMNS, type RangeRow, toRange } from "../number-ranges.ts";

export const listNumberRanges = defineList({
  name: "trackingNumberRanges",
  summary: "List ranges of tracking numbers",
  access: { roles: ["client_admin"], scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/tracking/numbers/ranges" },
  rows: { ranges: Type.Array(NumberRange, { description: "Oldest first." }) },
  from: "number_range",
  columns: RANGE_COLUMNS,
  order: "id",
  build: (row: RangeRow) => toRange(row),
});
