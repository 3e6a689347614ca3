/** Locker storage rentals: the business's people see all, customers their own. */
import Type from "typebox";
import { defineList, indexed } from "#operation/define/list.ts";
import { StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { byId } from "#vocabulary/cursor-page.ts";
import { RENTALS, type RentalRow } from "../records/storage-rental.ts";
import { RENTAL_STATES } from "../rules.ts";
import { buildRental, Rental } from "../shapes.ts";

export const listStorageRentals = defineList({
  name: "lockerStorageRentals",
  summary: "List locker storage rentals",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["lockers:read"] },
  rest: { method: "GET", path: "/api/v1/locker-storage/rentals" },
  filters: {
    state: indexed(StringEnum(RENTAL_STATES)),
    device: indexed(Type.String({ minLength: 1, maxLength: 100 })),
    from: indexed(
      { ...Timestamp, description: "Only rentals whose booking ends at this moment or later." },
      "r.booked_to >= $from::timestamptz",
    ),
    to: indexed(
      { ...Timestamp, description: "Only rentals whose booking starts before this moment." },
      "r.booked_from < $to::timestamptz",
    ),
  },
  rows: { rentals: Type.Array(Rental, { description: "Newest first." }) },
  from: "storage_rental r",
  select: RENTALS,
  where: "r.customer_id = $customer_id",
  order: byId("r.id"),
  values: ({ actor }) => ({ customer_id: actor.role === "customer" ? (actor.customer_id ?? 0) : undefined }),
  build: (row: RentalRow) => buildRental(row),
});
