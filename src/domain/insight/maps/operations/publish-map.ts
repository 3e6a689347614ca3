/** Publish the draft of a map, or an earlier version again. Readers see its lists of fields, styles and filters with the data of now. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { expectRecord } from "#operation/define/get.ts";
import { Ref } from "#vocabulary/ref.ts";
import { LAYER_REFUSALS, requireSource } from "../layer-draft.ts";
import { messages } from "../messages.ts";
import { answerMap } from "../present.ts";
import {
  findVersion,
  listLayerRows,
  MAP,
  type MapContent,
  MapRecord,
  type MapRow,
  pickContent,
  VersionRecord,
} from "../records/map.ts";
import { MapAnswer } from "../shapes.ts";

export const publishMap = defineOperation({
  name: "mapPublish",
  summary: "Publish a custom map",
  description:
    "The draft becomes the next version; with `number` an earlier version is published again, whose removed layers have no features any more.",
  risk: "high",
  access: { scopes: ["maps:write"] },
  rest: { method: "POST", path: "/api/v1/maps/{map_id}/publish" },
  input: Type.Object({
    map_id: Ref("custom_map"),
    number: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000, description: "Of an earlier version." }),
    ),
    note: Type.Optional(Type.String({ maxLength: 500, description: "What changed." })),
  }),
  output: Type.Object({ ...MapAnswer.properties, number: Type.Integer() }),
  refusals: { no_layers: "conflict", not_permitted: LAYER_REFUSALS.not_permitted },

  async run(context, { map_id, number: earlier, note = "" }) {
    const { emit, now } = context;
    const map = await MapRecord.getLocked(context, map_id);
    context.expectVersion(map.version);
    const content =
      earlier === undefined
        ? await readDraft(context, map)
        : expectRecord(await findVersion(context, map_id, earlier), messages.no_version).content;
    if (content.layers.length === 0) throw context.refuse("no_layers", { message: messages.no_layers });
    // Who publishes gives others what is in the sources, and must see it.
    for (const layer of content.layers) await requireSource(context as never, layer);
    const number = earlier ?? map.last_number + 1;
    const at = now.toISOString();
    if (earlier === undefined)
      await VersionRecord.insert(context, {
        map_id,
        number,
        content,
        note: note.trim(),
        created_by: context.actor.account_id,
      });
    await MapRecord.change(context, map, {
      published_number: number,
      published_at: at,
      last_number: Math.max(number, map.last_number),
      // The draft is not what an earlier version shows.
      draft_changed_at: earlier === undefined || earlier === map.published_number ? map.draft_changed_at : at,
    });
    emit({
      subject: { type: MAP, id: map_id },
      kind: "map.published",
      payload: { number, slug: map.slug, access: map.access },
      before: { published_number: map.published_number },
      after: { published_number: number },
    });
    return { ...(await answerMap(context, map_id)), number };
  },
});

async function readDraft(
  context: Parameters<typeof listLayerRows>[0],
  { id, title, description, base, bounds }: MapRow,
): Promise<MapContent> {
  const layers = await listLayerRows(context, id);
  return { title, description, base, bounds, layers: layers.map(pickContent) };
}
