/** Create a token of a map, for people and pages without an account. */
import Type from "typebox";
import { countOpenLinks, createLink, lockLinks } from "#operation/caller/link-store.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { buildPageUrl } from "../present.ts";
import { TOKEN_OPERATIONS } from "../public-access.ts";
import { MAP, MapRecord } from "../records/map.ts";
import { buildToken, MapToken, OPEN_TOKENS_MAX, TOKEN_DAYS_MAX } from "../tokens.ts";

const DAY_MS = 24 * 3_600_000;

export const createMapToken = defineOperation({
  name: "mapTokenCreate",
  summary: "Create a token of a custom map",
  description:
    "It reads this map while the map is open to tokens, until it ends or is revoked. Send it as `Authorization: Bearer`; pages have it behind `#` of " +
    "their address.",
  destructive: false,
  access: { scopes: ["maps:write"] },
  rest: { method: "POST", path: "/api/v1/maps/{map_id}/tokens", status: 201 },
  secret_answer: true,
  input: Type.Object({
    map_id: Ref("custom_map"),
    days: Type.Integer({ minimum: 1, maximum: TOKEN_DAYS_MAX, default: 90, description: "Until it ends." }),
    note: Type.Optional(Type.String({ maxLength: 200, description: "For whom it is." })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    token: Type.String({ "x-secret": true, description: "Shown once." }),
    page_url: Type.String({ "x-secret": true, description: "The map with the token; shown once." }),
    map_token: MapToken,
  }),
  refusals: { too_many_tokens: "conflict" },

  async run(context, { map_id, days, note }) {
    const { now, settings, refuse } = context;
    const map = await MapRecord.get(context, map_id);
    const record = { type: MAP, id: map_id };
    await lockLinks(context, record);
    if ((await countOpenLinks(context, record)) >= OPEN_TOKENS_MAX)
      throw refuse("too_many_tokens", {
        message: messages.too_many_tokens,
        values: { most: OPEN_TOKENS_MAX },
      });
    const { token, link } = await createLink(context, {
      record,
      operations: TOKEN_OPERATIONS,
      note: note?.trim() || null,
      expires_at: new Date(now.getTime() + days * DAY_MS),
    });
    return {
      result: true,
      token,
      page_url: `${buildPageUrl(settings.base_url, map.slug)}#token=${token}`,
      map_token: buildToken(link, now),
    };
  },
});
