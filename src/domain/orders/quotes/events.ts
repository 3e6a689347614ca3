/** The events of price lists and quotes. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable } from "#vocabulary/basics.ts";

const PriceList = Type.Object({
  price_list_id: Id,
  list_version: Type.Integer(),
  effective_from: Type.String(),
  is_default: Type.Boolean(),
});

export const events = defineEvents({
  "price_list.created": {
    summary: "A price list was created.",
    subjects: ["price_list"],
    scope: "settings:read",
    payload: PriceList,
  },
  "price_list.replaced": {
    summary: "A price list got a new version.",
    subjects: ["price_list"],
    scope: "settings:read",
    payload: PriceList,
  },
  "quote.made": {
    summary: "Rates of a delivery were quoted. The prices are read over REST.",
    subjects: ["quote"],
    scope: "orders:read",
    payload: Type.Object({
      customer_id: Nullable(Id),
      service: Type.String(),
      price_list_id: Id,
      expires_at: Type.String(),
    }),
  },
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
