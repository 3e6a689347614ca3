/** Rows of the ledger. Credits are positive, debits negative; amounts are minor units of the currency. */

export type AccountKind = "wallet" | "held" | "settlement" | "payments" | "revenue" | "adjustments";

/** The accounts of a customer, whose balances are stored. The others belong to the business. */
export const CUSTOMER_ACCOUNTS = ["wallet", "held", "settlement"] as const;
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

export interface LedgerAccountRow {
  id: number;
  business_id: number;
  kind: AccountKind;
  customer_id: number | null;
  currency: string;
  balance_minor: number | null;
}

export interface LedgerTransactionRow {
  id: number;
  business_id: number;
  customer_id: number;
  kind: TransactionKind;
  currency: string;
  amount_minor: number;
  family: string | null;
  subject_type: string | null;
  subject_id: number | null;
  reference: string | null;
  method: string | null;
  note: string;
  created_by: number | null;
  created_at: string;
}

export interface LedgerHoldRow {
  id: number;
  business_id: number;
  customer_id: number;
  paid_from: "wallet" | "settlement";
  currency: string;
  family: string;
  subject_type: string;
  subject_id: number;
  amount_minor: number;
  captured_minor: number;
  state: "held" | "captured" | "released";
  created_at: string;
  ended_at: string | null;
}

interface LedgerStatementRow {
  id: number;
  business_id: number;
  customer_id: number;
  account: "wallet" | "settlement";
  month: string;
  for_customer: boolean;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    ledger_account: LedgerAccountRow;
    ledger_transaction: LedgerTransactionRow;
    ledger_hold: LedgerHoldRow;
    ledger_statement: LedgerStatementRow;
  }
}
