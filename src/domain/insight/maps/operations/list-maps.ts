/** Maps of the business, by title. */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { buildMap, MAP_COLUMNS, type MapView } from "../present.ts";
import { ACCESSES } from "../rules.ts";
import { CustomMap } from "../shapes.ts";

export const listMaps = defineList({
  name: "maps",
  summary: "List custom maps",
  access: { scopes: ["maps:read"] },
  rest: { method: "GET", path: "/api/v1/maps" },
  filters: {
    access: filter(StringEnum(ACCESSES), "m.access = $access"),
    is_published: filter(Type.Boolean(), "(m.published_number is not null) = $is_published"),
  },
  rows: { maps: Type.Array(CustomMap) },
  from: "custom_map m",
  columns: MAP_COLUMNS,
  order: "lower(m.title), m.id",
  build: (row: MapView, context) => buildMap(context, row),
});
