/** The layers of the draft of a map, from the lowest. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { buildLayer } from "../present.ts";
import { listLayerRows, MapRecord } from "../records/map.ts";
import { Layer } from "../shapes.ts";

export const listMapLayers = defineOperation({
  name: "mapLayers",
  summary: "List layers of a custom map",
  access: { scopes: ["maps:read"] },
  rest: { method: "GET", path: "/api/v1/maps/{map_id}/layers" },
  input: Type.Object({ map_id: Ref("custom_map") }),
  output: Type.Object({ result: Type.Boolean(), layers: Type.Array(Layer) }),

  async run(context, { map_id }) {
    await MapRecord.get(context, map_id);
    const rows = await listLayerRows(context, map_id);
    return { result: true, layers: await Promise.all(rows.map((row) => buildLayer(context, row))) };
  },
});
