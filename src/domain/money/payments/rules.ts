/** What a payment becomes when its checkout is reported in a state. Reports arrive in any order, and repeatedly. */
import type { CheckoutState } from "#providers/payments/port.ts";

export const PAYMENT_STATES = ["opening", "open", "processing", "paid", "failed", "expired"] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

export const REFUND_STATES = ["requested", "pending", "succeeded", "failed"] as const;

/**
 * The next state, or null where nothing changes. Money that arrived counts, however late it is reported: nothing follows
 * `paid`, and `paid` follows everything.
 */
export function decidePaymentState(now: PaymentState, reported: CheckoutState["state"]): PaymentState | null {
  if (now === "paid" || now === reported) return null;
  if (reported === "paid") return "paid";
  // What has ended stays ended.
  if (now === "failed" || now === "expired") return null;
  if (reported === "open") return now === "opening" ? "open" : null;
  return reported;
}

/** Whether somebody may be sent to this address after paying: the service's own, or one that the business allows. */
export function isReturnUrlAllowed(
  url: string,
  base_url: string,
  allowed_origins: readonly string[],
): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, protocol, username, password } = new URL(url);
  if (username !== "" || password !== "") return false;
  if (protocol !== "https:" && protocol !== "http:") return false;
  return origin === new URL(base_url).origin || allowed_origins.includes(origin);
}
