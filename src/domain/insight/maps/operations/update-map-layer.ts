/** Change a layer of the draft of a map: readers see it with the next publication. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Count } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { checkLayer, LAYER_REFUSALS } from "../layer-draft.ts";
import { answerLayer, markChanged } from "../present.ts";
import { getLockedLayer, LayerRecord, MAP, MapRecord } from "../records/map.ts";
import { LayerAnswer, layerMembers } from "../shapes.ts";

export const updateMapLayer = defineOperation({
  name: "mapLayerUpdate",
  summary: "Update a layer of a custom map",
  description: "Readers see the change after the next publication.",
  access: { scopes: ["maps:write"] },
  rest: { method: "PATCH", path: "/api/v1/maps/{map_id}/layers/{layer_id}" },
  input: Type.Object({
    map_id: Ref("custom_map"),
    layer_id: Ref("custom_map_layer"),
    position: Type.Optional(Count),
    ...Type.Partial(Type.Object(layerMembers)).properties,
  }),
  output: LayerAnswer,
  refusals: LAYER_REFUSALS,

  async run(context, { map_id, layer_id, ...changes }) {
    const map = await MapRecord.getLocked(context, map_id);
    const row = await getLockedLayer(context, map_id, layer_id);
    context.expectVersion(row.version);
    const { fields: field_keys, filter, ...others } = changes;
    const checked = await checkLayer(context, {
      ...row,
      ...others,
      filter: filter ?? row.filter,
      fields: field_keys ?? row.fields.map(({ key }) => key),
    } as never);
    const after = await LayerRecord.change(context, row, {
      ...others,
      ...(field_keys === undefined ? {} : { fields: checked.fields }),
      ...(filter === undefined ? {} : { filter: checked.filter }),
    } as never);
    await markChanged(context, map);
    context.emit({
      subject: { type: MAP, id: map_id },
      kind: "map.layer_changed",
      payload: { layer_id, members: Object.keys(changes).sort() },
      before: { fields: row.fields.map(({ key }) => key) },
      after: { fields: after.fields.map(({ key }) => key) },
    });
    return answerLayer(context, after);
  },
});
