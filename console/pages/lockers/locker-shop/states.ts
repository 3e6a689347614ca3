/** Statuses and alerts of shops in lockers. Without texts, for the manifest. */
import type { Tone } from "../../../parts/labels.ts";

export const STATUSES = {
  CART_HELD: "grey",
  PAID: "accent",
  OPEN_GRANTED: "accent",
  COLLECTED: "good",
  REFUND_PENDING: "warn",
  REFUNDED: "grey",
  EXPIRED: "grey",
} as const satisfies Record<string, Tone>;

/** In the sequence in which somebody should look at them. */
export const ALERTS = {
  goods_unpaid: "bad",
  payment_failed: "bad",
  problem: "bad",
  goods_expired: "bad",
  too_warm: "bad",
  not_ready: "warn",
  low_stock: "warn",
} as const satisfies Record<string, Tone>;
