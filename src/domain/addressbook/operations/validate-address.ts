/**
 * One writing of an address, how sure it is, and what is doubtful about it. Changes nothing.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { Place } from "#vocabulary/place.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { askGeocoder, believable } from "../locate.ts";
import { fold, foldPostalCode, keyOf, normalise } from "../normalise.ts";
import { type Doubt, doubtsOf, RESOLVABLE_SCORE, scoreOf } from "../rules.ts";
import { knownPlaces } from "../suggest.ts";
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
    resolvable: Type.Boolean({ description: "Good enough to keep and to look for." }),
    score: Type.Number({ minimum: 0, maximum: 1 }),
    place: Place,
    key: Type.String({ description: "Two writings with one key are one address." }),
    doubts: Type.Array(Type.Object({ field: Type.String(), code: Type.String(), message: Type.String() })),
    candidates: Type.Array(AddressSuggestion, { description: "Known addresses that look alike." }),
  }),

  async prepare(context, { place }) {
    const country = context.actor.business?.country;
    const tidy = normalise(place, country);
    const key = keyOf(tidy);
    const [known, { answers, available }] = await Promise.all([
      knownPlaces(context, { q: tidy.line1 }, 10),
      (tidy.lat ?? null) === null
        ? askGeocoder(context, tidy, 3)
        : Promise.resolve({ answers: [], available: true }),
    ]);
    const same = known.find((one) => keyOf(one.place, country) === key && (one.place.lat ?? null) !== null);
    const found = believable(answers, tidy);
    const at = (tidy.lat ?? null) === null ? (same?.place ?? found) : tidy;
    const doubts: Doubt[] = doubtsOf(tidy);
    if (at === undefined) {
      const why = available ? "nothing knows where it is" : "the geocoder cannot be asked at the moment";
      doubts.push({ field: "lat", code: "not_located", message: why });
    } else if (same === undefined && at === found && found?.precision !== "rooftop") {
      doubts.push({
        field: "lat",
        code: "only_roughly_located",
        message: `is known to the ${found?.precision} only`,
      });
    }
    const cities = citiesOf(
      known.map((one) => one.place),
      tidy.line1,
    );
    if (!tidy.city && !tidy.postal_code && cities.length > 1) {
      doubts.push({
        field: "city",
        code: "several_cities",
        message: `the street is known in: ${cities.join(", ")}`,
      });
    }
    const [best] = answers;
    if (best !== undefined && same === undefined) {
      if (tidy.city && best.city !== "" && fold(best.city) !== fold(tidy.city)) {
        doubts.push({ field: "city", code: "city_differs", message: `the geocoder puts it in ${best.city}` });
      }
      const theirs = foldPostalCode(best.postal_code);
      if (tidy.postal_code && theirs !== "" && theirs !== foldPostalCode(tidy.postal_code)) {
        doubts.push({
          field: "postal_code",
          code: "postal_code_differs",
          message: `the geocoder has ${best.postal_code}`,
        });
      }
    }
    const score = scoreOf(doubts);
    return {
      resolvable: at !== undefined || score >= RESOLVABLE_SCORE,
      score,
      place: at === undefined ? tidy : { ...tidy, lat: at.lat ?? null, lng: at.lng ?? null },
      key,
      doubts,
      candidates: known,
    };
  },

  run: async (_context, _input, judged) => ({ result: true, ...judged }),
});

/** Cities in which a street of this name is known. */
function citiesOf(places: readonly Place[], line1: string): string[] {
  const street = fold(line1);
  const cities = new Map<string, string>();
  for (const { line1: theirs, city } of places) {
    if (city && fold(theirs) === street) cities.set(fold(city), city);
  }
  return [...cities.values()];
}
