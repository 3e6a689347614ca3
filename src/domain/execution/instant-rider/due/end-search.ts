/** Ten minutes, and nobody took the job: a dispatcher decides. */
import { defineDue } from "#operation/define/due.ts";
import { JobRecord, lockJob, SEARCH_ENDS } from "../records/job.ts";
import { endOffers } from "../records/offer.ts";
import { SEARCH_S } from "../rules.ts";
import { endSearch } from "../search.ts";

export const endSearchDue = defineDue({
  kind: SEARCH_ENDS,

  async run(context, { subject }) {
    const found_job = await JobRecord.find(context, Number(subject));
    if (found_job === undefined) return;
    const locked = await lockJob(context, found_job);
    const { job } = locked;
    const is_over = Date.parse(job.searching_since) + SEARCH_S * 1000 <= context.now.getTime();
    if ((job.state !== "SEARCHING" && job.state !== "OFFERED") || !is_over) return;
    await endOffers(context, locked, { state: "EXPIRED", reason: "no_rider" });
    await endSearch(context, job, "nobody_accepted");
  },
});
