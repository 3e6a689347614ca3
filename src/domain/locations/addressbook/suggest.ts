/** Known addresses of the business: its entries, and addresses of past orders. */
import { findPoiAddresses } from "#domain/locations/poi/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Place } from "#vocabulary/place.ts";
import {
  buildAddressKey,
  buildContactKey,
  buildStreetAndUnitKey,
  fold,
  foldPostalCode,
  matchesAddressExactly,
} from "./normalise.ts";
import type { EntryRow } from "./records/address-entry.ts";
import { pastAddressesRequested } from "./topics.ts";
import { canSeeEntry, findVisibleKeys, getVisibleOwner } from "./visibility.ts";

export interface Suggestion {
  source: "entry" | "poi" | "history" | "geocoder";
  entry_id: number | null;
  poi_id: number | null;
  label: string;
  /** Street to country and coordinates; names and contacts only from entries. */
  place: Place;
  precision: string | null;
  score: number;
  verified: boolean;
}

/** Rows read before those that the caller may not see are left out. */
const ROWS_READ_MAX = 60;

export interface SuggestionQuery {
  q?: string;
  postcode?: string;
}

export async function findKnownPlaces(
  context: Pick<Context, "db" | "business_id" | "actor" | "business" | "publish">,
  { q, postcode }: SuggestionQuery,
  most: number,
): Promise<Suggestion[]> {
  const query = q === undefined ? foldPostalCode(postcode ?? "") : fold(q);
  if (query === "") return [];
  const matches = (place: Partial<Place>) =>
    postcode === undefined || foldPostalCode(place.postal_code ?? "") === foldPostalCode(postcode);
  const [entries, pois, history] = await Promise.all([
    findMatchingEntries(context, query, q ?? ""),
    findPois(context, q ?? postcode ?? ""),
    findPastPlaces(context, q ?? postcode ?? ""),
  ]);
  const suggestions = new Map<string, Suggestion>();
  const keyOfAddress = new Map<string, string>();
  for (const suggestion of [...entries, ...pois, ...history]) {
    if (!matches(suggestion.place)) continue;
    const address = buildAddressKey(suggestion.place, context.business.country);
    const is_entry = suggestion.entry_id !== null || suggestion.poi_id !== null;
    // People of one house are entries of their own; a past order says nothing new of an address that has an entry.
    const key = is_entry
      ? `${address}|${buildContactKey(suggestion.place)}`
      : (keyOfAddress.get(address) ?? address);
    if (!keyOfAddress.has(address)) keyOfAddress.set(address, key);
    const first = suggestions.get(key);
    if (first === undefined) suggestions.set(key, suggestion);
    else if (!isLocated(first) && isLocated(suggestion)) {
      const { lat, lng } = suggestion.place;
      suggestions.set(key, { ...first, place: { ...first.place, lat, lng } as Place });
    }
  }
  // Exact matches come first, those with fewer other words earlier; the order of the rest does not change.
  const rank = ({ label, place }: Suggestion) =>
    q === undefined || !matchesAddressExactly(q, label, place)
      ? Number.POSITIVE_INFINITY
      : fold([place.line1, place.line2].join(" ")).length;
  return [...suggestions.values()]
    .map((suggestion) => ({ suggestion, rank: rank(suggestion) }))
    .sort((one, other) => (one.rank === other.rank ? 0 : one.rank - other.rank))
    .map(({ suggestion }) => suggestion)
    .slice(0, most);
}

function isLocated({ place }: Suggestion): boolean {
  return (place.lat ?? null) !== null;
}

const SEARCH = `select e.*, s.score
    from search_addresses($2, $3, $4, $5) s join address_entry e on e.id = s.id where e.business_id = $1
   order by s.score desc, e.visits desc, e.id desc`;

/** Among a few given addresses: no index is needed, and other rows do not use up the limit. */
const SEARCH_AMONG = `select e.*, word_similarity($2, e.search) as score from address_entry e
   where e.business_id = $1 and e.normalised_key = any($3::text[]) and (position($2 in e.search) > 0 or $2 <% e.search)
   order by score desc, e.visits desc, e.id desc limit $4`;

async function findMatchingEntries(
  context: Pick<Context, "db" | "business_id" | "actor" | "business" | "publish">,
  query: string,
  words: string,
): Promise<Suggestion[]> {
  const { db, business_id, actor, business } = context;
  const keys = await findVisibleKeys(context);
  const rows =
    keys === null
      ? await db.rows<EntryRow & { score: number }>(SEARCH, [
          business_id,
          query,
          buildStreetAndUnitKey(words, business.country),
          getVisibleOwner(actor) ?? null,
          ROWS_READ_MAX,
        ])
      : await db.rows<EntryRow & { score: number }>(SEARCH_AMONG, [business_id, query, keys, ROWS_READ_MAX]);
  return rows
    .filter((row) => canSeeEntry(actor, row))
    .map((row) => ({
      source: "entry",
      entry_id: row.id,
      poi_id: null,
      label: row.label,
      place: { ...row.place, lat: row.lat, lng: row.lng },
      precision: row.geocode.precision ?? null,
      score: row.score,
      verified: row.verified,
    }));
}

/** A place that people named is found by its name, its address, its reference and its tags. */
async function findPois(
  context: Pick<Context, "db" | "business_id" | "actor">,
  text: string,
): Promise<Suggestion[]> {
  return (await findPoiAddresses(context, text)).map(({ poi_id, name, place }) => ({
    source: "poi",
    entry_id: null,
    poi_id,
    label: name,
    place,
    precision: "hand",
    score: 1,
    verified: true,
  }));
}

async function findPastPlaces(context: Pick<Context, "publish">, text: string): Promise<Suggestion[]> {
  const past_addresses = (
    await context.publish(pastAddressesRequested, { text, limit: ROWS_READ_MAX })
  ).flat();
  const query_words = fold(text).split(" ");
  return past_addresses.flatMap(({ place, was_delivered, score }) => {
    if (place.line1 === undefined) return [];
    const { line1, line2, city, region, postal_code, country, lat, lng } = place;
    const address = fold([line1, line2, postal_code, city].filter(Boolean).join(" "));
    const digits = foldPostalCode(postal_code ?? "");
    // The search also matches names and numbers of orders; an address that matches none of the words is not a suggestion.
    if (!query_words.some((word) => address.includes(word) || (digits !== "" && digits.includes(word))))
      return [];
    return [
      {
        source: "history" as const,
        entry_id: null,
        poi_id: null,
        label: "",
        place: compact({ line1, line2, city, region, postal_code, country, lat, lng }),
        precision: null,
        score,
        verified: was_delivered && (lat ?? null) !== null,
      },
    ];
  });
}

function compact(place: { line1: string } & { [K in keyof Place]?: Place[K] | undefined }): Place {
  return Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined)) as Place;
}
