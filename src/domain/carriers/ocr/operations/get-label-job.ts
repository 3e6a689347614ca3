/** Get how far a file of many labels is read. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { findJob } from "../find-job.ts";
import { JobAnswer, JobId } from "../job.ts";

export const getLabelJob = defineOperation({
  name: "ocrLabelJob",
  summary: "Get a job of labels",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["ocr:read"] },
  rest: { method: "GET", path: "/api/v1/ocr/jobs/{job_id}" },
  localised: true,
  input: Type.Object({ job_id: JobId }),
  output: JobAnswer,

  async run(context, { job_id }) {
    const { answer } = await findJob(context, job_id);
    return answer;
  },
});
