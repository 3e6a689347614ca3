/** A door was closed, no sensor tells what is behind it, and nobody said it. */
import { defineDue } from "#operation/define/due.ts";
import { applyFact, CLAIM_MISSING, findCompartmentTarget } from "../state.ts";

export const missClaim = defineDue({
  kind: CLAIM_MISSING,

  async run(context, { subject }) {
    const target = await findCompartmentTarget(context, Number(subject));
    if (target?.compartment.door === "CLOSED") await applyFact(context, target, "claim_missing");
  },
});
