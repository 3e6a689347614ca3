/** What other families may ask of the address book: give places their coordinates, and learn where they are. */
import type { Context } from "#operation/context.ts";
import type { Point } from "#vocabulary/geo.ts";
import type { Place } from "#vocabulary/place.ts";
import { keyOf } from "./normalise.ts";
import { learnFromVisit, type Positioned } from "./rules.ts";

interface WithPlaces {
  pickup?: Place | null;
  dropoff?: Place | null;
}

/**
 * Places without coordinates get those of the address book's entry for the same address. A place that nothing
 * knows keeps none: its order can be made but not planned.
 */
export async function resolvePlaces<T extends WithPlaces>(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  drafts: readonly T[],
): Promise<T[]> {
  const missing = new Map<string, Place>();
  for (const draft of drafts) {
    for (const place of [draft.pickup, draft.dropoff]) {
      if (place && (place.lat ?? null) === null) missing.set(keyOf(place), place);
    }
  }
  if (missing.size === 0) return [...drafts];
  const rows = await db.rows<{ normalised_key: string; lat: number; lng: number }>(
    `select distinct on (normalised_key) normalised_key, lat, lng from address_entry
      where business_id = $1 and normalised_key = any($2::text[]) and lat is not null
      order by normalised_key, verified desc, visits desc`,
    [business_id, [...missing.keys()]],
  );
  const known = new Map(rows.map((row) => [row.normalised_key, row]));
  const located = (place: Place | null | undefined) => {
    if (!place || (place.lat ?? null) !== null) return place;
    const found = known.get(keyOf(place));
    return found === undefined ? place : { ...place, lat: found.lat, lng: found.lng };
  };
  return drafts.map((draft) => {
    const copy = { ...draft };
    if (draft.pickup) copy.pickup = located(draft.pickup) ?? null;
    if (draft.dropoff) copy.dropoff = located(draft.dropoff) ?? null;
    return copy;
  });
}

/**
 * A delivery was confirmed at a position: entries of that address learn from it. Old coordinates are kept in
 * the entry; a pin moved by hand stays where it is. Addresses that nobody keeps an entry of teach nothing.
 */
export async function learnPosition(
  { db, business_id, emit, now }: Pick<Context, "db" | "business_id" | "emit" | "now">,
  place: Place | null,
  { lat, lng }: Point,
): Promise<void> {
  if (place === null) return;
  const entries = await db.rows<Positioned & { id: number }>(
    `select id, lat, lng, geocode, visits from address_entry where business_id = $1 and normalised_key = $2
      order by id for update`,
    [business_id, keyOf(place)],
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
