/** Take a layer off the draft of a map. Readers see it until the next publication. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { markChanged } from "../present.ts";
import { getLockedLayer, LayerRecord, MAP, MapRecord } from "../records/map.ts";

export const removeMapLayer = defineOperation({
  name: "mapLayerRemove",
  summary: "Remove a layer from a custom map",
  description: "Readers see it until the next publication. It cannot be added again.",
  access: { scopes: ["maps:write"] },
  rest: { method: "DELETE", path: "/api/v1/maps/{map_id}/layers/{layer_id}" },
  input: Type.Object({ map_id: Ref("custom_map"), layer_id: Ref("custom_map_layer") }),
  output: Type.Object({ result: Type.Boolean() }),

  async run(context, { map_id, layer_id }) {
    const map = await MapRecord.getLocked(context, map_id);
    const row = await getLockedLayer(context, map_id, layer_id);
    context.expectVersion(row.version);
    await LayerRecord.change(context, row, { removed_at: context.now.toISOString() });
    await markChanged(context, map);
    context.emit({
      subject: { type: MAP, id: map_id },
      kind: "map.layer_removed",
      payload: { layer_id },
      before: { source: row.source },
      after: null,
    });
    return { result: true };
  },
});
