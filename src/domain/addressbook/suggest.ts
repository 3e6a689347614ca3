/** What the business already knows about an address: its entries, and where orders went. */
import { foldQuery, reachOf, searchOrders } from "#domain/orders/public.ts";
import type { Context } from "#operation/context.ts";
import type { Place } from "#vocabulary/place.ts";
import { fold, foldPostalCode, keyOf } from "./normalise.ts";
import { ENTRY_COLUMNS, type EntryRow } from "./shapes.ts";
import { isSeenBy, ownerSeenBy } from "./who.ts";

export interface Suggestion {
  source: "entry" | "history" | "geocoder";
  entry_id: number | null;
  label: string;
  /** Street to country and coordinates; who lives there only of entries. */
  place: Place;
  precision: string | null;
  score: number;
  verified: boolean;
}

/** Rows looked at before those that the caller does not see are left out. */
const LOOKED_AT = 60;

export interface Wanted {
  q?: string;
  postcode?: string;
}

export async function knownPlaces(
  context: Pick<Context, "db" | "business_id" | "actor">,
  { q, postcode }: Wanted,
  most: number,
): Promise<Suggestion[]> {
  const query = q === undefined ? foldPostalCode(postcode ?? "") : fold(q);
  if (query === "") return [];
  const fits = (place: Partial<Place>) =>
    postcode === undefined || foldPostalCode(place.postal_code ?? "") === foldPostalCode(postcode);
  const [entries, history] = await Promise.all([
    entriesLike(context, query),
    placesOfOrders(context, q ?? postcode ?? ""),
  ]);
  const found = new Map<string, Suggestion>();
  for (const suggestion of [...entries, ...history]) {
    if (!fits(suggestion.place)) continue;
    const key = keyOf(suggestion.place, context.actor.business?.country);
    if (!found.has(key)) found.set(key, suggestion);
  }
  return [...found.values()].slice(0, most);
}

async function entriesLike(
  { db, business_id, actor }: Pick<Context, "db" | "business_id" | "actor">,
  query: string,
): Promise<Suggestion[]> {
  const rows = await db.rows<EntryRow & { score: number }>(
    `select ${ENTRY_COLUMNS.replaceAll(/\b(\w+)/g, "e.$1")}, s.score
       from search_addresses($2, $3, $4) s join address_entry e on e.id = s.id where e.business_id = $1
      order by s.score desc, e.visits desc, e.id desc`,
    [business_id, query, ownerSeenBy(actor) ?? null, LOOKED_AT],
  );
  return rows
    .filter((row) => isSeenBy(actor, row))
    .map((row) => ({
      source: "entry",
      entry_id: row.id,
      label: row.label,
      place: { ...row.place, lat: row.lat, lng: row.lng },
      precision: row.geocode.precision ?? null,
      score: row.score,
      verified: row.verified,
    }));
}

/** Drivers are told of no past order; a contractor and a customer of their own. */
async function placesOfOrders(
  { db, business_id, actor }: Pick<Context, "db" | "business_id" | "actor">,
  text: string,
): Promise<Suggestion[]> {
  if (actor.role === "driver") return [];
  const found = await searchOrders(
    { db, business_id, reach: reachOf(actor), limit: LOOKED_AT },
    text,
    foldQuery(text),
  );
  const delivered_first = found.sort(
    (one, other) => Number(other.status === "DELIVERED") - Number(one.status === "DELIVERED"),
  );
  const wanted = fold(text).split(" ");
  return delivered_first.flatMap(({ type, pickup, dropoff, status, score }) => {
    const place = type === "P" ? pickup : dropoff;
    if (place === null || place.line1 === undefined) return [];
    const { line1, line2, city, region, postal_code, country, lat, lng } = place;
    const address = fold([line1, line2, postal_code, city].filter(Boolean).join(" "));
    const digits = foldPostalCode(postal_code ?? "");
    // The search looks at names and numbers of orders too; an address that fits none of the words is no suggestion.
    if (!wanted.some((word) => address.includes(word) || (digits !== "" && digits.includes(word)))) return [];
    return [
      {
        source: "history" as const,
        entry_id: null,
        label: "",
        place: compact({ line1, line2, city, region, postal_code, country, lat, lng }),
        precision: null,
        score,
        verified: status === "DELIVERED" && (lat ?? null) !== null,
      },
    ];
  });
}

function compact(place: { line1: string } & { [K in keyof Place]?: Place[K] | undefined }): Place {
  return Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined)) as Place;
}
