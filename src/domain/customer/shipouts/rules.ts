/** States of ship-outs: one table of what each decision makes of which. Pure. */
import { defineMoves, type Move } from "#domain/customer/service-orders/public.ts";

export const STATUSES = [
  "AWAITING_PRICE",
  "AWAITING_PAYMENT",
  "PAID",
  "PICKING",
  "PACKED",
  "SHIPPED",
  "DELIVERED",
  "CANCELLED",
] as const;
export type Status = (typeof STATUSES)[number];

export type Decision =
  | "quote"
  | "pay_all"
  | "cancel"
  | "process"
  | "process_unpaid"
  | "pack"
  | "reprice"
  | "ship"
  | "complete";

export const MOVES: readonly Move<Status, Decision>[] = [
  { from: ["AWAITING_PRICE", "AWAITING_PAYMENT"], trigger: "quote", to: "AWAITING_PAYMENT" },
  { from: ["AWAITING_PAYMENT"], trigger: "pay_all", to: "PAID" },
  { from: ["AWAITING_PRICE", "AWAITING_PAYMENT", "PAID"], trigger: "cancel", to: "CANCELLED" },
  { from: ["PAID"], trigger: "process", to: "PICKING" },
  // Where the service is paid before shipping, or staff allow it.
  { from: ["AWAITING_PAYMENT"], trigger: "process_unpaid", to: "PICKING" },
  { from: ["PICKING"], trigger: "pack", to: "PACKED" },
  { from: ["PICKING", "PACKED"], trigger: "reprice", to: "same" },
  { from: ["PICKING", "PACKED"], trigger: "ship", to: "SHIPPED" },
  { from: ["SHIPPED"], trigger: "complete", to: "DELIVERED" },
];

/** The status after a decision; null where it is not possible. */
export const getNextStatus = defineMoves(MOVES);

/** How a ship-out begins: with the price of its estimate, which may be nothing, or waiting for one. */
export function getFirstStatus(price: { total_minor: number } | null): Status {
  if (price === null) return "AWAITING_PRICE";
  return price.total_minor === 0 ? "PAID" : "AWAITING_PAYMENT";
}
