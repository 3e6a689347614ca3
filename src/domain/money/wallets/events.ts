/** The events of wallets. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { Price, PriceCurrency } from "#vocabulary/price.ts";
import { TRANSACTION_KINDS } from "./rules.ts";

/**
 * Transactions that end a hold. Every other one moves money that no earlier one did, and counts towards the limits of a token,
 * whichever way it goes: what is paid out, refunded or corrected is lost to the business as what is spent is to a customer.
 */
const ENDS_HOLD: ReadonlySet<unknown> = new Set(["capture", "release"]);

export const events = defineEvents(
  {
    "wallet.transaction_posted": {
      record_kinds: ["wallet"],
      // A hold that is captured later was counted when the money was reserved.
      usage: ({ kind, amount_minor, currency }) =>
        typeof amount_minor === "number" && !ENDS_HOLD.has(kind)
          ? { money: { amount_minor: Math.abs(amount_minor), currency: String(currency) } }
          : {},
      scope: "wallet:read",
      summary: "A transaction was posted to the accounts of a customer.",
      payload: Type.Object({
        transaction_id: Id,
        kind: StringEnum(TRANSACTION_KINDS),
        family: Nullable(Type.String({ description: "The order family that was charged." })),
        subject_type: Nullable(Type.String()),
        subject_id: Nullable(Id),
        amount_minor: Price("by:family"),
        currency: PriceCurrency("by:family"),
      }),
      public_types: ["wallet.changed"],
    },
  },
  { "wallet.changed": "Money was added to, held in, taken from or returned to the wallet of a customer." },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
