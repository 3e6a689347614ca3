/** Decline an offer: it goes to the next who waits, and the entry ends. */
import Type from "typebox";
import { linkTokenMember } from "#operation/caller/content-links.ts";
import { defineOperation } from "#operation/define/define.ts";
import { OFFER_OPERATIONS } from "../links.ts";
import { lockLinkedOffer, OFFER_REFUSALS } from "../load-offer.ts";
import { answerOwnEntry } from "../present.ts";
import { OFFER } from "../records/waitlist.ts";
import { OwnEntryAnswer } from "../shapes.ts";
import { leaveWaitlist } from "../waitlist.ts";

export const declineWaitlistOffer = defineOperation({
  name: OFFER_OPERATIONS.decline,
  summary: "Decline a waitlist offer",
  access: { roles: [], scopes: [], link: OFFER },
  rest: { method: "POST", path: "/api/v1/reservations/public/offers/{link}/decline", link_in_path: true },
  localised: true,
  limit: { name: "reservation_manage", per_s: 0.5, burst: 30 },
  input: Type.Object(linkTokenMember),
  output: OwnEntryAnswer,
  refusals: OFFER_REFUSALS,

  async run(context) {
    const { bookable, offer, entry } = await lockLinkedOffer(context);
    await leaveWaitlist(context as never, bookable, entry, offer, {
      offer_status: "DECLINED",
      entry_status: "DECLINED",
    });
    return answerOwnEntry(context, entry.id);
  },
});
