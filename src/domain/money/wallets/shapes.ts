/** Wallets and transactions as they are returned. */
import Type from "typebox";
import { Currency, ID_MAX, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { OwnMoney, Price, PriceCurrency, PriceHidden } from "#vocabulary/price.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { TRANSACTION_KINDS } from "./rules.ts";

/** Minor units, also negative, and beyond 32 bits. */
const Balance = (description: string) =>
  OwnMoney(Type.Integer({ minimum: -ID_MAX, maximum: ID_MAX, description }));

export const PAYMENT_METHODS = ["cash", "bank_transfer", "card_terminal", "cheque", "other"] as const;

export const Amount = Type.Integer({
  minimum: 1,
  maximum: 100_000_000_00,
  description: "Minor units of the business's currency.",
});

export const Reference = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: "\\S",
  description: "What the bank or the till calls the payment. The same one is recorded once.",
});

export const Note = Type.String({ maxLength: 500 });

/** Year and month in the business's time zone. */
export const Month = Type.String({
  pattern: "^(19|20|21)\\d\\d-(0[1-9]|1[0-2])$",
  maxLength: 7,
  description: "YYYY-MM in the business's time zone.",
});

/** What a customer may know of its own wallet. */
export const Wallet = Type.Object(
  {
    currency: OwnMoney(Currency),
    balance_minor: Balance("What is in the wallet and not held; negative while credit is used."),
    held_minor: Balance("Reserved for purchases under way."),
    credit_limit_minor: Balance("How far the balance may fall below zero."),
    available_minor: Balance("What can be spent now: the balance and the credit."),
  },
  { $id: "Wallet" },
);

export const CustomerWallet = Type.Object(
  {
    customer_id: Ref("customer"),
    code: Type.String(),
    name: Type.String(),
    ...Wallet.properties,
    settlement_due_minor: Balance(
      "Charges of families with hidden prices that the customer has not paid; it pays them outside of the wallet.",
    ),
  },
  { $id: "CustomerWallet" },
);

export const WalletTransaction = Type.Object(
  {
    transaction_id: NoRef("a transaction of a wallet"),
    kind: StringEnum(TRANSACTION_KINDS),
    account: StringEnum(["wallet", "settlement"], {
      description: "The account of the customer that changed.",
    }),
    family: Nullable(Type.String({ description: "The order family that was charged." })),
    amount_minor: Price("by:family", "Minor units: positive when the account rose, negative when it fell."),
    balance_after_minor: Price("by:family", "The account's balance after it."),
    currency: PriceCurrency("by:family"),
    price_hidden: PriceHidden,
    subject_type: Nullable(Type.String({ description: "What was paid for." })),
    subject_id: Nullable(NoRef("a record of `subject_type`")),
    method: Nullable(Type.String()),
    reference: Nullable(Type.String()),
    note: Type.String(),
    created_at: Timestamp,
  },
  { $id: "WalletTransaction" },
);

export const Statement = Type.Object({
  result: Type.Boolean(),
  name: Type.String({ description: "Name of the file." }),
  content_type: Type.String(),
  content_base64: Type.String(),
  document_id: Ref("issued_document"),
  document_version: Type.Integer({
    description: "Counts the statements of the month with different contents.",
  }),
  sha256: Type.String({ description: "Fingerprint of the file." }),
  transactions: Type.Integer({ minimum: 0 }),
});
