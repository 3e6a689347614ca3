/** A door was closed, or its board is silent: no sensor tells what is behind it, and nobody said it. */
import { defineDue } from "#operation/define/due.ts";
import { applyFact, findCompartmentTarget } from "../state.ts";
import { CLAIM_MISSING } from "../times.ts";

export const missClaim = defineDue({
  kind: CLAIM_MISSING,

  async run(context, { subject }) {
    const target = await findCompartmentTarget(context, Number(subject));
    if (target !== undefined && target.compartment.door !== "OPEN")
      await applyFact(context, target, "claim_missing");
  },
});
