/** The events of price lists. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Id } from "#vocabulary/basics.ts";

const PriceList = Type.Object({
  price_list_id: Id,
  list_version: Type.Integer(),
  effective_from: Type.String(),
  is_default: Type.Boolean(),
});

const price_list = groupEvents({ record_kinds: ["price_list"], scope: "settings:read" });

export const events = defineEvents({
  "price_list.created": price_list("A price list was created.", PriceList),
  "price_list.replaced": price_list("A price list got a new version.", PriceList),
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
