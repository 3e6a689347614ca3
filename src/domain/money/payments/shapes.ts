/** Payments by card, and the settings of their processor, as they are returned. Secrets are written and never returned. */
import Type from "typebox";
import { Count, Currency, ID_MAX, Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { OwnMoney } from "#vocabulary/price.ts";
import { PAYMENT_STATES, type PaymentRow, type PaymentSettingsRow, REFUND_STATES } from "./tables.ts";

export const PROCESSORS = ["none", "checkout_sessions"] as const;

const Sum = OwnMoney(
  Type.Integer({ minimum: 0, maximum: ID_MAX, description: "Minor units of `currency`." }),
);

export const Payment = Type.Object(
  {
    payment_id: Id,
    customer_id: Id,
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

export function toPayment(row: PaymentRow): Type.Static<typeof Payment> {
  const {
    id,
    customer_id,
    amount_minor,
    currency,
    state,
    checkout_url,
    paid_minor,
    refunded_minor,
    failure,
  } = row;
  return {
    payment_id: id,
    customer_id,
    amount_minor,
    currency,
    state,
    checkout_url: state === "open" ? checkout_url : null,
    paid_minor,
    refunded_minor,
    failure,
    created_at: row.created_at,
    expires_at: row.expires_at,
    ended_at: row.ended_at,
  };
}

export const PaymentRefund = Type.Object(
  {
    refund_id: Id,
    payment_id: Id,
    amount_minor: Sum,
    state: StringEnum(REFUND_STATES),
    reason: Type.String(),
    failure: Nullable(Type.String()),
    created_at: Timestamp,
    ended_at: Nullable(Timestamp),
  },
  { $id: "PaymentRefund" },
);

export const REFUND_COLUMNS =
  "id as refund_id, payment_id, amount_minor, state, reason, failure, created_at, ended_at";

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

export function toPaymentSettings(
  row: PaymentSettingsRow | undefined,
  base_url: string,
): Type.Static<typeof PaymentSettings> {
  return {
    vendor: row?.vendor ?? "none",
    base_url: row?.base_url ?? null,
    secret_key: {
      configured: row !== undefined && row.secret_sealed !== null,
      last_four: row?.secret_end ?? null,
    },
    event_secret: {
      configured: row !== undefined && row.event_secret_sealed !== null,
      last_four: row?.event_secret_end ?? null,
    },
    events_url: row === undefined ? null : `${base_url}/api/v1/payments/events/${row.endpoint_key}`,
    topup_min_minor: row?.topup_min_minor ?? 100,
    topup_max_minor: row?.topup_max_minor ?? 100_000_000,
  };
}
