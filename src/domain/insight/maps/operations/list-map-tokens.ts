/** The latest tokens of a map. */
import Type from "typebox";
import { listLinks } from "#operation/caller/link-store.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { MAP, MapRecord } from "../records/map.ts";
import { buildToken, MapToken, TOKENS_MAX } from "../tokens.ts";

export const listMapTokens = defineOperation({
  name: "mapTokens",
  summary: "List tokens of a custom map",
  access: { scopes: ["maps:read"] },
  rest: { method: "GET", path: "/api/v1/maps/{map_id}/tokens" },
  input: Type.Object({ map_id: Ref("custom_map") }),
  output: Type.Object({
    result: Type.Boolean(),
    tokens: Type.Array(MapToken, { description: `The latest ${TOKENS_MAX}, newest first.` }),
  }),

  async run(context, { map_id }) {
    await MapRecord.get(context, map_id);
    const links = await listLinks(context, { type: MAP, ids: [map_id] }, TOKENS_MAX);
    return { result: true, tokens: links.map((link) => buildToken(link, context.now)) };
  },
});
