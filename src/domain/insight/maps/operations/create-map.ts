/** Create a map. Nobody sees it before it is published. */
import { randomBytes } from "node:crypto";
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { addToDirectory } from "#operation/records/directory.ts";
import { hashToken } from "#platform/auth/secrets.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { answerMap } from "../present.ts";
import { MAP, MapRecord } from "../records/map.ts";
import { MapAnswer, mapMembers, Slug } from "../shapes.ts";

const { title, access, ...others } = mapMembers;

/** A title as part of an address, with a part that nobody guesses where only that keeps strangers out. */
function buildSlug(text: string, is_secret: boolean): string {
  const words = text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^[^a-z]+|-+$/g, "")
    .slice(0, 30);
  return `${words === "" ? "map" : words}-${randomBytes(is_secret ? 10 : 3).toString("hex")}`;
}

export const createMap = defineOperation({
  name: "mapCreate",
  summary: "Create a custom map",
  description: "Nobody sees it before it is published.",
  destructive: false,
  access: { scopes: ["maps:write"] },
  rest: { method: "POST", path: "/api/v1/maps", status: 201 },
  input: Type.Object({
    title,
    access,
    slug: Type.Optional({ ...Slug, description: "Made of the title when absent." }),
    ...Type.Partial(Type.Object(others)).properties,
  }),
  output: Type.Object({ ...MapAnswer.properties, map_id: Ref("custom_map") }),
  refusals: { slug_taken: "conflict" },

  async run(context, input) {
    const { actor, emit, refuse, now } = context;
    const slug = input.slug ?? buildSlug(input.title, input.access !== "public");
    if (!(await addToDirectory(context, "custom_map", hashToken(slug))))
      throw refuse("slug_taken", {
        message: messages.slug_taken,
        errors: [{ field: "slug", message: messages.slug_taken }],
      });
    const row = await MapRecord.insert(context, {
      slug,
      title: input.title.trim(),
      description: input.description ?? "",
      access: input.access,
      base: input.base ?? "default",
      bounds: input.bounds ?? null,
      allowed_origins: [...(input.embed?.allowed_origins ?? [])],
      draft_changed_at: now.toISOString(),
      published_at: null,
      published_number: null,
      created_by: actor.account_id,
    });
    emit({
      subject: { type: MAP, id: row.id, is_new: true },
      kind: "map.created",
      payload: { access: row.access },
      before: null,
      after: { access: row.access, allowed_origins: row.allowed_origins },
    });
    return { ...(await answerMap(context, row.id)), map_id: row.id };
  },
});
