/** Accept an offer: its places, which nobody else could take meanwhile, become a reservation. */
import Type from "typebox";
import { linkTokenMember } from "#operation/caller/content-links.ts";
import { defineOperation } from "#operation/define/define.ts";
import { convertEntry } from "../accept.ts";
import { buildManageUrl, OFFER_OPERATIONS } from "../links.ts";
import { lockLinkedOffer, OFFER_REFUSALS } from "../load-offer.ts";
import { messages } from "../messages.ts";
import { answerManaged } from "../present.ts";
import { OFFER } from "../records/waitlist.ts";
import { ManagedAnswer } from "../shapes.ts";
import { closeOffer, takeFromPool } from "../waitlist.ts";

export const acceptWaitlistOffer = defineOperation({
  name: OFFER_OPERATIONS.accept,
  summary: "Accept a waitlist offer",
  destructive: false,
  access: { roles: [], scopes: [], link: OFFER },
  rest: { method: "POST", path: "/api/v1/reservations/public/offers/{link}/accept", link_in_path: true },
  secret_answer: true,
  localised: true,
  limit: { name: "reservation_manage", per_s: 0.5, burst: 30 },
  input: Type.Object(linkTokenMember),
  output: Type.Object({
    ...ManagedAnswer.properties,
    manage_token: Type.String({
      "x-secret": true,
      description: "Of the link of the reservation; shown once.",
    }),
    manage_url: Type.String({ "x-secret": true, description: "The page of the guest, with the token." }),
  }),
  refusals: OFFER_REFUSALS,

  async run(context) {
    const { settings, refuse } = context;
    const { bookable, slot, offer, entry } = await lockLinkedOffer(context);
    const is_taken = offer.is_exclusive || (await takeFromPool(context as never, bookable, slot, offer));
    if (!is_taken) throw refuse("offer_lapsed", { message: messages.offer_lapsed });
    await closeOffer(
      context as never,
      bookable,
      { offer, entry, slot },
      { offer_status: "ACCEPTED", entry_status: "CONVERTED" },
    );
    const { row, token } = await convertEntry(context as never, bookable, slot, entry, "guest");
    return {
      ...(await answerManaged(context, row.id)),
      manage_token: token,
      manage_url: buildManageUrl(settings.base_url, token),
    };
  },
});
