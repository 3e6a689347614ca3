/** The events of payments. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Currency, Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { OwnMoney } from "#vocabulary/price.ts";
import { PAYMENT_STATES, REFUND_STATES } from "./rules.ts";

const payment = groupEvents({ record_kinds: ["payment"], scope: "wallet:read" });

export const events = defineEvents(
  {
    "payment.state_changed": payment(
      "A payment by card was opened, or changed its state.",
      {
        customer_id: Id,
        state: StringEnum(PAYMENT_STATES),
        amount_minor: OwnMoney(Type.Integer()),
        currency: OwnMoney(Currency),
        failure: Nullable(Type.String()),
      },
      { public_types: ["payment.changed"] },
    ),
    "payment.refund_changed": payment(
      "A refund of a payment by card was requested, or changed its state.",
      {
        refund_id: Id,
        state: StringEnum(REFUND_STATES),
        amount_minor: OwnMoney(Type.Integer()),
        failure: Nullable(Type.String()),
      },
      { public_types: ["payment.changed"] },
    ),
    "business.payment_settings_changed": {
      record_kinds: ["business"],
      scope: "settings:read",
      summary: "The processor of card payments was changed.",
      payload: Type.Object({ members: Type.Array(Type.String()) }),
    },
  },
  { "payment.changed": "A payment by card, or a refund of one, changed its state." },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
