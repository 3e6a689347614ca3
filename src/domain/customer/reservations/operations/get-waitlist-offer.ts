/** The offer of a link, as who waits sees it. */
import Type from "typebox";
import { linkTokenMember, respondToLink } from "#operation/caller/content-links.ts";
import { getLinkedId } from "#operation/caller/link.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { OFFER_OPERATIONS } from "../links.ts";
import { answerOwnEntry } from "../present.ts";
import { SlotRecord } from "../records/slot.ts";
import { OFFER, OfferRecord } from "../records/waitlist.ts";
import { OFFER_STATUSES } from "../rules.ts";
import { OwnEntry } from "../shapes.ts";

export const getWaitlistOffer = defineOperation({
  name: OFFER_OPERATIONS.get,
  summary: "Get the waitlist offer of a link",
  access: { roles: [], scopes: [], link: OFFER },
  rest: { method: "GET", path: "/api/v1/reservations/public/offers/{link}", link_in_path: true },
  localised: true,
  input: Type.Object(linkTokenMember),
  output: Type.Object({
    result: Type.Boolean(),
    entry: OwnEntry,
    status: StringEnum(OFFER_STATUSES),
    starts_at: Timestamp,
    ends_at: Timestamp,
    expires_at: Nullable(Timestamp),
  }),

  async run(context) {
    const { now } = context;
    respondToLink(context);
    const offer = await OfferRecord.get(context, getLinkedId(context.actor, OFFER));
    const { starts_at, ends_at } = await SlotRecord.get(context, offer.slot_id);
    const is_over = offer.status === "OPEN" && Date.parse(offer.expires_at) <= now.getTime();
    return {
      ...(await answerOwnEntry(context, offer.entry_id)),
      status: is_over ? "LAPSED" : offer.status,
      starts_at,
      ends_at,
      expires_at: offer.status === "OPEN" && !is_over ? offer.expires_at : null,
    };
  },
});
