/** The goods are back with the sender. */
import Type from "typebox";
import { checkProofs, ProofList, storeProofs } from "#domain/execution/driver-app/public.ts";
import { recordFact } from "#domain/orders/orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { endJob } from "../job-effects.ts";
import { RIDER_WRITE } from "../refusals.ts";
import { buildTracking, getOccurredAt, runStep, StepAnswer, stepMembers } from "../step.ts";

export const returnGoods = defineOperation({
  name: "instantRiderJobReturned",
  summary: "Return the goods to the sender",
  ...RIDER_WRITE,
  rest: { method: "POST", path: "/api/v1/instant-rider/jobs/{instant_job_id}/returned" },
  input: Type.Object({ ...stepMembers, proofs: ProofList }),
  output: StepAnswer,

  run: (context, input) =>
    runStep(context, "return_goods", input, async ({ locked, moment }) => {
      const { job, order } = locked;
      const checked = await checkProofs(
        context,
        { orders: [order], stop_id: null, route_id: null },
        input.proofs ?? [],
        moment,
      );
      const proofs = await storeProofs(context, null, checked.sent_evidence);
      const { order: after } = await recordFact(context, order, {
        trigger: "return_delivered",
        ...getOccurredAt(moment),
        payload: { driver_id: job.driver_id },
        tracking: { code: "otep:core:returned", ...(await buildTracking(context, order, "pickup", input)) },
        custody: { to: "sender", ref: null },
      });
      locked.order = after;
      await endJob(context, locked, { state: "RETURNED", reason: job.reason, at: moment.at, proofs });
    }),
});
