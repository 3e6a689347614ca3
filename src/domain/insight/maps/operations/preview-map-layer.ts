/** What readers would see of a layer of the draft. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { readCollection } from "../collection.ts";
import { LAYER_REFUSALS, requireSource } from "../layer-draft.ts";
import { getLayer, MapRecord } from "../records/map.ts";
import { TILES_FROM } from "../rules.ts";
import { FeatureCollection } from "../shapes.ts";

export const previewMapLayer = defineOperation({
  name: "mapLayerPreview",
  summary: "Get what readers would see of a layer",
  description: `The first ${TILES_FROM} features of the draft, with the fields of its list.`,
  access: { scopes: ["maps:read"] },
  rest: { method: "GET", path: "/api/v1/maps/{map_id}/layers/{layer_id}/preview" },
  input: Type.Object({ map_id: Ref("custom_map"), layer_id: Ref("custom_map_layer") }),
  output: Type.Object({ result: Type.Boolean(), collection: FeatureCollection }),
  refusals: { not_permitted: LAYER_REFUSALS.not_permitted },

  async run(context, { map_id, layer_id }) {
    await MapRecord.get(context, map_id);
    const layer = await getLayer(context, map_id, layer_id);
    await requireSource(context as never, layer);
    return { result: true, collection: await readCollection(context, layer) };
  },
});
