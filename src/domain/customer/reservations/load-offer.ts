/** The offer of a link with all that is locked to decide it. */

import { getLinkedId } from "#operation/caller/link.ts";
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";
import { lockWaitlist } from "./records/bookable.ts";
import { SlotRecord } from "./records/slot.ts";
import { EntryRecord, OFFER, OfferRecord } from "./records/waitlist.ts";

export const OFFER_REFUSALS = { offer_lapsed: "gone", offer_accepted: "conflict" } as const;

export async function lockLinkedOffer(context: Context<keyof typeof OFFER_REFUSALS>) {
  const { now, refuse } = context;
  const unlocked = await OfferRecord.get(context, getLinkedId(context.actor, OFFER));
  const { bookable_id } = await EntryRecord.get(context, unlocked.entry_id);
  const bookable = await lockWaitlist(context, bookable_id);
  const slot = await SlotRecord.getLocked(context, unlocked.slot_id);
  const offer = await OfferRecord.getLocked(context, unlocked.id);
  const entry = await EntryRecord.getLocked(context, unlocked.entry_id);
  if (offer.status === "ACCEPTED") throw refuse("offer_accepted", { message: messages.offer_accepted });
  if (offer.status !== "OPEN" || Date.parse(offer.expires_at) <= now.getTime())
    throw refuse("offer_lapsed", { message: messages.offer_lapsed });
  return { bookable, slot, offer, entry };
}
