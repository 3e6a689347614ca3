/** Rentals as they are returned. */
import Type from "typebox";
import { Count, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Price, PriceCurrency, PriceDetails, PriceHidden } from "#vocabulary/price.ts";
import { Ref } from "#vocabulary/ref.ts";
import { RENTAL_STATES } from "./rules.ts";

/** Charges in addition to the price: days overdue, opening by staff. */
const Charge = Type.Object(
  { code: Type.String(), label: Type.String(), amount_minor: Type.Integer(), at: Timestamp },
  { $id: "StorageCharge" },
);

export const Rental = Type.Object(
  {
    id: Ref("rental"),
    customer_id: Nullable(Ref("customer")),
    renter: Nullable(Type.String({ description: "Name of the customer account." })),
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
    price_minor: Price("storage_services"),
    currency: PriceCurrency("storage_services"),
    charges: PriceDetails("storage_services", Type.Array(Charge)),
    price_hidden: PriceHidden,
    version: Count,
  },
  { $id: "StorageRental", "x-compact": ["rental_id from id", "..."] },
);
