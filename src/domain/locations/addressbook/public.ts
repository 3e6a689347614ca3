/** What other families may do with the address book: save an address, add coordinates to places,
 * and learn positions from deliveries. */
import type { Context } from "#operation/define/context.ts";
import { findPositionFault } from "#platform/geography/position.ts";
import type { Point } from "#vocabulary/geo.ts";
import type { Place } from "#vocabulary/place.ts";
import { locate } from "./locate.ts";
import { buildAddressKey, getStreetOfKey, normalise } from "./normalise.ts";
import { AddressEntry } from "./records/address-entry.ts";
import { findCommonPosition, type KnownPosition, learnFromVisit, type Positioned } from "./rules.ts";

export { buildAddressKey, isSameBuilding } from "./normalise.ts";

/** Entries read for the places of one call. */
const ENTRIES_MAX = 20_000;

interface WithPlaces {
  pickup?: Place | null;
  dropoff?: Place | null;
  customer_id?: number | null;
}

interface LocatedEntry extends KnownPosition {
  customer_id: number | null;
}

/**
 * Places without coordinates get those of an entry for the same address: the business's, or one of the
 * customer that the draft is for; never another customer's. An address with more or less detail than the
 * entries of its street gets their position, when they are all in one place. An unknown place stays without coordinates:
 * its order can be created but not planned.
 */
export async function resolvePlaces<T extends WithPlaces>(
  { db, business_id, actor, business }: Pick<Context, "db" | "business_id" | "actor" | "business">,
  drafts: readonly T[],
): Promise<T[]> {
  const country = business.country;
  const getOwner = (draft: T) =>
    actor.role === "customer" ? actor.customer_id : (draft.customer_id ?? null);
  const missing = new Set<string>();
  const owners = new Set<number>();
  for (const draft of drafts) {
    for (const place of [draft.pickup, draft.dropoff]) {
      if (!place || (place.lat ?? null) !== null) continue;
      missing.add(buildAddressKey(place, country));
      const owner = getOwner(draft);
      if (owner !== null) owners.add(owner);
    }
  }
  if (missing.size === 0) return [...drafts];
  const findEntries = (column: "normalised_key" | "street_key", keys: Iterable<string>) =>
    db.rows<LocatedEntry>(
      `select normalised_key, customer_id, lat, lng from address_entry
        where business_id = $1 and ${column} = any($2::text[]) and lat is not null
          and (customer_id is null or customer_id = any($3::bigint[]))
        order by verified desc, customer_id nulls last, visits desc, id limit $4`,
      [business_id, [...keys], [...owners], ENTRIES_MAX],
    );
  const entries_by_key = Map.groupBy(
    await findEntries("normalised_key", missing),
    ({ normalised_key }) => normalised_key,
  );
  const streets = new Set([...missing].filter((key) => !entries_by_key.has(key)).map(getStreetOfKey));
  streets.delete("");
  const by_street =
    streets.size === 0
      ? new Map<string, LocatedEntry[]>()
      : Map.groupBy(await findEntries("street_key", streets), ({ normalised_key }) =>
          getStreetOfKey(normalised_key),
        );
  const addCoordinates = (place: Place | null | undefined, owner: number | null) => {
    if (!place || (place.lat ?? null) !== null) return place ?? null;
    const key = buildAddressKey(place, country);
    const isSeen = ({ customer_id }: LocatedEntry) => customer_id === null || customer_id === owner;
    const position =
      entries_by_key.get(key)?.find(isSeen) ??
      findCommonPosition(key, (by_street.get(getStreetOfKey(key)) ?? []).filter(isSeen));
    return position === undefined ? place : { ...place, lat: position.lat, lng: position.lng };
  };
  return drafts.map((draft) => {
    const copy = { ...draft };
    if (draft.pickup) copy.pickup = addCoordinates(draft.pickup, getOwner(draft));
    if (draft.dropoff) copy.dropoff = addCoordinates(draft.dropoff, getOwner(draft));
    return copy;
  });
}

/**
 * A delivery was confirmed at a position: updates the entries of that address. Old coordinates are stored in
 * the entry; a pinned position does not change. Addresses without an entry are ignored.
 */
export async function learnPosition(
  context: Pick<Context, "db" | "business_id" | "emit" | "now" | "actor" | "business">,
  place: Place | null,
  { lat, lng }: Point,
): Promise<void> {
  if (place === null) return;
  const { db, business_id, emit, now, business } = context;
  // A phone without a position may report zeros.
  const country = place.country ?? business.country;
  if (findPositionFault({ lat, lng, country }) !== null) return;
  const entries = await db.rows<Positioned & { id: number }>(
    `select id, lat, lng, geocode, visits from address_entry where business_id = $1 and normalised_key = $2
      order by id for update`,
    [business_id, buildAddressKey(place, business.country)],
  );
  const writes = entries.flatMap((entry) => {
    const learned = learnFromVisit(entry, { lat, lng }, now.toISOString());
    emit({
      subject: { type: "address_entry", id: entry.id },
      kind: "address.visited",
      payload: learned.moved ? { moved_m: learned.moved_m } : { kept: learned.why },
    });
    // A delivery far away does not count as a visit of this address.
    if (!learned.moved && learned.why === "too_far") return [];
    const position = learned.moved ? learned : entry;
    return AddressEntry.change(context, entry, {
      lat: position.lat,
      lng: position.lng,
      geocode: position.geocode,
      visits: entry.visits + 1,
      verified: true,
    });
  });
  await Promise.all(writes);
}

/** The position of an address by the geocoder; for `prepare` only. Undefined when there is no reliable result. */
export async function findPosition(
  context: Pick<Context, "providers" | "actor" | "business">,
  place: Place,
): Promise<Point | undefined> {
  const geocode_answer = await locate(context, normalise(place, context.business.country));
  return geocode_answer === undefined ? undefined : { lat: geocode_answer.lat, lng: geocode_answer.lng };
}
export { assignedPlacesRequested, drivenPlacesRequested, pastAddressesRequested } from "./topics.ts";
