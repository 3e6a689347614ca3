/** Add a layer to the draft of a map. Without a list of fields, readers see where things are and nothing of them. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { checkLayer, LAYER_REFUSALS } from "../layer-draft.ts";
import { messages } from "../messages.ts";
import { answerLayer, markChanged } from "../present.ts";
import { LayerRecord, listLayerRows, MAP, MapRecord } from "../records/map.ts";
import { LAYERS_MAX, SOURCES } from "../rules.ts";
import { LayerAnswer, layerMembers } from "../shapes.ts";

const { title, ...others } = layerMembers;

export const createMapLayer = defineOperation({
  name: "mapLayerCreate",
  summary: "Add a layer to a custom map",
  description: "`fields` is the allow-list: readers see nothing else of a feature.",
  destructive: false,
  access: { scopes: ["maps:write"] },
  rest: { method: "POST", path: "/api/v1/maps/{map_id}/layers", status: 201 },
  input: Type.Object({
    map_id: Ref("custom_map"),
    source: StringEnum(SOURCES),
    dataset_id: Type.Optional(Ref("dataset")),
    title,
    ...Type.Partial(Type.Object(others)).properties,
  }),
  output: Type.Object({ ...LayerAnswer.properties, layer_id: Ref("custom_map_layer") }),
  refusals: { ...LAYER_REFUSALS, too_many_layers: "conflict" },

  async run(context, { map_id, source, dataset_id = null, ...input }) {
    const { refuse, emit } = context;
    const map = await MapRecord.getLocked(context, map_id);
    const layers = await listLayerRows(context, map_id);
    if (layers.length >= LAYERS_MAX)
      throw refuse("too_many_layers", { message: messages.too_many_layers, values: { most: LAYERS_MAX } });
    const draft = {
      title: input.title.trim(),
      style: input.style ?? { color: "#2563eb" },
      popup: input.popup ?? "",
      refresh_s: input.refresh_s ?? 60,
      min_zoom: input.min_zoom ?? 0,
      max_zoom: input.max_zoom ?? 22,
      aggregation: input.aggregation ?? ("cluster" as const),
      is_visible: input.is_visible ?? true,
    };
    const checked = await checkLayer(context, {
      ...draft,
      id: 0,
      source,
      dataset_id,
      filter: (input.filter ?? {}) as never,
      fields: input.fields ?? [],
      upload_columns: [],
    } as never);
    const row = await LayerRecord.insert(context, {
      map_id,
      source,
      dataset_id,
      position: (layers.at(-1)?.position ?? 0) + 1,
      ...draft,
      ...checked,
      removed_at: null,
    } as never);
    await markChanged(context, map);
    emit({
      subject: { type: MAP, id: map_id },
      kind: "map.layer_created",
      payload: { layer_id: row.id, source },
      before: null,
      after: { fields: row.fields.map(({ key }) => key) },
    });
    return { ...(await answerLayer(context, row)), layer_id: row.id };
  },
});
