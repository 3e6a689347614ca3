/** A claim ends at its time, used or not: a used one answers the same device again until then. */
import { defineDue } from "#operation/define/due.ts";
import { CLAIM_EXPIRY, deleteClaim } from "../records/claim.ts";

export const expireClaim = defineDue({
  kind: CLAIM_EXPIRY,

  run: (context, { subject }) => deleteClaim(context, Number(subject)),
});
