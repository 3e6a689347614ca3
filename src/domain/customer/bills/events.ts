/** The events of bills. */
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, StringEnum } from "#vocabulary/basics.ts";
import { Price, PriceCurrency } from "#vocabulary/price.ts";
import { SERVICE_PRICE_FAMILIES } from "./families.ts";
import { BILLED_KINDS, STEP_KINDS } from "./rules.ts";

const bill = groupEvents({ record_kinds: BILLED_KINDS, scope: "wallet:read" });
const priced = {
  customer_id: Id,
  family: StringEnum(SERVICE_PRICE_FAMILIES),
  currency: PriceCurrency("by:family"),
};

export const events = defineEvents(
  {
    "bill.priced": bill(
      "What a customer ordered was priced, or has another price.",
      {
        ...priced,
        step: StringEnum(STEP_KINDS),
        total_before_minor: Price("by:family"),
        total_minor: Price("by:family"),
        returned_minor: Price("by:family"),
      },
      { public_types: ["customer_order.priced"] },
    ),
    "bill.paid": bill(
      "What a customer ordered was paid, in full or in part.",
      {
        ...priced,
        amount_minor: Price("by:family"),
        remaining_minor: Price("by:family"),
      },
      { public_types: ["customer_order.paid"] },
    ),
  },
  {
    "customer_order.priced": "What a customer ordered was priced, repriced or refunded.",
    "customer_order.paid": "What a customer ordered was paid, in full or in part.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
