/** An offer was not accepted in time: its places go to the next who waits. */
import { defineDue } from "#operation/define/due.ts";
import { lockWaitlist } from "../records/bookable.ts";
import { EntryRecord, OfferRecord } from "../records/waitlist.ts";
import { leaveWaitlist, OFFER_END } from "../waitlist.ts";

export const endOffer = defineDue({
  kind: OFFER_END,

  async run(context, { subject }) {
    const unlocked = await OfferRecord.find(context, Number(subject));
    if (unlocked === undefined) return;
    const { bookable_id } = await EntryRecord.get(context, unlocked.entry_id);
    const bookable = await lockWaitlist(context, bookable_id);
    const offer = await OfferRecord.getLocked(context, unlocked.id);
    if (offer.status !== "OPEN" || Date.parse(offer.expires_at) > context.now.getTime()) return;
    const entry = await EntryRecord.getLocked(context, offer.entry_id);
    await leaveWaitlist(context, bookable, entry, offer, { offer_status: "LAPSED", entry_status: "LAPSED" });
  },
});
