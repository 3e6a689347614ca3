/** A pickup or drop-off: contact, address, time window. Stored and sent in this form. */
import Type from "typebox";
import { Latitude, Longitude, Nullable, Timestamp } from "./basics.ts";

/** Its description says no more than its name. */
const text = (max: number, description: string) =>
  Type.Optional(Type.String({ maxLength: max, description, "x-tool": "" }));

export const TimeWindow = Type.Object(
  { start: Timestamp, end: Timestamp },
  { $id: "TimeWindow", description: "When it may happen; the end is after the start." },
);

export const Place = Type.Object(
  {
    name: text(255, "Person or company."),
    phone: text(50, "As it was given."),
    email: text(320, "E-mail address."),
    line1: Type.String({ minLength: 1, maxLength: 255, description: "Street and number." }),
    line2: text(255, "Unit, floor, building."),
    city: text(120, "City."),
    region: text(120, "State or region."),
    postal_code: text(20, "Postal code."),
    country: Type.Optional(
      Type.String({ pattern: "^[A-Z]{2}$", description: "ISO 3166-1 alpha-2 code.", "x-tool": "" }),
    ),
    lat: Type.Optional(Nullable(Latitude)),
    lng: Type.Optional(Nullable(Longitude)),
    window: Type.Optional(Nullable(TimeWindow)),
    instructions: Type.Optional(
      Type.String({ maxLength: 500, description: "What the driver should know at the door." }),
    ),
  },
  { $id: "Place", "x-position": true },
);
export type Place = Type.Static<typeof Place>;

/** Its members that the sender of an order wrote. */
export const PLACE_TEXTS = "name phone email line1 line2 city region postal_code instructions";

/** The city part of a place, which anonymous callers may see. */
export function toCoarsePlace(place: Place | null) {
  if (place === null) return null;
  return { city: place.city ?? "", region: place.region ?? "", country: place.country ?? "" };
}

/** The address in one line; empty without a place. */
export function formatAddressLine(place: Partial<Place> | null | undefined): string {
  if (!place) return "";
  return [place.line1, place.line2, place.postal_code, place.city].filter((part) => part).join(", ");
}

/** Name and address in one line. */
export function formatRecipient(place: Partial<Place> | null | undefined): string {
  return [place?.name, formatAddressLine(place)].filter((part) => part).join(", ");
}
