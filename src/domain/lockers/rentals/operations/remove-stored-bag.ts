/**
 * Staff take the bag of a rental out. The door is opened for them; the rental is removed when the compartment is empty, and
 * goes on when they leave the bag in it. Where the locker is not connected they open it with the operator's code.
 */
import Type from "typebox";
import { findReservationTarget, tryToOpen } from "#domain/lockers/lockers/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { getRental, RentalRecord } from "../records/storage-rental.ts";
import { buildRental, Rental } from "../shapes.ts";

export const removeStoredBag = defineOperation({
  name: "lockerRentalRemove",
  summary: "Remove the bag of a rental",
  access: { scopes: ["lockers:write"] },
  rest: { method: "POST", path: "/api/v1/lockers/rentals/{rental_id}/remove" },
  localised: true,
  input: Type.Object({
    rental_id: Ref("rental"),
    reason: Type.String({ minLength: 1, maxLength: 500 }),
    kept_at: Type.String({
      minLength: 1,
      maxLength: 200,
      description: "Where the bag is kept; the renter is told.",
    }),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    rental: Rental,
    command_id: Nullable({ ...Ref("locker_command"), description: "Null: the locker is not connected." }),
  }),
  refusals: { nothing_stored: "conflict", open_pending: "conflict" },

  async run(context, { rental_id, reason, kept_at }) {
    const { actor, now, refuse, emit } = context;
    const rental_before = await getRental(context, rental_id);
    const target =
      rental_before.reservation_id === null
        ? undefined
        : await findReservationTarget(context, rental_before.reservation_id);
    const rental = await RentalRecord.getLocked(context, rental_id);
    if (target?.reservation.status !== "IN_USE" || rental.is_relayed)
      throw refuse("nothing_stored", { message: messages.nothing_stored });
    context.expectVersion(rental.version);
    const removal = { reason, kept_at, account_id: actor.account_id, at: now.toISOString() };
    await RentalRecord.change(context, rental, { removal });
    const command = await tryToOpen(context, target, "operator", reason);
    if (command === "open_pending") throw refuse("open_pending", { message: messages.open_pending });
    emit({
      subject: { type: "storage_rental", id: rental_id },
      kind: "storage_rental.removal_started",
      payload: { kept_at },
      before: null,
      after: { reason, kept_at },
    });
    const row = await getRental(context, rental_id);
    return {
      result: true,
      version: row.version,
      rental: buildRental(row),
      command_id: typeof command === "string" ? null : command.id,
    };
  },
});
