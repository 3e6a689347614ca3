/** Send proofs of a stop before the stop itself is completed. */

import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { runOnce } from "../device-sequence.ts";
import { checkProofs, getProvenPlace, storeProofs } from "../proofs.ts";
import { commandMembers, DRIVER_COMMAND, ProofInput, StopAnswer, stopMembers } from "../shapes.ts";
import { buildVisitAnswer, emitStopEvent, recordArrival } from "../visit.ts";

export const sendProofs = defineOperation({
  name: "driverStopProofs",
  summary: "Send proofs ahead",
  ...DRIVER_COMMAND,
  rest: { method: "POST", path: "/api/v1/driver/stops/{stop_id}/proofs" },
  input: Type.Object({
    ...stopMembers,
    proofs: Type.Array(ProofInput, { minItems: 1, maxItems: 50 }),
    ...commandMembers,
  }),
  output: StopAnswer,

  run: (context, input) =>
    runOnce(context, "stop_proofs", input, async (reported_moment) => {
      const visit = await recordArrival(context, input, reported_moment);
      const { at_stop, moment } = visit;
      const stop_id = at_stop.stop?.id ?? null;
      const checked = await checkProofs(context, getProvenPlace(at_stop), input.proofs, moment);
      visit.proofs = await storeProofs(context, stop_id, checked.sent_evidence);
      emitStopEvent(context, at_stop, input.stop_id, "stop.proofs_captured", moment, {
        proofs: visit.proofs,
        kinds: [...new Set(input.proofs.map((proof) => proof.kind))],
      });
      return buildVisitAnswer(context, input.stop_id, visit);
    }),
});
