/** The code with which the renter takes the bag out, for one who lost it: the same again, or another one that ends the earlier ones. */
import Type from "typebox";
import { CODE_REFUSALS } from "#domain/lockers/lockers/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { findRentalCode } from "../codes.ts";
import { messages } from "../messages.ts";
import { notices } from "../notices.ts";
import { tellRenter } from "../notify.ts";
import { getRental } from "../records/storage-rental.ts";

export const issueRentalCode = defineOperation({
  name: "lockerRentalCodeIssue",
  summary: "Issue the code of a rental",
  description: "It is sent to the renter as well.",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/lockers/rentals/{rental_id}/code" },
  secret_answer: true,
  localised: true,
  input: Type.Object({
    rental_id: Ref("rental"),
    reissue: Type.Optional(Type.Boolean({ description: "Another code; the earlier ones end." })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    rental_id: Ref("rental"),
    compartment: Type.String(),
    code: Type.String({ "x-secret": true, description: "8 digits." }),
  }),
  refusals: { ...CODE_REFUSALS, rental_ended: "conflict" },

  async run(context, { rental_id, reissue = false }) {
    const { refuse } = context;
    const rental = await getRental(context, rental_id);
    const code = await findRentalCode(context, rental, "collect", reissue);
    if (code === null) throw refuse("rental_ended", { message: messages.rental_ended });
    const { device_name: locker, compartment } = rental;
    await tellRenter(context, rental, {
      kind: "rental_code",
      // Whoever asks again has not got it.
      occurrence: context.now.toISOString(),
      is_needed: true,
      secrets: [code],
      write: () => notices.code.with({ locker, compartment, code }),
    });
    return { result: true, rental_id, compartment, code };
  },
});
