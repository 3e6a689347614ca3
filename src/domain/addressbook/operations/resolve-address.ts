/**
 * Addresses that fit some words or a postal code.
 *
 * Source: docs/contract/mcp.md, "search_address"; order and sources are our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { Id, Nullable, Words } from "#vocabulary/basics.ts";
import { Place } from "#vocabulary/place.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { askGeocoder } from "../locate.ts";
import { keyOf } from "../normalise.ts";
import { knownPlaces, type Suggestion } from "../suggest.ts";

/** With this many known addresses the geocoder is left in peace. */
const ENOUGH = 3;

export const AddressSuggestion = Type.Object(
  {
    source: Words(["entry", "history", "geocoder"]),
    entry_id: Nullable(Id),
    label: Type.String(),
    place: Place,
    precision: Nullable(Type.String()),
    score: Type.Number({ minimum: 0, maximum: 1, description: "How well it fits, 0 to 1." }),
    verified: Type.Boolean({ description: "A delivery was confirmed there, or a person placed it." }),
  },
  { $id: "AddressSuggestion" },
);

export const resolveAddress = defineOperation({
  name: "addressbookResolve",
  summary: "Resolve an address by postal code or free text",
  description:
    "Give either q or postcode. Suggestions come from the address book, from past orders, and from the geocoder " +
    "when those know little; each says its source.",
  effect: "read",
  access: { roles: TENANT_ROLES, scopes: ["address:read"] },
  rest: { method: "GET", path: "/api/v1/addressbook/resolve" },
  mcp: { user: "search_address" },
  input: Type.Object({
    q: Type.Optional(
      Type.String({ minLength: 2, maxLength: 200, description: "Words of the address; or give postcode." }),
    ),
    postcode: Type.Optional(Type.String({ minLength: 2, maxLength: 20 })),
    country: Type.Optional(
      Type.String({
        pattern: "^[A-Z]{2}$",
        description: "Narrows the geocoder; the business's when absent.",
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 10 })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    suggestions: Type.Array(AddressSuggestion),
    geocoder: Words(["not_asked", "asked", "unavailable"]),
  }),

  async prepare(context, { q, postcode, country, limit = 10 }) {
    const { refuse, actor } = context;
    if ((q === undefined) === (postcode === undefined)) {
      throw refuse("invalid_request", {
        message: "Give either q or postcode.",
        errors: [{ field: "q", message: "either q or postcode is needed, not both" }],
      });
    }
    const known = await knownPlaces(
      context,
      { ...(q === undefined ? {} : { q }), ...(postcode === undefined ? {} : { postcode }) },
      limit,
    );
    if (known.length >= Math.min(ENOUGH, limit)) {
      return { suggestions: known, geocoder: "not_asked" as const };
    }
    const asked = {
      ...(q === undefined ? { postal_code: postcode ?? "" } : { line1: q }),
      country: country ?? actor.business?.country ?? "",
    };
    const { answers, available } = await askGeocoder(context, asked, limit);
    const seen = new Set(known.map(({ place }) => keyOf(place, actor.business?.country)));
    const fresh = answers
      .map(
        ({ lat, lng, line1, city, region, postal_code, country: of, precision, score }): Suggestion => ({
          source: "geocoder",
          entry_id: null,
          label: "",
          place: {
            line1: line1 || city || postal_code,
            city,
            region,
            postal_code,
            ...(of === "" ? {} : { country: of }),
            lat,
            lng,
          },
          precision,
          score,
          verified: false,
        }),
      )
      .filter(({ place }) => !seen.has(keyOf(place, actor.business?.country)));
    return {
      suggestions: [...known, ...fresh].slice(0, limit),
      geocoder: available ? ("asked" as const) : ("unavailable" as const),
    };
  },

  run: async (_context, _input, found) => ({ result: true, ...found }),
});
