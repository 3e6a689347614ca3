/** Rows of payments by card. */

export interface PaymentSettingsRow {
  business_id: number;
  vendor: "none" | "checkout_sessions";
  base_url: string | null;
  secret_sealed: string | null;
  secret_end: string | null;
  event_secret_sealed: string | null;
  event_secret_end: string | null;
  endpoint_key: string;
  topup_min_minor: number;
  topup_max_minor: number;
  version: number;
}

export const PAYMENT_STATES = ["opening", "open", "processing", "paid", "failed", "expired"] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

export interface PaymentRow {
  id: number;
  business_id: number;
  customer_id: number;
  amount_minor: number;
  currency: string;
  state: PaymentState;
  reference: string | null;
  payment_reference: string | null;
  checkout_url: string | null;
  failure: string | null;
  paid_minor: number;
  refunded_minor: number;
  return_url: string | null;
  created_by: number | null;
  created_at: string;
  expires_at: string;
  ended_at: string | null;
}

export const REFUND_STATES = ["requested", "pending", "succeeded", "failed"] as const;

export interface PaymentRefundRow {
  id: number;
  business_id: number;
  payment_id: number;
  amount_minor: number;
  state: (typeof REFUND_STATES)[number];
  reference: string | null;
  failure: string | null;
  reason: string;
  created_by: number | null;
  created_at: string;
  ended_at: string | null;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    payment_settings: PaymentSettingsRow;
    payment: PaymentRow;
    payment_refund: PaymentRefundRow;
  }
}
