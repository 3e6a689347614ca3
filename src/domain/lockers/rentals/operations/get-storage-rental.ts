/** One locker storage rental: the business's people see any, customers their own. */
import Type from "typebox";
import { listNotices, Notice } from "#domain/execution/notifications/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getRental } from "../records/storage-rental.ts";
import { buildRental, Rental } from "../shapes.ts";

export const getStorageRental = defineOperation({
  name: "lockerStorageRental",
  summary: "Get a locker storage rental",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["lockers:read"] },
  rest: { method: "GET", path: "/api/v1/locker-storage/rentals/{rental_id}" },
  input: Type.Object({ rental_id: Ref("rental") }),
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    rental: Rental,
    notices: Type.Array(Notice, {
      description: "What the renter was told, the latest first; for the business's people.",
    }),
  }),

  async run(context, { rental_id }) {
    const rental = await getRental(context, rental_id);
    const notices =
      context.actor.role === "customer"
        ? []
        : await listNotices(context, { type: "storage_rental", id: rental_id });
    return { result: true, version: rental.version, rental: buildRental(rental), notices };
  },
});
