/** A dispatcher names the rider who is asked, before all others. Callers hold the locks of order and job. */

import type { Context } from "#operation/define/context.ts";
import { business_messages } from "./business-messages.ts";
import { explain, type LockedJob, saveJob } from "./records/job.ts";
import { endOffers } from "./records/offer.ts";
import { evaluateRiders, insertOffer } from "./search.ts";

export const ASK_REFUSALS = { unknown_rider: "invalid", rider_unavailable: "conflict" } as const;

export async function askRider(
  context: Context<keyof typeof ASK_REFUSALS>,
  locked: LockedJob,
  driver_id: number,
): Promise<void> {
  const { refuse } = context;
  const { job } = locked;
  // Unlike a search, a dispatcher may also ask a rider who was asked before, gave the job back, or has another open offer.
  const searched = await evaluateRiders(
    context,
    {
      order: locked.order,
      job: { ...job, former_driver_ids: [], searching_since: context.now.toISOString() },
    },
    true,
  );
  const rider = searched.ranked.find((one) => one.driver_id === driver_id);
  if (rider === undefined) {
    const skipped = searched.skipped.find((one) => one.driver_id === driver_id);
    if (skipped === undefined)
      throw refuse("unknown_rider", {
        message: business_messages.unknown_rider,
        errors: [{ field: "driver_id", message: business_messages.unknown_rider }],
      });
    throw refuse("rider_unavailable", {
      message: business_messages.rider_unavailable,
      values: { reason: skipped.reason },
    });
  }
  await endOffers(context, locked, { state: "WITHDRAWN", reason: "offered_to_other" });
  const offer = await insertOffer(context, job, searched, rider, "direct");
  if (offer === undefined)
    throw refuse("rider_unavailable", {
      message: business_messages.rider_unavailable,
      values: { reason: "other_offer" },
    });
  locked.offers.push(offer);
  job.state = "OFFERED";
  job.reason = null;
  explain(context, job, { what: "asked", driver_id, reason: "named_by_dispatcher" });
  await saveJob(context, job);
}
