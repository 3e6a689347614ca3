/** A rider loses a job before its pickup, and another one is searched for. Callers hold the locks of order and job. */

import { moveOrder } from "./job-effects.ts";
import { emitJob, explain, type LockedJob, type Writing } from "./records/job.ts";
import { freeRider } from "./records/rider.ts";
import { askNext, startSearch } from "./search.ts";

/** Takes the job from its rider; nobody is asked yet. */
export async function takeFromRider(
  context: Writing,
  locked: LockedJob,
  { what, reason }: { what: "released" | "taken_away"; reason: string },
): Promise<void> {
  const { job } = locked;
  const former = job.driver_id;
  if (former === null) return;
  locked.order = await moveOrder(context, locked.order, "unplan", {
    code: "otep:instant:rider_unassigned",
    driver_id: what === "released" ? former : null,
    reason,
  });
  job.former_driver_ids = [...new Set([...job.former_driver_ids, former])];
  explain(context, job, { what, driver_id: former, reason });
  await startSearch(context, locked);
  emitJob(context, "job.released", job, { driver_id: former, former_driver_id: former, reason: what });
  await freeRider(context, former);
}

export async function giveBack(
  context: Writing,
  locked: LockedJob,
  step: Parameters<typeof takeFromRider>[2],
): Promise<void> {
  await takeFromRider(context, locked, step);
  await askNext(context, locked);
}
