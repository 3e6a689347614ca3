/**
 * Normalise an address, score it and list what is doubtful about it. Changes nothing.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Place } from "#vocabulary/place.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { callGeocoder, findReliableAnswer } from "../locate.ts";
import { messages } from "../messages.ts";
import { buildAddressKey, fold, foldPostalCode, normalise } from "../normalise.ts";
import { computeScore, type Doubt, findDoubts, RESOLVABLE_SCORE } from "../rules.ts";
import { findKnownPlaces } from "../suggest.ts";
import { AddressSuggestion } from "./resolve-address.ts";

export const validateAddress = defineOperation({
  name: "addressbookValidate",
  summary: "Normalise and score an address",
  effect: "read",
  access: { roles: TENANT_ROLES, scopes: ["address:read"] },
  rest: { method: "POST", path: "/api/v1/addressbook/validate" },
  input: Type.Object({ place: Place }),
  output: Type.Object({
    result: Type.Boolean(),
    resolvable: Type.Boolean({ description: "Good enough to save and to geocode." }),
    score: Type.Number({ minimum: 0, maximum: 1 }),
    place: Place,
    key: Type.String({ description: "Two spellings with the same key are the same address." }),
    doubts: Type.Array(Type.Object({ field: Type.String(), code: Type.String(), message: Type.String() })),
    candidates: Type.Array(AddressSuggestion, { description: "Known addresses that are similar." }),
  }),

  async prepare(context, { place }) {
    const country = context.business.country;
    const normalised = normalise(place, country);
    const key = buildAddressKey(normalised);
    const [known_places, { answers, available }] = await Promise.all([
      findKnownPlaces(context, { q: normalised.line1 }, 10),
      (normalised.lat ?? null) === null
        ? callGeocoder(context, normalised, 3)
        : Promise.resolve({ answers: [], available: true }),
    ]);
    const same = known_places.find(
      (one) => buildAddressKey(one.place, country) === key && (one.place.lat ?? null) !== null,
    );
    const reliable_answer = findReliableAnswer(answers, normalised);
    const at = (normalised.lat ?? null) === null ? (same?.place ?? reliable_answer) : normalised;
    const doubts: Doubt[] = findDoubts(normalised);
    if (at === undefined) {
      const why = available ? messages.doubts.not_located : messages.doubts.no_geocoder;
      doubts.push({ field: "lat", code: "not_located", message: why });
    } else if (same === undefined && at === reliable_answer && reliable_answer?.precision !== "rooftop") {
      doubts.push({
        field: "lat",
        code: "only_roughly_located",
        message: messages.doubts.only_roughly_located.with({ precision: String(reliable_answer?.precision) }),
      });
    }
    const cities = findCities(
      known_places.map((one) => one.place),
      normalised.line1,
    );
    if (!normalised.city && !normalised.postal_code && cities.length > 1) {
      doubts.push({
        field: "city",
        code: "several_cities",
        message: messages.doubts.several_cities.with({ cities: cities.join(", ") }),
      });
    }
    const [best] = answers;
    if (best !== undefined && same === undefined) {
      if (normalised.city && best.city !== "" && fold(best.city) !== fold(normalised.city)) {
        doubts.push({
          field: "city",
          code: "city_differs",
          message: messages.doubts.city_differs.with({ city: best.city }),
        });
      }
      const found_postal_code = foldPostalCode(best.postal_code);
      if (
        normalised.postal_code &&
        found_postal_code !== "" &&
        found_postal_code !== foldPostalCode(normalised.postal_code)
      ) {
        doubts.push({
          field: "postal_code",
          code: "postal_code_differs",
          message: messages.doubts.postal_code_differs.with({ postal_code: best.postal_code }),
        });
      }
    }
    const score = computeScore(doubts);
    return {
      resolvable: at !== undefined || score >= RESOLVABLE_SCORE,
      score,
      place: at === undefined ? normalised : { ...normalised, lat: at.lat ?? null, lng: at.lng ?? null },
      key,
      doubts: doubts.map(({ message, ...doubt }) => ({ ...doubt, message: context.say(message) })),
      candidates: known_places,
    };
  },

  run: async (_context, _input, assessment) => ({ result: true, ...assessment }),
});

/** Cities in which a street of this name is known. */
function findCities(places: readonly Place[], line1: string): string[] {
  const street = fold(line1);
  const cities = new Map<string, string>();
  for (const { line1: known_line1, city } of places) {
    if (city && fold(known_line1) === street) cities.set(fold(city), city);
  }
  return [...cities.values()];
}
