/** What other families may ask of the address book: keep an address, give places their coordinates,
 * and learn where they are. */
import type { Context } from "#operation/context.ts";
import type { Point } from "#vocabulary/geo.ts";
import type { Place } from "#vocabulary/place.ts";
import { locate } from "./locate.ts";
import { keyOf, normalise } from "./normalise.ts";
import { learnFromVisit, type Positioned } from "./rules.ts";

export { saveEntry } from "./save.ts";

interface WithPlaces {
  pickup?: Place | null;
  dropoff?: Place | null;
  customer_id?: number | null;
}

/**
 * Places without coordinates get those of an entry for the same address: the business's, or one of the
 * customer that the draft is for; never another customer's. A place that nothing knows keeps none: its order
 * can be made but not planned.
 */
export async function resolvePlaces<T extends WithPlaces>(
  { db, business_id, actor }: Pick<Context, "db" | "business_id" | "actor">,
  drafts: readonly T[],
): Promise<T[]> {
  const country = actor.business?.country ?? "";
  const ownerOf = (draft: T) => (actor.role === "customer" ? actor.customer_id : (draft.customer_id ?? null));
  const missing = new Set<string>();
  const owners = new Set<number>();
  for (const draft of drafts) {
    for (const place of [draft.pickup, draft.dropoff]) {
      if (!place || (place.lat ?? null) !== null) continue;
      missing.add(keyOf(place, country));
      const owner = ownerOf(draft);
      if (owner !== null) owners.add(owner);
    }
  }
  if (missing.size === 0) return [...drafts];
  const rows = await db.rows<{
    normalised_key: string;
    customer_id: number | null;
    lat: number;
    lng: number;
  }>(
    `select normalised_key, customer_id, lat, lng from address_entry
      where business_id = $1 and normalised_key = any($2::text[]) and lat is not null
        and (customer_id is null or customer_id = any($3::int[]))
      order by verified desc, customer_id nulls last, visits desc, id`,
    [business_id, [...missing], [...owners]],
  );
  const known = Map.groupBy(rows, (row) => row.normalised_key);
  const located = (place: Place | null | undefined, owner: number | null) => {
    if (!place || (place.lat ?? null) !== null) return place ?? null;
    const found = known
      .get(keyOf(place, country))
      ?.find(({ customer_id }) => customer_id === null || customer_id === owner);
    return found === undefined ? place : { ...place, lat: found.lat, lng: found.lng };
  };
  return drafts.map((draft) => {
    const copy = { ...draft };
    if (draft.pickup) copy.pickup = located(draft.pickup, ownerOf(draft));
    if (draft.dropoff) copy.dropoff = located(draft.dropoff, ownerOf(draft));
    return copy;
  });
}

/**
 * A delivery was confirmed at a position: entries of that address learn from it. Old coordinates are kept in
 * the entry; a pin moved by hand stays where it is. Addresses that nobody keeps an entry of teach nothing.
 */
export async function learnPosition(
  { db, business_id, emit, now, actor }: Pick<Context, "db" | "business_id" | "emit" | "now" | "actor">,
  place: Place | null,
  { lat, lng }: Point,
): Promise<void> {
  if (place === null) return;
  const entries = await db.rows<Positioned & { id: number }>(
    `select id, lat, lng, geocode, visits from address_entry where business_id = $1 and normalised_key = $2
      order by id for update`,
    [business_id, keyOf(place, actor.business?.country)],
  );
  const writes = entries.flatMap((entry) => {
    const learned = learnFromVisit(entry, { lat, lng }, now.toISOString());
    emit({
      subject: { type: "address_entry", id: entry.id },
      kind: "address.visited",
      payload: learned.moved ? { moved_m: learned.moved_m } : { kept: learned.why },
    });
    // What happened somewhere else was no visit of this address.
    if (!learned.moved && learned.why === "too_far") return [];
    const after = learned.moved ? learned : entry;
    return db.execute(
      `update address_entry set lat = $3, lng = $4, geocode = $5, visits = visits + 1, verified = true,
         version = version + 1, updated_at = $6
        where business_id = $1 and id = $2`,
      [business_id, entry.id, after.lat, after.lng, JSON.stringify(after.geocode), now],
    );
  });
  await Promise.all(writes);
}

/** Where the geocoder puts an address, when it is sure; for `prepare` only. Undefined when nothing sure is known. */
export async function findPosition(
  context: Pick<Context, "providers" | "actor">,
  place: Place,
): Promise<Point | undefined> {
  const found = await locate(context, normalise(place, context.actor.business?.country));
  return found === undefined ? undefined : { lat: found.lat, lng: found.lng };
}
