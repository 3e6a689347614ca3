/**
 * Change an address, or move its pin.
 *
 * Coordinates that differ from those of the entry set a pin: neither a geocoder nor a delivery
 * moves it, until `pinned: false`. `geocode: true` calls the geocoder again, and does not move a pin. An
 * entry whose address becomes another one loses its old coordinates, unless they are pinned.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Place } from "#vocabulary/place.ts";
import { Ref } from "#vocabulary/ref.ts";
import { locate } from "../locate.ts";
import { messages } from "../messages.ts";
import { buildAddressKey, buildContactKey, isSameBuilding, normalise } from "../normalise.ts";
import {
  AddressEntry,
  buildGeocodedPosition,
  buildMovedPosition,
  getLockedEntry,
  writeEntry,
} from "../records/address-entry.ts";
import { canGeocode } from "../rules.ts";
import { DEFAULTS_FOR, Entry, EntryAccess, toEntry } from "../shapes.ts";
import { canSeeEntry } from "../visibility.ts";

export const updateEntry = defineOperation({
  name: "addressbookEntryUpdate",
  summary: "Update an address",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["address:write"] },
  rest: { method: "PATCH", path: "/api/v1/addressbook/{entry_id}" },
  input: Type.Object({
    entry_id: Ref("entry"),
    label: Type.Optional(Type.String({ maxLength: 120 })),
    place: Type.Optional(Place),
    access: Type.Optional(EntryAccess),
    default_for: Type.Optional(Type.Array(StringEnum(DEFAULTS_FOR), { maxItems: 3, uniqueItems: true })),
    pinned: Type.Optional(Type.Boolean()),
    geocode: Type.Optional(Type.Boolean({ description: "Call the geocoder again." })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    moved: Type.Boolean({ description: "The coordinates changed." }),
    entry: Entry,
  }),
  refusals: { address_exists: "conflict" },

  async prepare(context, { entry_id, place, geocode }) {
    if (!geocode && place === undefined) return { found: undefined };
    const { actor, business } = context;
    const row = await AddressEntry.find(context, entry_id);
    if (row === undefined || !canSeeEntry(actor, row)) return { found: undefined };
    if (!geocode && place !== undefined && isSameBuilding(row.place, place)) return { found: undefined };
    const { lat: _lat, lng: _lng, ...address } = place ?? row.place;
    return { found: await locate(context, normalise(address, business.country)) };
  },

  async run(context, input, { found: geocode_answer }) {
    const { db, business_id, business, refuse, expectVersion, emit, now } = context;
    const old = await getLockedEntry(context, input.entry_id);
    expectVersion(old.version);
    const { lat = null, lng = null } = input.place ?? {};
    if ((lat === null) !== (lng === null)) {
      throw refuse("invalid_request", {
        message: messages.coordinates_together,
        errors: [{ field: lat === null ? "place/lat" : "place/lng", message: fields.coordinates_together }],
      });
    }
    const address = input.place === undefined ? old.place : normalise(input.place, business.country);
    const { lat: _lat, lng: _lng, window: _window, ...place } = address;
    const key = buildAddressKey(place, business.country);
    const contact_key = buildContactKey(place);
    if (key !== old.normalised_key || contact_key !== buildContactKey(old.place)) {
      const duplicate = await db.row<{ id: number }>(
        `select id from address_entry
          where business_id = $1 and coalesce(customer_id, 0) = $2 and normalised_key = $3 and contact_key = $5 and id <> $4`,
        [business_id, old.customer_id ?? 0, key, old.id, contact_key],
      );
      if (duplicate !== undefined) {
        throw refuse("address_exists", {
          message: messages.duplicate,
          values: { entry: duplicate.id },
          extra: { entry_id: duplicate.id },
        });
      }
    }

    let { geocode } = old;
    if (input.pinned !== undefined) geocode = { ...geocode, pinned: input.pinned };
    let position = { lat: old.lat, lng: old.lng, geocode };
    if (lat !== null && lng !== null && (lat !== old.lat || lng !== old.lng)) {
      const pinned = input.pinned ?? true;
      position = buildMovedPosition(
        old,
        { lat, lng, geocode: { source: "hand", precision: "hand", pinned } },
        now,
      );
    } else if (!geocode.pinned && !isSameBuilding(old.place, place)) {
      position = buildMovedPosition(
        old,
        geocode_answer === undefined
          ? { lat: null, lng: null, geocode: {} }
          : buildGeocodedPosition(geocode_answer),
        now,
      );
    } else if (geocode_answer !== undefined && canGeocode({ ...old, geocode })) {
      position = buildMovedPosition(old, buildGeocodedPosition(geocode_answer), now);
    }
    const row = await writeEntry(context, old, {
      place,
      ...position,
      ...(input.label === undefined ? {} : { label: input.label }),
      ...(input.access === undefined ? {} : { access: input.access }),
      ...(input.default_for === undefined ? {} : { default_for: input.default_for }),
    });
    const moved = row.lat !== old.lat || row.lng !== old.lng;
    emit({
      subject: { type: "address_entry", id: row.id },
      kind: "address.updated",
      payload: { moved, source: row.geocode.source ?? null, pinned: row.geocode.pinned === true },
    });
    return { result: true, version: row.version, moved, entry: toEntry(row) };
  },
});
