/** One job of the caller. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { findOwnJob } from "../records/job.ts";
import { RIDER_READ } from "../refusals.ts";
import { RiderJob } from "../shapes.ts";
import { loadRiderJob } from "../views.ts";

export const getRiderJob = defineOperation({
  name: "instantRiderJob",
  summary: "Get an own job",
  ...RIDER_READ,
  rest: { method: "GET", path: "/api/v1/instant-rider/jobs/{instant_job_id}" },
  input: Type.Object({ instant_job_id: Ref("instant_job") }),
  output: Type.Object({ result: Type.Boolean(), job: RiderJob }),

  async run(context, { instant_job_id }) {
    return { result: true, job: await loadRiderJob(context, await findOwnJob(context, instant_job_id)) };
  },
});
