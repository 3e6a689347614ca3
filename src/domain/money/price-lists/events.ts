/** The events of price lists. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { Id } from "#vocabulary/basics.ts";

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
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
