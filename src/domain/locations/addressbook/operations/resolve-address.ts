/**
 * Find addresses that match a search text or a postal code.
 *
 * Source: docs/contract/mcp.md, "search_address"; order and sources are our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable, StringEnum } from "#vocabulary/basics.ts";
import { Place } from "#vocabulary/place.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { callGeocoder } from "../locate.ts";
import { messages } from "../messages.ts";
import { buildAddressKey } from "../normalise.ts";
import { findKnownPlaces, type Suggestion } from "../suggest.ts";

/** With this many known addresses the geocoder is not called. */
const KNOWN_ENOUGH = 3;

export const AddressSuggestion = Type.Object(
  {
    source: StringEnum(["entry", "poi", "history", "geocoder"]),
    entry_id: Nullable(Ref("entry")),
    poi_id: Nullable(Ref("poi")),
    label: Type.String(),
    place: Place,
    precision: Nullable(Type.String()),
    score: Type.Number({ minimum: 0, maximum: 1, description: "How well it matches, 0 to 1." }),
    verified: Type.Boolean({ description: "A delivery was confirmed there, or a person set the position." }),
  },
  { $id: "AddressSuggestion" },
);

export const resolveAddress = defineOperation({
  name: "addressbookResolve",
  summary: "Resolve an address by postal code or free text",
  description:
    "Give either q or postcode. Suggestions come from the address book, from points of interest, from past orders, and from the geocoder " +
    "when those have few matches; each has its source.",
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
        description: "Restricts the geocoder. Default: the country of the business.",
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 10 })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    suggestions: Type.Array(AddressSuggestion),
    geocoder: StringEnum(["not_asked", "asked", "unavailable"]),
  }),

  async prepare(context, { q, postcode, country, limit = 10 }) {
    const { refuse, business } = context;
    if ((q === undefined) === (postcode === undefined)) {
      throw refuse("invalid_request", {
        message: messages.query_or_postcode,
        errors: [{ field: "q", message: messages.one_of_both }],
      });
    }
    const known_places = await findKnownPlaces(
      context,
      { ...(q === undefined ? {} : { q }), ...(postcode === undefined ? {} : { postcode }) },
      limit,
    );
    if (known_places.length >= Math.min(KNOWN_ENOUGH, limit)) {
      return { suggestions: known_places, geocoder: "not_asked" as const };
    }
    const geocode_query = {
      ...(q === undefined ? { postal_code: postcode ?? "" } : { line1: q }),
      country: country ?? business.country,
    };
    const { answers, available } = await callGeocoder(context, geocode_query, limit);
    const seen_keys = new Set(known_places.map(({ place }) => buildAddressKey(place, business.country)));
    const geocoded = answers
      .map(
        ({ lat, lng, line1, city, region, postal_code, country: of, precision, score }): Suggestion => ({
          source: "geocoder",
          entry_id: null,
          poi_id: null,
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
      .filter(({ place }) => !seen_keys.has(buildAddressKey(place, business.country)));
    return {
      suggestions: [...known_places, ...geocoded].slice(0, limit),
      geocoder: available ? ("asked" as const) : ("unavailable" as const),
    };
  },

  run: async (_context, _input, suggestions_answer) => ({ result: true, ...suggestions_answer }),
});
