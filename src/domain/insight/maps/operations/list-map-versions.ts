/** The versions of a map, newest first: what readers saw from when on. */
import Type from "typebox";
import { defineList, required } from "#operation/define/list.ts";
import { Ref } from "#vocabulary/ref.ts";
import { MapRecord, type VersionRow } from "../records/map.ts";
import { MapVersion } from "../shapes.ts";

export const listMapVersions = defineList({
  name: "mapVersions",
  summary: "List versions of a custom map",
  access: { scopes: ["maps:read"] },
  rest: { method: "GET", path: "/api/v1/maps/{map_id}/versions" },
  filters: { map_id: required(Ref("custom_map"), "v.map_id = $map_id") },
  rows: { versions: Type.Array(MapVersion) },
  from: "custom_map_version v join custom_map m on m.business_id = v.business_id and m.id = v.map_id",
  columns: "v.*, coalesce(v.number = m.published_number, false) as is_published",
  order: "v.number desc",
  async values(context, { map_id }) {
    await MapRecord.get(context, map_id);
    return {};
  },
  build: ({ content, ...row }: VersionRow & { is_published: boolean }) => ({
    ...row,
    ...content,
    layers: content.layers.map(({ filter: { parsed: _parsed, ...filter }, fields, ...layer }) => ({
      ...layer,
      filter,
      fields: fields.map(({ key }) => key),
    })),
  }),
});
