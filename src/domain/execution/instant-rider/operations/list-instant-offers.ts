/** Jobs that the caller is asked to take, with pay, distance and time left. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { loadOpenOffers } from "../records/offer.ts";
import { getOwnRider } from "../records/rider.ts";
import { RIDER_READ } from "../refusals.ts";
import { RiderOffer } from "../shapes.ts";
import { loadRiderOffers } from "../views.ts";

export const listInstantOffers = defineOperation({
  name: "instantRiderOffers",
  summary: "List open offers",
  ...RIDER_READ,
  rest: { method: "GET", path: "/api/v1/instant-rider/offers" },
  output: Type.Object({
    result: Type.Boolean(),
    offers: Type.Array(RiderOffer, { description: "The next to expire first." }),
  }),

  async run(context) {
    const driver = await getOwnRider(context);
    return {
      result: true,
      offers: await loadRiderOffers(context, await loadOpenOffers(context, driver.id)),
    };
  },
});
