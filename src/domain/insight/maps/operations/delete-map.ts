/** Delete a map with its layers, versions and tokens. */
import Type from "typebox";
import { listLinks, revokeLink } from "#operation/caller/link-store.ts";
import { defineOperation } from "#operation/define/define.ts";
import { removeFromDirectory } from "#operation/records/directory.ts";
import { hashToken } from "#platform/auth/secrets.ts";
import { Ref } from "#vocabulary/ref.ts";
import { MAP, MapRecord } from "../records/map.ts";
import { TOKENS_MAX } from "../tokens.ts";

export const deleteMap = defineOperation({
  name: "mapDelete",
  summary: "Delete a custom map",
  description: "Its layers, uploaded features, versions and tokens are deleted with it.",
  risk: "high",
  access: { scopes: ["maps:write"] },
  rest: { method: "DELETE", path: "/api/v1/maps/{map_id}" },
  input: Type.Object({ map_id: Ref("custom_map") }),
  output: Type.Object({ result: Type.Boolean() }),

  async run(context, { map_id }) {
    const { db, business_id, emit } = context;
    const row = await MapRecord.getLocked(context, map_id);
    context.expectVersion(row.version);
    const record = { type: MAP, ids: [map_id] };
    for (const { id, revoked_at } of await listLinks(context, record, TOKENS_MAX))
      if (revoked_at === null) await revokeLink(context as never, record, id);
    await removeFromDirectory(context, "custom_map", [hashToken(row.slug)]);
    await db.execute("delete from custom_map where business_id = $1 and id = $2", [business_id, map_id]);
    emit({
      subject: { type: MAP, id: map_id },
      kind: "map.deleted",
      before: { access: row.access, slug: row.slug },
      after: null,
    });
    return { result: true };
  },
});
