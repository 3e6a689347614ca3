/** A rider declined or did not answer: the next one is asked. Callers hold the locks of order and job. */
import { followJob } from "./follow.ts";
import { explain, type LockedJob, type Writing } from "./records/job.ts";
import { endOffers, type OfferRow } from "./records/offer.ts";
import { askNext } from "./search.ts";

export async function refuseOffer(
  context: Writing,
  locked: LockedJob,
  { id, driver_id }: Pick<OfferRow, "id" | "driver_id">,
  { state, reason }: { state: "DECLINED" | "EXPIRED"; reason: string | null },
): Promise<void> {
  const { job } = locked;
  await endOffers(context, locked, { state, reason }, (offer) => offer.id === id);
  job.refusals += 1;
  explain(context, job, {
    what: state === "DECLINED" ? "declined" : "expired",
    driver_id,
    ...(reason === null || state === "EXPIRED" ? {} : { reason }),
  });
  if (!(await followJob(context, locked))) await askNext(context, locked);
}
