/** Take a map from its readers, at once. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { answerMap } from "../present.ts";
import { MAP, MapRecord } from "../records/map.ts";
import { MapAnswer } from "../shapes.ts";

export const unpublishMap = defineOperation({
  name: "mapUnpublish",
  summary: "Unpublish a custom map",
  access: { scopes: ["maps:write"] },
  rest: { method: "DELETE", path: "/api/v1/maps/{map_id}/publish" },
  input: Type.Object({ map_id: Ref("custom_map") }),
  output: MapAnswer,
  refusals: { not_published: "conflict" },

  async run(context, { map_id }) {
    const map = await MapRecord.getLocked(context, map_id);
    context.expectVersion(map.version);
    if (map.published_number === null)
      throw context.refuse("not_published", { message: messages.not_published });
    await MapRecord.change(context, map, { published_number: null, published_at: null });
    context.emit({
      subject: { type: MAP, id: map_id },
      kind: "map.unpublished",
      payload: {},
      before: { published_number: map.published_number },
      after: { published_number: null },
    });
    return answerMap(context, map_id);
  },
});
