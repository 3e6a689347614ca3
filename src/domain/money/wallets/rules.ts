/** Decisions about money: what may be taken, and between which accounts a transaction moves it. */

export type AccountKind = "wallet" | "held" | "settlement" | "payments" | "revenue" | "adjustments";

/** The accounts of a customer, whose balances are stored. The others belong to the business. */
const CUSTOMER_ACCOUNTS = ["wallet", "held", "settlement"] as const;
export type CustomerAccountKind = (typeof CUSTOMER_ACCOUNTS)[number];

export const TRANSACTION_KINDS = [
  /** The customer paid into its wallet. */
  "topup",
  /** Reserved for a purchase under way, */
  "hold",
  /** which was fulfilled, */
  "capture",
  /** or was not, in whole or in part. */
  "release",
  /** Taken at once for something fulfilled. */
  "charge",
  /** Returned for something that was charged. */
  "refund",
  /** Corrected by the business. */
  "adjustment",
  "fee",
  /** The customer paid its settlement account outside. */
  "settlement",
  /** Paid back to the customer from its wallet. */
  "payout",
] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

export const isCustomerAccount = (kind: string): kind is CustomerAccountKind =>
  CUSTOMER_ACCOUNTS.some((one) => one === kind);

/** One side of a transaction. Credits are positive; all sides together are zero. */
export interface Side {
  account: AccountKind;
  amount_minor: number;
}

/**
 * Where the money of each kind of transaction comes from and goes to. `payer` is the account that pays purchases: the
 * wallet, or the settlement account where prices are hidden.
 */
const MOVES: Record<TransactionKind, { from: AccountKind | "payer"; to: AccountKind | "payer" }> = {
  topup: { from: "payments", to: "wallet" },
  hold: { from: "wallet", to: "held" },
  capture: { from: "held", to: "revenue" },
  release: { from: "held", to: "wallet" },
  charge: { from: "payer", to: "revenue" },
  refund: { from: "revenue", to: "payer" },
  adjustment: { from: "adjustments", to: "wallet" },
  fee: { from: "payer", to: "revenue" },
  settlement: { from: "payments", to: "settlement" },
  payout: { from: "wallet", to: "payments" },
};

/** The two sides of a transaction. A negative amount, of an adjustment, moves the other way. */
export function buildSides(
  kind: TransactionKind,
  amount_minor: number,
  payer: "wallet" | "settlement" = "wallet",
): [Side, Side] {
  const { from, to } = MOVES[kind];
  return [
    { account: from === "payer" ? payer : from, amount_minor: -amount_minor },
    { account: to === "payer" ? payer : to, amount_minor },
  ];
}

/** What can be spent: the balance of the wallet and the credit that the business gives. Not below zero. */
export function computeAvailable(balance_minor: number, credit_limit_minor: number): number {
  return Math.max(0, balance_minor + credit_limit_minor);
}

/**
 * May the account of a customer change by this amount? Only what is taken from a wallet is limited: a balance that is
 * below the credit limit, because the limit was lowered, may still rise.
 */
export function isWithinLimit(
  account: CustomerAccountKind,
  {
    balance_minor,
    change_minor,
    credit_limit_minor,
  }: Record<"balance_minor" | "change_minor" | "credit_limit_minor", number>,
): boolean {
  if (account !== "wallet" || change_minor >= 0) return true;
  return balance_minor + change_minor >= -credit_limit_minor;
}
