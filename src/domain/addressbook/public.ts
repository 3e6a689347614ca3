/** What other families may ask of the address book: give places their coordinates. */
import type { Context } from "#operation/context.ts";
import type { Place } from "#vocabulary/place.ts";
import { keyOf } from "./normalise.ts";

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
