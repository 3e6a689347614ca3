/** Writes entries: a new one, or one merged into the entry of the same address and owner. */
import type { Context } from "#operation/define/context.ts";
import type { GeocodeAnswer } from "#providers/geocoders/port.ts";
import type { Place } from "#vocabulary/place.ts";
import { buildAddressKey, buildSearchText, normalise } from "./normalise.ts";
import { addPastPosition, canGeocode, type Geocode, mergeInto } from "./rules.ts";
import { type DefaultFor, ENTRY_COLUMNS, type EntryAccess, type EntryRow } from "./shapes.ts";

export interface NewEntry {
  customer_id: number | null;
  label: string;
  place: Place;
  access: EntryAccess;
  default_for: DefaultFor[];
  /** The coordinates were set by a person and do not change. */
  pinned: boolean;
  /** The result of the geocoder, when the place has no coordinates. */
  found?: GeocodeAnswer | undefined;
  batch_id?: number;
}

interface Position {
  lat: number | null;
  lng: number | null;
  geocode: Geocode;
}

/** The position of a new entry: as given, else as geocoded, else none. */
function choosePosition({ place, pinned, found }: NewEntry): Position {
  if ((place.lat ?? null) !== null && (place.lng ?? null) !== null) {
    const geocode: Geocode = pinned
      ? { source: "hand", precision: "hand", pinned: true }
      : { source: "given" };
    return { lat: place.lat ?? null, lng: place.lng ?? null, geocode };
  }
  return found === undefined ? { lat: null, lng: null, geocode: {} } : buildGeocodedPosition(found);
}

export function buildGeocodedPosition({
  lat,
  lng,
  precision,
  source,
}: GeocodeAnswer): Position & { lat: number; lng: number } {
  return { lat, lng, geocode: { source: "geocoder", precision, geocoder: source } };
}

export async function saveEntry(
  context: Context<never>,
  entry: NewEntry,
): Promise<{ row: EntryRow; merged: boolean }> {
  const { db, business_id, now, actor, emit } = context;
  const place = normalise(entry.place, actor.business?.country);
  const key = buildAddressKey(place);
  const { lat: _lat, lng: _lng, window: _window, ...kept } = place;
  const position = choosePosition(entry);
  const findDuplicate = () =>
    db.row<EntryRow>(
      `select ${ENTRY_COLUMNS} from address_entry
        where business_id = $1 and coalesce(customer_id, 0) = $2 and normalised_key = $3 for update`,
      [business_id, entry.customer_id ?? 0, key],
    );
  let old = await findDuplicate();
  if (old === undefined) {
    await releaseDefaults(context, entry.customer_id, entry.default_for, 0);
    const made = await db.row<EntryRow>(
      `insert into address_entry (business_id, customer_id, label, place, normalised_key, lat, lng, geocode, access,
         default_for, verified, search, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)
       on conflict (business_id, coalesce(customer_id, 0), normalised_key) do nothing returning ${ENTRY_COLUMNS}`,
      [
        business_id,
        entry.customer_id,
        entry.label,
        JSON.stringify(kept),
        key,
        position.lat,
        position.lng,
        JSON.stringify(position.geocode),
        JSON.stringify(entry.access),
        entry.default_for,
        position.geocode.pinned === true,
        buildSearchText(entry.label, place),
        now,
      ],
    );
    if (made !== undefined) {
      emit({
        subject: { type: "address_entry", id: made.id, is_new: true },
        kind: "address.created",
        payload: { customer_id: made.customer_id, located: made.lat !== null },
        ...(entry.batch_id === undefined ? {} : { batch_id: entry.batch_id }),
      });
      return { row: made, merged: false };
    }
    // It was created concurrently.
    old = await findDuplicate();
    if (old === undefined) throw new Error("An entry of the same address came and went.");
  }
  const merged = mergeInto(old, { label: entry.label, place: kept, access: entry.access });
  const default_for = [...new Set([...old.default_for, ...entry.default_for])];
  // Coordinates that were sent take precedence over the geocoder.
  const is_weaker = position.geocode.source === "geocoder" && old.geocode.source !== "geocoder";
  const moved =
    position.lat !== null &&
    (old.lat === null || position.geocode.pinned === true || (canGeocode(old) && !is_weaker));
  const row = await writeEntry(context, old, {
    ...merged,
    default_for,
    ...(moved ? buildMovedPosition(old, position, now) : {}),
  });
  emit({
    subject: { type: "address_entry", id: old.id },
    kind: "address.merged",
    payload: { moved },
    ...(entry.batch_id === undefined ? {} : { batch_id: entry.batch_id }),
  });
  return { row, merged: true };
}

/** The members of a row with a new position; the previous one is stored. */
export function buildMovedPosition(old: EntryRow, position: Position, now: Date): Position {
  const same = old.lat === position.lat && old.lng === position.lng;
  return {
    lat: position.lat,
    lng: position.lng,
    geocode: {
      ...position.geocode,
      ...(old.geocode.confirmed_by_visit && same ? { confirmed_by_visit: true } : {}),
      previous: same ? (old.geocode.previous ?? []) : addPastPosition(old, now.toISOString()),
    },
  };
}

type Writable = Pick<EntryRow, "label" | "place" | "access" | "default_for" | "lat" | "lng" | "geocode">;

/** Writes a locked row. The caller has checked that no other entry has its new address. */
export async function writeEntry(
  context: Context<never>,
  old: EntryRow,
  set: Partial<Writable>,
): Promise<EntryRow> {
  const { db, business_id, now, actor } = context;
  const row = { ...old, ...set };
  await releaseDefaults(context, old.customer_id, row.default_for, old.id);
  const written = await db.row<EntryRow>(
    `update address_entry set label = $3, place = $4, normalised_key = $5, lat = $6, lng = $7, geocode = $8, access = $9,
       default_for = $10, verified = $11, search = $12, version = version + 1, updated_at = $13
      where business_id = $1 and id = $2 returning ${ENTRY_COLUMNS}`,
    [
      business_id,
      old.id,
      row.label,
      JSON.stringify(row.place),
      buildAddressKey(row.place, actor.business?.country),
      row.lat,
      row.lng,
      JSON.stringify(row.geocode),
      JSON.stringify(row.access),
      row.default_for,
      row.geocode.pinned === true || row.geocode.confirmed_by_visit === true,
      buildSearchText(row.label, row.place),
      now,
    ],
  );
  if (written === undefined) throw new Error("A locked entry was gone.");
  return written;
}

/** Removes these defaults from other entries of the owner: an owner has one default of each kind. */
async function releaseDefaults(
  { db, business_id }: Context<never>,
  customer_id: number | null,
  taken: readonly DefaultFor[],
  but_id: number,
): Promise<void> {
  if (taken.length === 0) return;
  await db.execute(
    `update address_entry set default_for = array(select unnest(default_for) except select unnest($3::text[])),
       version = version + 1
      where business_id = $1 and coalesce(customer_id, 0) = $2 and id <> $4 and default_for && $3::text[]`,
    [business_id, customer_id ?? 0, [...taken], but_id],
  );
}
