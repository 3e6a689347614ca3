/** The event of quotes. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { PRICE_FAMILIES } from "#vocabulary/features.ts";

export const events = defineEvents({
  "quote.made": {
    summary: "A price was quoted. The prices are read over REST.",
    record_kinds: ["quote"],
    scope: "orders:read",
    payload: Type.Object({
      customer_id: Nullable(Id),
      family: StringEnum(PRICE_FAMILIES),
      service: Type.String(),
      price_list_id: Nullable(Id),
      expires_at: Type.String(),
    }),
  },
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
