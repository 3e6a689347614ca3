/** The points of interest of the business as a file: GeoJSON, CSV or KML. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { ThreadsBusy } from "#platform/threads/pool.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { buildExport, EXPORT_FORMATS } from "../export-file.ts";
import { PoiKind } from "../shapes.ts";

export const exportPois = defineOperation({
  name: "poiExport",
  summary: "Export points of interest",
  description:
    "Text that a spreadsheet would run as a formula has an apostrophe before it in CSV; an import takes it away.",
  access: { scopes: ["address:read"] },
  rest: { method: "GET", path: "/api/v1/poi/export", bytes: "always" },
  localised: true,
  input: Type.Object({
    format: Type.Optional(StringEnum(EXPORT_FORMATS, { description: "geojson when absent." })),
    kind: Type.Optional(PoiKind),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    name: Type.String({ description: "Name of the file." }),
    content_type: Type.String(),
    content_base64: Type.String({ description: "Over REST the bytes themselves are sent." }),
  }),

  async run(context, { format = "geojson", kind }) {
    try {
      return { result: true, ...(await buildExport(context, format, kind)) };
    } catch (error) {
      throw error instanceof ThreadsBusy ? context.refuse("busy") : error;
    }
  },
});
