/** Entries: what one is, and how it is stored: a new one, or one merged into the entry of the same person, address and owner. */
import type { Context } from "#operation/define/context.ts";
import { defineGet } from "#operation/define/get.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { GeocodeAnswer } from "#providers/geocoders/port.ts";
import type { Place } from "#vocabulary/place.ts";
import { messages } from "../messages.ts";
import { buildAddressKey, buildContactKey, buildSearchText, normalise } from "../normalise.ts";
import { addPastPosition, canGeocode, findSamePerson, type Geocode, mergeInto } from "../rules.ts";
import type { DefaultFor, EntryAccess } from "../shapes.ts";
import { canSeeEntry } from "../visibility.ts";

export interface EntryRow extends Row<"address_entry"> {
  /** Without coordinates, which are columns of their own. */
  place: Place;
  geocode: Geocode;
  access: EntryAccess;
  default_for: DefaultFor[];
}

export const AddressEntry = defineRecord<"address_entry", EntryRow>("address_entry");

/** Entries of one address that are compared with a new one. */
const PEOPLE_READ_MAX = 50;

export interface NewEntry {
  customer_id: number | null;
  label: string;
  place: Place;
  access: EntryAccess;
  default_for: DefaultFor[];
  /** The coordinates were set by a person and do not change. */
  pinned: boolean;
  /** The result of the geocoder, when the place has no coordinates. */
  geocode_answer?: GeocodeAnswer | undefined;
  batch_id?: number;
}

interface Position {
  lat: number | null;
  lng: number | null;
  geocode: Geocode;
}

/** The position of a new entry: as given, else that of another entry of the address, else as geocoded, else none. */
async function choosePosition(
  { db, business_id }: Context<never>,
  { place, pinned, geocode_answer, customer_id }: NewEntry,
  key: string,
): Promise<Position> {
  if ((place.lat ?? null) !== null && (place.lng ?? null) !== null) {
    const geocode: Geocode = pinned
      ? { source: "hand", precision: "hand", pinned: true }
      : { source: "given" };
    return { lat: place.lat ?? null, lng: place.lng ?? null, geocode };
  }
  const known_position = await db.row<Position>(
    `select lat, lng, geocode - 'pinned' - 'previous' as geocode from address_entry
      where business_id = $1 and normalised_key = $2 and lat is not null and (customer_id is null or customer_id = $3)
      order by verified desc, visits desc, id limit 1`,
    [business_id, key, customer_id],
  );
  if (known_position !== undefined) return known_position;
  return geocode_answer === undefined
    ? { lat: null, lng: null, geocode: {} }
    : buildGeocodedPosition(geocode_answer);
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
  const { db, business_id, now, business, emit } = context;
  const place = normalise(entry.place, business.country);
  const key = buildAddressKey(place);
  const { lat: _lat, lng: _lng, window: _window, ...place_without_position } = place;
  const position = await choosePosition(context, entry, key);
  const fresh = { label: entry.label, place: place_without_position, access: entry.access };
  const findDuplicate = async () => {
    const same = findSamePerson(
      await db.rows<EntryRow>(
        `select * from address_entry
          where business_id = $1 and coalesce(customer_id, 0) = $2 and normalised_key = $3
          order by contact_key <> $4, contact_key <> '', id limit ${PEOPLE_READ_MAX}`,
        [business_id, entry.customer_id ?? 0, key, buildContactKey(place)],
      ),
      fresh,
    );
    // One row alone is locked: those of an address would be locked in another order by another caller.
    return same === undefined ? undefined : AddressEntry.lock(context, same.id);
  };
  let old = await findDuplicate();
  if (old === undefined) {
    await releaseDefaults(context, entry.customer_id, entry.default_for, 0);
    const created_entry = await AddressEntry.insertIfAbsent(context, {
      customer_id: entry.customer_id,
      label: entry.label,
      place: place_without_position,
      normalised_key: key,
      ...position,
      access: entry.access,
      default_for: entry.default_for,
      verified: position.geocode.pinned === true,
      search: buildSearchText(entry.label, place),
      contact_key: buildContactKey(place),
    });
    if (created_entry !== undefined) {
      emit({
        subject: { type: "address_entry", id: created_entry.id, is_new: true },
        kind: "address.created",
        payload: { customer_id: created_entry.customer_id, located: created_entry.lat !== null },
        ...(entry.batch_id === undefined ? {} : { batch_id: entry.batch_id }),
      });
      return { row: created_entry, merged: false };
    }
    // It was created concurrently.
    old = await findDuplicate();
    if (old === undefined) throw new Error("An entry of the same address came and went.");
  }
  const merged = mergeInto(old, fresh);
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
  const { label, place, lat, lng, geocode, access, default_for } = { ...old, ...set };
  await releaseDefaults(context, old.customer_id, default_for, old.id);
  return AddressEntry.change(context, old, {
    label,
    place,
    normalised_key: buildAddressKey(place, context.business.country),
    lat,
    lng,
    geocode,
    access,
    default_for,
    verified: geocode.pinned === true || geocode.confirmed_by_visit === true,
    search: buildSearchText(label, place),
    contact_key: buildContactKey(place),
  });
}

/** Removes these defaults from other entries of the owner: an owner has one default of each kind. */
async function releaseDefaults(
  { db, business_id }: Context<never>,
  customer_id: number | null,
  default_roles: readonly DefaultFor[],
  but_id: number,
): Promise<void> {
  if (default_roles.length === 0) return;
  await db.execute(
    `update address_entry set default_for = array(select unnest(default_for) except select unnest($3::text[])),
       version = version + 1
      where business_id = $1 and coalesce(customer_id, 0) = $2 and id <> $4 and default_for && $3::text[]`,
    [business_id, customer_id ?? 0, [...default_roles], but_id],
  );
}

export async function removeEntry(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  id: number,
): Promise<void> {
  await db.execute("delete from address_entry where business_id = $1 and id = $2", [business_id, id]);
}

/** An entry that the caller may change, locked. */
export const getLockedEntry = defineGet(
  async (context: Pick<Context<never>, "db" | "business_id" | "actor">, id: number) => {
    const row = await AddressEntry.lock(context, id);
    return row !== undefined && canSeeEntry(context.actor, row) ? row : undefined;
  },
  messages.no_address,
);
