/** Nobody could be asked, or all are asked: riders may have come meanwhile. */
import { defineDue } from "#operation/define/due.ts";
import { JobRecord, lockJob, SEARCH_AGAIN } from "../records/job.ts";
import { askNext } from "../search.ts";

export const searchAgainDue = defineDue({
  kind: SEARCH_AGAIN,

  async run(context, { subject }) {
    const job = await JobRecord.find(context, Number(subject));
    if (job === undefined) return;
    const locked = await lockJob(context, job);
    const asks_one = locked.offers.some(({ mode }) => mode !== "all");
    if ((locked.job.state === "SEARCHING" || locked.job.state === "OFFERED") && !asks_one)
      await askNext(context, locked);
  },
});
