/** Staff record what was paid for a rental outside of the wallet, or returned for it where it is negative. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { MINOR_MAX } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { computeUnpaid, recordPayment } from "../charges.ts";
import { messages } from "../messages.ts";
import { getRental, RentalRecord } from "../records/storage-rental.ts";
import { buildRental, Rental } from "../shapes.ts";

export const settleRental = defineOperation({
  name: "lockerRentalSettle",
  summary: "Record a payment of a rental",
  description:
    "At most what is unpaid; negative at most what was paid too much. The same reference counts once.",
  access: { scopes: ["lockers:write"] },
  rest: { method: "POST", path: "/api/v1/lockers/rentals/{rental_id}/settle" },
  localised: true,
  input: Type.Object({
    rental_id: Ref("rental"),
    amount_minor: Type.Integer({ minimum: -MINOR_MAX, maximum: MINOR_MAX }),
    reference: Type.String({ minLength: 1, maxLength: 100, description: "Of the receipt." }),
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), rental: Rental }),
  refusals: { not_owed: "conflict" },

  async run(context, { rental_id, amount_minor, reference }) {
    const { refuse } = context;
    const rental = await RentalRecord.getLocked(context, rental_id);
    context.expectVersion(rental.version);
    const is_known = rental.payments.some((payment) => payment.reference === reference);
    const unpaid_minor = computeUnpaid(rental);
    const is_owed = Math.sign(amount_minor) === Math.sign(unpaid_minor);
    if (!is_known && (amount_minor === 0 || !is_owed || Math.abs(amount_minor) > Math.abs(unpaid_minor)))
      throw refuse("not_owed", { message: messages.not_owed, extra: { unpaid_minor } });
    await recordPayment(context, rental, { amount_minor, reference });
    const row = await getRental(context, rental_id);
    return { result: true, version: row.version, rental: buildRental(row) };
  },
});
