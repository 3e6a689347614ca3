/** Proofs that reach us before their stop does; the completion counts them. */
import Type from "typebox";
import { defineCommand } from "../command.ts";
import { checkProofs, keepProofs, ordersOf } from "../proofs.ts";
import { ProofInput, stopMembers } from "../shapes.ts";
import { answerOf, emitStop, reach } from "./visit.ts";

export const sendProofs = defineCommand({
  type: "stop_proofs",
  members: { ...stopMembers, proofs: Type.Array(ProofInput, { minItems: 1, maxItems: 50 }) },
  async run(context, input, given) {
    const visit = await reach(context, input, given);
    const { at_stop, moment } = visit;
    const { stop, jobs } = at_stop;
    const stop_id = stop?.id ?? null;
    const checked = await checkProofs(context, stop_id, ordersOf(jobs), input.proofs, moment.at);
    visit.proofs = await keepProofs(context, stop_id, checked.given);
    emitStop(context, at_stop, input.stop_id, "stop.proofs_captured", moment, {
      proofs: visit.proofs,
      kinds: [...new Set(input.proofs.map((proof) => proof.kind))],
    });
    return answerOf(context, input.stop_id, visit);
  },
});
