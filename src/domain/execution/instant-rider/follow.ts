/** Brings a job in line with what else happened to its order. Callers hold the locks of order and job. */

import { endJob } from "./job-effects.ts";
import { emitJob, type LockedJob, saveJob, tellRider, type Writing } from "./records/job.ts";
import { endOffers } from "./records/offer.ts";
import { followOrder } from "./rules.ts";

/** True when the job changed. */
export async function followJob(context: Writing, locked: LockedJob): Promise<boolean> {
  const { job, order } = locked;
  const next = followOrder(job.state, order);
  if (next === null) return false;
  const { driver_id } = job;
  if (next.state === "RETURN_REQUIRED") {
    job.state = next.state;
    job.reason = next.reason;
    job.return_since = context.now.toISOString();
    await endOffers(context, locked, { state: "WITHDRAWN", reason: next.reason });
    await saveJob(context, job);
    emitJob(context, "job.return_required", job);
    await tellRider(context, job, driver_id, "instant_return_required");
    return true;
  }
  await endJob(context, locked, { state: next.state, reason: next.reason });
  if (next.state === "CANCELLED") await tellRider(context, job, driver_id, "instant_job_cancelled");
  return true;
}
