/** Response schemas of address book entries. */
import Type from "typebox";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Place } from "#vocabulary/place.ts";
import { Ref } from "#vocabulary/ref.ts";
import type { EntryRow } from "./records/address-entry.ts";
import { POSITION_SOURCES } from "./rules.ts";

export const DEFAULTS_FOR = ["pickup", "dropoff", "return"] as const;
export type DefaultFor = (typeof DEFAULTS_FOR)[number];

export const EntryAccess = Type.Object(
  {
    code: Type.Optional(Type.String({ maxLength: 40, description: "Access code of the door or gate." })),
    floor: Type.Optional(Type.String({ maxLength: 40 })),
    instructions: Type.Optional(Type.String({ maxLength: 500 })),
  },
  { $id: "AddressAccess" },
);
export type EntryAccess = Type.Static<typeof EntryAccess>;

export const Entry = Type.Object(
  {
    id: Ref("entry"),
    customer_id: Nullable(Ref("customer")),
    label: Type.String(),
    place: Place,
    geocode: Type.Object({
      source: Nullable(StringEnum(POSITION_SOURCES)),
      precision: Nullable(
        Type.String({
          description: "rooftop, street or locality from a geocoder; visit; hand (set by a person).",
        }),
      ),
      confirmed_by_visit: Type.Boolean(),
      pinned: Type.Boolean({ description: "Set by a person: nothing else moves it." }),
    }),
    previous_positions: Type.Array(
      Type.Object({
        lat: Type.Number(),
        lng: Type.Number(),
        source: StringEnum(POSITION_SOURCES),
        until: Timestamp,
      }),
      { description: "Previous positions, newest first." },
    ),
    access: EntryAccess,
    default_for: Type.Array(StringEnum(DEFAULTS_FOR)),
    verified: Type.Boolean({ description: "A delivery was confirmed there, or a person set the position." }),
    visits: Type.Integer(),
    version: Type.Integer(),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { $id: "AddressEntry" },
);
export type Entry = Type.Static<typeof Entry>;

export function toEntry(row: EntryRow): Entry {
  const { source, precision, confirmed_by_visit, pinned, previous } = row.geocode;
  return {
    ...row,
    place: { ...row.place, lat: row.lat, lng: row.lng },
    geocode: {
      source: source ?? null,
      precision: precision ?? null,
      confirmed_by_visit: confirmed_by_visit ?? false,
      pinned: pinned ?? false,
    },
    previous_positions: previous ?? [],
  };
}
