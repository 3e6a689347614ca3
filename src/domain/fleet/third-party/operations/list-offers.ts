/** The offers of the business, newest first: who was asked for an order, and what they answered. */
import Type from "typebox";
import { defineList, indexed } from "#operation/define/list.ts";
import { OrderId, StringEnum } from "#vocabulary/basics.ts";
import { byId } from "#vocabulary/cursor-page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { loadOfferViews, OFFERS_WITH_ORDERS, type OfferWithOrderRow } from "../records/offer.ts";
import { OFFER_STATES } from "../rules.ts";
import { Offer } from "../shapes.ts";

export const listOffers = defineList({
  name: "thirdpartyOffers",
  summary: "List offers to delivery providers",
  access: { scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/thirdparty/offers" },
  filters: {
    order_id: indexed(Ref("order", OrderId)),
    provider_id: indexed(Ref("delivery_provider"), "$provider_id = any(f.provider_ids)"),
    state: indexed(StringEnum(OFFER_STATES)),
  },
  rows: { offers: Type.Array(Offer) },
  from: "tender_offer f",
  select: OFFERS_WITH_ORDERS,
  order: byId("f.id"),
  buildAll: (rows: OfferWithOrderRow[], context) => loadOfferViews(context, rows),
});
