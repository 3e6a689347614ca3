/** The rider has the goods and leaves for the drop-off. */
import Type from "typebox";
import {
  buildTrackedProofs,
  checkProofs,
  ProofList,
  storeProofs,
} from "#domain/execution/driver-app/public.ts";
import { recordFact } from "#domain/orders/orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { emitJob, saveJob, stopSearching } from "../records/job.ts";
import { RIDER_WRITE } from "../refusals.ts";
import { buildTracking, getOccurredAt, runStep, StepAnswer, stepMembers } from "../step.ts";

export const pickUp = defineOperation({
  name: "instantRiderJobPickedUp",
  summary: "Pick up the goods",
  ...RIDER_WRITE,
  rest: { method: "POST", path: "/api/v1/instant-rider/jobs/{instant_job_id}/picked-up" },
  input: Type.Object({ ...stepMembers, proofs: ProofList }),
  output: StepAnswer,

  run: (context, input) =>
    runStep(context, "pick_up", input, async ({ locked: { job, order }, moment, next }) => {
      const { driver_id } = job;
      const checked = await checkProofs(
        context,
        { orders: [order], stop_id: null, route_id: null },
        input.proofs ?? [],
        moment,
      );
      const proofs = await storeProofs(context, null, checked.sent_evidence);
      const proof = buildTrackedProofs(checked.sent_evidence.get(order.id) ?? []);
      const tracking = await buildTracking(context, order, "pickup", input);
      const picked = await recordFact(context, order, {
        trigger: "pick_up",
        ...getOccurredAt(moment),
        payload: { driver_id },
        tracking: { code: "otep:instant:collected", ...tracking, ...(proof.length === 0 ? {} : { proof }) },
        custody: { to: "driver", ref: String(driver_id) },
      });
      if (next === "PICKED_UP")
        await recordFact(context, picked.order, {
          trigger: "depart",
          ...getOccurredAt(moment),
          payload: { driver_id },
          tracking: { code: "otep:instant:en_route", ...tracking },
        });
      job.state = next;
      job.picked_up_at = moment.at;
      job.ended_at = null;
      if (next === "RETURN_REQUIRED") {
        job.reason = "order_cancelled";
        job.return_since = context.now.toISOString();
      }
      stopSearching(context, job);
      await saveJob(context, job);
      emitJob(context, "job.picked_up", job, { proofs }, moment.at);
      if (next === "RETURN_REQUIRED") emitJob(context, "job.return_required", job);
    }),
});
