/** What becomes of a sale: by its buyer, the processor, the door and time. Pure. Source: README.md, "Statuses". */

export const SALE_STATUSES = [
  "CART_HELD",
  "PAID",
  "OPEN_GRANTED",
  "COLLECTED",
  "REFUND_PENDING",
  "REFUNDED",
  "EXPIRED",
] as const;
export type SaleStatus = (typeof SALE_STATUSES)[number];

export const PAYMENT_STATUSES = [
  "NONE",
  "OPEN",
  "AUTHORISED",
  "CAPTURED",
  "VOIDED",
  "REFUNDED",
  "FAILED",
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const PAYMENT_REQUESTS = ["CAPTURE", "VOID", "REFUND"] as const;
export type PaymentRequest = (typeof PAYMENT_REQUESTS)[number];

/** Why money goes back. */
export const REFUND_CAUSES = [
  "door_not_opened",
  "not_collected",
  "reported",
  "not_sellable",
  "by_staff",
] as const;
export type RefundCause = (typeof REFUND_CAUSES)[number];

/** How goods that nobody paid for were settled. */
export const UNPAID_OUTCOMES = ["paid_elsewhere", "goods_returned", "written_off"] as const;
export type UnpaidOutcome = (typeof UNPAID_OUTCOMES)[number];

export const PROBLEMS = ["not_opened", "wrong_item", "bad_item", "empty"] as const;
export type Problem = (typeof PROBLEMS)[number];

export interface SaleState {
  status: SaleStatus;
  payment_status: PaymentStatus;
  opened_at: string | null;
  payment_failure: string | null;
}

export interface SaleChange {
  status: SaleStatus;
  payment_status: PaymentStatus;
  payment_wanted: PaymentRequest | null;
}

const NOTHING_RESERVED: readonly PaymentStatus[] = ["NONE", "OPEN", "FAILED", "VOIDED", "REFUNDED"];

/**
 * The processor reports how the payment stands. An amount that was reserved for a sale that is held is its payment; one
 * that came after the hold is given up, and never taken.
 */
export function applyPayment(
  sale: SaleState & { price_minor: number; currency: string },
  payment: {
    state: "open" | "processing" | "authorised" | "captured" | "voided";
    amount_minor: number;
    currency: string;
  },
  is_held: boolean,
): (SaleChange & { failure: string | null }) | null {
  const keep = { status: sale.status, payment_wanted: null, failure: null };
  switch (payment.state) {
    case "open":
    case "processing":
      return null;
    case "authorised": {
      if (
        sale.payment_status !== "NONE" &&
        sale.payment_status !== "OPEN" &&
        sale.payment_status !== "FAILED"
      )
        return null;
      const is_right = payment.amount_minor === sale.price_minor && payment.currency === sale.currency;
      if (sale.status === "CART_HELD" && is_held && is_right)
        return { ...keep, status: "PAID", payment_status: "AUTHORISED" };
      return {
        ...keep,
        status: sale.status === "CART_HELD" ? "EXPIRED" : sale.status,
        payment_status: "AUTHORISED",
        payment_wanted: "VOID",
        failure: is_right ? null : "other_amount",
      };
    }
    case "captured":
      return sale.payment_status === "AUTHORISED" || sale.payment_status === "OPEN"
        ? {
            ...keep,
            payment_status: "CAPTURED",
            // Taken although the door did not open: it goes back.
            payment_wanted: sale.opened_at === null ? "REFUND" : null,
          }
        : null;
    case "voided":
      if (NOTHING_RESERVED.includes(sale.payment_status) && sale.payment_status !== "OPEN") return null;
      return {
        ...keep,
        payment_status: "VOIDED",
        status:
          sale.status === "REFUND_PENDING" || sale.status === "PAID"
            ? "REFUNDED"
            : sale.status === "CART_HELD"
              ? "EXPIRED"
              : sale.status,
      };
  }
}

/** The money goes back, again where the processor refused; null where none was given, or it is on its way back. */
export function requestRefund({ status, payment_status, payment_failure }: SaleState): SaleChange | null {
  if (status === "REFUNDED" || (status === "REFUND_PENDING" && payment_failure === null)) return null;
  if (payment_status === "AUTHORISED")
    return { status: "REFUND_PENDING", payment_status, payment_wanted: "VOID" };
  if (payment_status === "CAPTURED")
    return { status: "REFUND_PENDING", payment_status, payment_wanted: "REFUND" };
  return null;
}

/** The amount was given up before the door opened: nothing is taken for goods that are out all the same. */
export const isGivenUp = ({ status, opened_at }: Pick<SaleState, "status" | "opened_at">): boolean =>
  opened_at === null && (status === "REFUND_PENDING" || status === "REFUNDED");

/** Goods are out, nobody has paid for them, and nobody has settled it. */
export const isUnpaid = (sale: {
  unpaid_since: string | null;
  unpaid_outcome: UnpaidOutcome | null;
}): boolean => sale.unpaid_since !== null && sale.unpaid_outcome === null;

const HOUR_MS = 3_600_000;

/**
 * When the goods of a cell expire after a stocking round: by their shelf life or the date on them, whichever is earlier. What
 * was in it before does not keep longer by what is added.
 */
export function computeExpiry(
  cell: { qty: number; expires_at: string | null; goods_expire_at: string | null },
  shelf_life_h: number | null,
  stocked_at: Date,
): string | null {
  const ends = [
    cell.qty > 0 ? cell.expires_at : null,
    cell.goods_expire_at,
    shelf_life_h === null ? null : new Date(stocked_at.getTime() + shelf_life_h * HOUR_MS).toISOString(),
  ].flatMap((end) => (end === null ? [] : [Date.parse(end)]));
  return ends.length === 0 ? null : new Date(Math.min(...ends)).toISOString();
}

/** Included in a price, half up. */
export const computeTax = (price_minor: number, tax_bp: number): number =>
  Math.round((price_minor * tax_bp) / (10_000 + tax_bp));

export const computeFee = (price_minor: number, fee_bp: number): number =>
  Math.round((price_minor * fee_bp) / 10_000);

/** Why goods of a cell cannot be sold now; null where they can. */
export function refusalToSell(
  cell: {
    qty: number;
    held: number;
    expires_at: string | null;
    is_too_warm: boolean;
    is_ready: boolean;
    is_offered: boolean;
  },
  now: Date,
): "not_offered" | "not_ready" | "goods_expired" | "too_warm" | "sold_out" | null {
  if (!cell.is_offered) return "not_offered";
  if (cell.qty - cell.held <= 0) return "sold_out";
  if (cell.expires_at !== null && Date.parse(cell.expires_at) <= now.getTime()) return "goods_expired";
  if (cell.is_too_warm) return "too_warm";
  return cell.is_ready ? null : "not_ready";
}
