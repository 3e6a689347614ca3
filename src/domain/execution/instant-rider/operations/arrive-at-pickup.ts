/** The rider is where the goods are; waiting counts from now on. */
import Type from "typebox";
import { changeOrders } from "#domain/orders/orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { emitJob, saveJob } from "../records/job.ts";
import { RIDER_WRITE } from "../refusals.ts";
import { buildTracking, runStep, StepAnswer, stepMembers } from "../step.ts";

export const arriveAtPickup = defineOperation({
  name: "instantRiderJobArrivedPickup",
  summary: "Arrive at the pickup",
  ...RIDER_WRITE,
  rest: { method: "POST", path: "/api/v1/instant-rider/jobs/{instant_job_id}/arrived-pickup" },
  input: Type.Object(stepMembers),
  output: StepAnswer,

  run: (context, input) =>
    runStep(context, "arrive_pickup", input, async ({ locked: { job, order }, moment, next }) => {
      job.state = next;
      job.at_pickup_at = moment.at;
      await saveJob(context, job);
      const tracking = await buildTracking(context, order, "pickup", input);
      await changeOrders(context, [
        {
          order,
          set: {},
          kind: "order.fact_recorded",
          tracking: { code: "otep:instant:rider_at_pickup", ...tracking },
        },
      ]);
      emitJob(context, "job.at_pickup", job, {}, moment.at);
    }),
});
