/** Give a job back before its pickup; another rider is searched for. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { giveBack } from "../give-back.ts";
import { RIDER_WRITE } from "../refusals.ts";
import { runStep, StepAnswer, stepMembers } from "../step.ts";

export const releaseJob = defineOperation({
  name: "instantRiderJobRelease",
  summary: "Release a job before its pickup",
  ...RIDER_WRITE,
  rest: { method: "POST", path: "/api/v1/instant-rider/jobs/{instant_job_id}/release" },
  input: Type.Object({
    ...stepMembers,
    reason: Type.String({ minLength: 1, maxLength: 200, description: "For the dispatcher." }),
  }),
  output: Type.Object({ result: Type.Boolean(), instant_job_id: StepAnswer.properties.job.properties.id }),

  async run(context, input) {
    const answer = await runStep(context, "release", input, async ({ locked }) => {
      await giveBack(context, locked, { what: "released", reason: input.reason });
    });
    return "result" in answer ? { result: true, instant_job_id: input.instant_job_id } : answer;
  },
});
