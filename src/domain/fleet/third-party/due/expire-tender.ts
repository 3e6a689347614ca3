/** A provider did not answer in time: the next one is asked, or the order goes back to the business. */
import { defineDue } from "#operation/define/due.ts";
import { explain, lockOffer } from "../records/offer.ts";
import { getProvider, loadCandidates } from "../records/provider.ts";
import { emitTender, saveTender, TENDER_EXPIRES, TenderRecord } from "../records/tender.ts";
import { continueOffer } from "../tender-next.ts";

export const expireTenderDue = defineDue({
  kind: TENDER_EXPIRES,

  async run(context, { subject }) {
    const { now } = context;
    const tender_row = await TenderRecord.find(context, Number(subject));
    if (tender_row === undefined) return;
    const locked = await lockOffer(context, { id: tender_row.offer_id, order_id: tender_row.order_id });
    const { offer, tenders } = locked;
    const tender = tenders.find(({ id }) => id === tender_row.id);
    if (tender?.state !== "OFFERED" || tender.expires_at > now.toISOString()) return;
    const providers = await loadCandidates(context, [tender.provider_id]);
    await saveTender(context, tender, { state: "EXPIRED", ended_at: now.toISOString() });
    emitTender(context, "tender.expired", tender, getProvider(providers, tender));
    explain(context, offer, { what: "expired", provider_id: tender.provider_id });
    await continueOffer(context, locked);
  },
});
