/** A rider did not answer in time: the next one is asked. */
import { defineDue } from "#operation/define/due.ts";
import { JobRecord, lockJob } from "../records/job.ts";
import { OFFER_EXPIRES, OfferRecord } from "../records/offer.ts";
import { refuseOffer } from "../refuse-offer.ts";

export const expireOfferDue = defineDue({
  kind: OFFER_EXPIRES,

  async run(context, { subject }) {
    const { now } = context;
    const found_offer = await OfferRecord.find(context, Number(subject));
    const job = found_offer === undefined ? undefined : await JobRecord.find(context, found_offer.job_id);
    if (found_offer === undefined || job === undefined) return;
    const locked = await lockJob(context, job);
    const offer = locked.offers.find(({ id }) => id === found_offer.id);
    if (offer === undefined || offer.expires_at > now.toISOString()) return;
    await refuseOffer(context, locked, offer, { state: "EXPIRED", reason: "no_answer" });
  },
});
