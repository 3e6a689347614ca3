/** Decline a job; the next rider is asked. Declining changes nothing about later offers. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { lockOwnOffer } from "../records/offer.ts";
import { getOwnRider } from "../records/rider.ts";
import { RIDER_WRITE } from "../refusals.ts";
import { refuseOffer } from "../refuse-offer.ts";

export const declineInstantOffer = defineOperation({
  name: "instantRiderOfferDecline",
  summary: "Decline a job",
  ...RIDER_WRITE,
  rest: { method: "POST", path: "/api/v1/instant-rider/offers/{instant_offer_id}/decline" },
  input: Type.Object({
    instant_offer_id: Ref("instant_offer"),
    reason: Type.Optional(Type.String({ maxLength: 200, description: "For the dispatcher." })),
  }),
  output: Type.Object({ result: Type.Boolean(), instant_offer_id: Ref("instant_offer") }),

  async run(context, { instant_offer_id, reason = null }) {
    const driver = await getOwnRider(context);
    const own_offer = await lockOwnOffer(context, instant_offer_id, driver.id);
    // One that is gone needs no answer any more.
    if (own_offer.offer.state === "OFFERED")
      await refuseOffer(context, own_offer, own_offer.offer, { state: "DECLINED", reason });
    return { result: true, instant_offer_id };
  },
});
