/** The rider is at the door of the recipient. */
import Type from "typebox";
import { recordFact } from "#domain/orders/orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { emitJob, saveJob } from "../records/job.ts";
import { RIDER_WRITE } from "../refusals.ts";
import { buildTracking, getOccurredAt, runStep, StepAnswer, stepMembers } from "../step.ts";

export const arriveAtDropoff = defineOperation({
  name: "instantRiderJobArrivedDropoff",
  summary: "Arrive at the drop-off",
  ...RIDER_WRITE,
  rest: { method: "POST", path: "/api/v1/instant-rider/jobs/{instant_job_id}/arrived-dropoff" },
  input: Type.Object(stepMembers),
  output: StepAnswer,

  run: (context, input) =>
    runStep(context, "arrive_dropoff", input, async ({ locked: { job, order }, moment, next }) => {
      job.state = next;
      job.at_dropoff_at = moment.at;
      await saveJob(context, job);
      await recordFact(context, order, {
        trigger: "arrive",
        ...getOccurredAt(moment),
        payload: { driver_id: job.driver_id },
        tracking: {
          code: "otep:instant:at_dropoff",
          ...(await buildTracking(context, order, "dropoff", input)),
        },
      });
      emitJob(context, "job.at_dropoff", job, {}, moment.at);
    }),
});
