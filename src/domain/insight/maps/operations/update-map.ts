/**
 * Change a map. Who may read it and which pages may embed it changes at once; what readers see changes with the next publication.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { addToDirectory, removeFromDirectory } from "#operation/records/directory.ts";
import { hashToken } from "#platform/auth/secrets.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { answerMap } from "../present.ts";
import { MAP, MapRecord } from "../records/map.ts";
import { MapAnswer, mapMembers, Slug } from "../shapes.ts";

/** They are part of a published version. */
const PUBLISHED_MEMBERS = ["title", "description", "base", "bounds"];

export const updateMap = defineOperation({
  name: "mapUpdate",
  summary: "Update a custom map",
  description:
    "`access`, `embed` and `slug` hold at once; title, description, base and bounds with the next publication.",
  access: { scopes: ["maps:write"] },
  rest: { method: "PATCH", path: "/api/v1/maps/{map_id}" },
  input: Type.Object({
    map_id: Ref("custom_map"),
    slug: Type.Optional(Slug),
    ...Type.Partial(Type.Object(mapMembers)).properties,
  }),
  output: MapAnswer,
  refusals: { slug_taken: "conflict" },

  async run(context, { map_id, ...changes }) {
    const { emit, refuse, now } = context;
    const row = await MapRecord.getLocked(context, map_id);
    context.expectVersion(row.version);
    if (changes.slug !== undefined && changes.slug !== row.slug) {
      if (!(await addToDirectory(context, "custom_map", hashToken(changes.slug))))
        throw refuse("slug_taken", {
          message: messages.slug_taken,
          errors: [{ field: "slug", message: messages.slug_taken }],
        });
      await removeFromDirectory(context, "custom_map", [hashToken(row.slug)]);
    }
    const members = Object.keys(changes).sort();
    const { embed, ...others } = changes;
    const after = await MapRecord.change(context, row, {
      ...others,
      ...(embed === undefined ? {} : { allowed_origins: [...embed.allowed_origins] }),
      ...(members.some((member) => PUBLISHED_MEMBERS.includes(member))
        ? { draft_changed_at: now.toISOString() }
        : {}),
    });
    emit({
      subject: { type: MAP, id: map_id },
      kind: "map.changed",
      payload: { members },
      before: { access: row.access, allowed_origins: row.allowed_origins, slug: row.slug },
      after: { access: after.access, allowed_origins: after.allowed_origins, slug: after.slug },
    });
    return answerMap(context, map_id);
  },
});
