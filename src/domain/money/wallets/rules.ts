/** Decisions about money: what may be taken, and between which accounts a transaction moves it. */
import type { AccountKind, CustomerAccountKind, TransactionKind } from "./tables.ts";

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
