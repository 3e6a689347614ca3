/** A rider did not answer in time: the next one is asked. */
import { defineDue } from "#operation/define/due.ts";
import { findJob, lockJob, OFFER_COLUMNS } from "../load.ts";
import { refuseOffer } from "../refuse-offer.ts";
import type { OfferRow } from "../tables.ts";
import { OFFER_EXPIRES } from "../write.ts";

export const expireOfferDue = defineDue({
  kind: OFFER_EXPIRES,

  async run(context, { subject }) {
    const { db, business_id, now } = context;
    const found = await db.row<OfferRow>(
      `select ${OFFER_COLUMNS} from instant_offer where business_id = $1 and id = $2`,
      [business_id, Number(subject)],
    );
    const job = found === undefined ? undefined : await findJob(context, found.job_id);
    if (found === undefined || job === undefined) return;
    const locked = await lockJob(context, job);
    const offer = locked.offers.find(({ id }) => id === found.id);
    if (offer === undefined || offer.expires_at > now.toISOString()) return;
    await refuseOffer(context, locked, offer, { state: "EXPIRED", reason: "no_answer" });
  },
});
