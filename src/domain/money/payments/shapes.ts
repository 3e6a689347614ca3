/** Payments by card, and the settings of their processor, as they are returned. Secrets are written and never returned. */
import Type from "typebox";
import { Count, Currency, ID_MAX, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { OwnMoney } from "#vocabulary/price.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { PAYMENT_STATES, REFUND_STATES } from "./rules.ts";

export const PROCESSORS = ["none", "checkout_sessions"] as const;

const Sum = OwnMoney(
  Type.Integer({ minimum: 0, maximum: ID_MAX, description: "Minor units of `currency`." }),
);

export const Payment = Type.Object(
  {
    payment_id: Ref("payment"),
    customer_id: Ref("customer"),
    amount_minor: Sum,
    currency: OwnMoney(Currency),
    state: StringEnum(PAYMENT_STATES, {
      description:
        "`opening`: the processor has not answered yet; `processing`: given, not yet sure to arrive.",
    }),
    checkout_url: Nullable(Type.String({ description: "Where it is paid, while it is open." })),
    paid_minor: Sum,
    refunded_minor: Sum,
    failure: Nullable(Type.String()),
    created_at: Timestamp,
    expires_at: Timestamp,
    ended_at: Nullable(Timestamp),
  },
  { $id: "Payment" },
);

export const PaymentRefund = Type.Object(
  {
    refund_id: NoRef("a refund of a payment"),
    payment_id: Ref("payment"),
    amount_minor: Sum,
    state: StringEnum(REFUND_STATES),
    reason: Type.String(),
    failure: Nullable(Type.String()),
    created_at: Timestamp,
    ended_at: Nullable(Timestamp),
  },
  { $id: "PaymentRefund" },
);

const StoredSecret = Type.Object({
  configured: Type.Boolean(),
  last_four: Nullable(Type.String({ description: "By which its owner recognises it." })),
});

export const PaymentSettings = Type.Object(
  {
    vendor: StringEnum(PROCESSORS, { description: "`checkout_sessions`: the API that Stripe publishes." }),
    base_url: Nullable(Type.String()),
    secret_key: StoredSecret,
    event_secret: StoredSecret,
    events_url: Nullable(
      Type.String({ description: "Enter it at the processor: it sends its events there." }),
    ),
    topup_min_minor: Count,
    topup_max_minor: Count,
  },
  { $id: "PaymentSettings" },
);
