/** Ten minutes, and nobody took the job: a dispatcher decides. */
import { defineDue } from "#operation/define/due.ts";
import { findJob, lockJob } from "../load.ts";
import { SEARCH_S } from "../rules.ts";
import { emitJob, endOffers, explain, SEARCH_ENDS, saveJob, stopSearching } from "../write.ts";

export const endSearchDue = defineDue({
  kind: SEARCH_ENDS,

  async run(context, { subject }) {
    const found = await findJob(context, Number(subject));
    if (found === undefined) return;
    const locked = await lockJob(context, found);
    const { job } = locked;
    const is_over = Date.parse(job.searching_since) + SEARCH_S * 1000 <= context.now.getTime();
    if ((job.state !== "SEARCHING" && job.state !== "OFFERED") || !is_over) return;
    await endOffers(context, locked, { state: "EXPIRED", reason: "no_rider" });
    stopSearching(context, job);
    job.state = "NO_RIDER";
    job.reason = "nobody_accepted";
    explain(context, job, { what: "no_rider" });
    await saveJob(context, job);
    emitJob(context, "job.no_rider", job);
  },
});
