/** End a token of a map at once, with the addresses of tiles that were made for it. */
import Type from "typebox";
import { revokeLink } from "#operation/caller/link-store.ts";
import { defineOperation } from "#operation/define/define.ts";
import { expectRecord } from "#operation/define/get.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { MAP, MapRecord } from "../records/map.ts";
import { buildToken, MapToken } from "../tokens.ts";

export const revokeMapToken = defineOperation({
  name: "mapTokenRevoke",
  summary: "Revoke a token of a custom map",
  access: { scopes: ["maps:write"] },
  rest: { method: "DELETE", path: "/api/v1/maps/{map_id}/tokens/{token_id}" },
  input: Type.Object({ map_id: Ref("custom_map"), token_id: Ref("custom_map_token") }),
  output: Type.Object({ result: Type.Boolean(), map_token: MapToken }),

  async run(context, { map_id, token_id }) {
    await MapRecord.get(context, map_id);
    const link = expectRecord(
      await revokeLink(context, { type: MAP, ids: [map_id] }, token_id),
      messages.no_token,
    );
    return { result: true, map_token: buildToken(link, context.now) };
  },
});
