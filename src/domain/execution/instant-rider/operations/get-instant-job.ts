/** One job, with who was asked and why, and who could be asked now. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { JobRecord } from "../records/job.ts";
import { JobDetail } from "../shapes.ts";
import { loadJobDetail } from "../views.ts";

export const getInstantJob = defineOperation({
  name: "clientInstantJob",
  summary: "Get an instant delivery",
  access: { scopes: ["dispatch:read"] },
  feature: "instant_deliver",
  rest: { method: "GET", path: "/api/v1/client/instant/jobs/{instant_job_id}" },
  input: Type.Object({ instant_job_id: Ref("instant_job") }),
  output: Type.Object({ result: Type.Boolean(), ...JobDetail.properties }),

  async run(context, { instant_job_id }) {
    const job = await JobRecord.get(context, instant_job_id);
    return { result: true, ...(await loadJobDetail(context, job)) };
  },
});
