/** Rentals as they are returned. */
import Type from "typebox";
import { Count, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Price, PriceCurrency, PriceDetails, PriceHidden } from "#vocabulary/price.ts";
import { Ref } from "#vocabulary/ref.ts";
import { computeUnpaid } from "./charges.ts";
import type { RentalRow } from "./records/storage-rental.ts";
import { OPEN_STATES, RENTAL_STATES } from "./rules.ts";

/** In addition to the price: extensions, time after the booked time; negative where something was returned. */
const Charge = Type.Object(
  {
    code: Type.String(),
    label: Type.String(),
    amount_minor: Type.Integer(),
    at: Timestamp,
    from: Type.Optional({ ...Timestamp, description: "Begin of the time that is charged." }),
    to: Type.Optional(Timestamp),
  },
  { $id: "StorageCharge" },
);

export const RentalPrices = {
  price_minor: Price("storage_services"),
  currency: PriceCurrency("storage_services"),
  paid_minor: Price("storage_services", "What was paid of it, minor units."),
  unpaid_minor: Price(
    "storage_services",
    "What is still to pay; negative where more was paid than it costs.",
  ),
  price_hidden: PriceHidden,
};

const Contact = Type.Object(
  {
    name: Type.Optional(Type.String()),
    phone: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
    language: Type.Optional(Type.String()),
  },
  { $id: "RenterContact" },
);

export const Rental = Type.Object(
  {
    id: Ref("rental"),
    customer_id: Nullable(Ref("customer")),
    renter: Nullable(Type.String({ description: "Name of the customer account." })),
    contact: Contact,
    locker_id: Nullable(Ref("locker_device")),
    device: Type.String({ description: "Code of the locker." }),
    device_name: Type.String(),
    place: Type.Object({}, { additionalProperties: true, description: "Location of the locker." }),
    compartment: Type.String(),
    size: Type.String(),
    booked_from: Timestamp,
    booked_to: Timestamp,
    actual_from: Nullable(Timestamp),
    actual_to: Nullable(Timestamp),
    state: StringEnum(RENTAL_STATES),
    kept_at: Nullable(Type.String({ description: "Where the bag is that staff took out." })),
    is_relayed: Type.Boolean({ description: "Staff have its bags between two lockers." }),
    can_remove: Type.Boolean(),
    ...RentalPrices,
    charges: PriceDetails("storage_services", Type.Array(Charge)),
    version: Count,
  },
  { $id: "StorageRental", "x-compact": ["rental_id from id", "..."] },
);

export function buildRental(row: RentalRow) {
  const { device_id, removal, state, is_relayed } = row;
  return {
    ...row,
    locker_id: device_id,
    kept_at: removal?.kept_at ?? null,
    can_remove: OPEN_STATES.includes(state) && state !== "BOOKED" && device_id !== null && !is_relayed,
    unpaid_minor: computeUnpaid(row),
  };
}
