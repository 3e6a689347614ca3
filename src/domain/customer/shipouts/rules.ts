/** States of ship-outs: one table of what each decision makes of which. Pure. */

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

interface Move {
  from: readonly Status[];
  trigger: Decision;
  to: Status | "same";
}

export const MOVES: readonly Move[] = [
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
export function getNextStatus(status: Status, decision: Decision): Status | null {
  const move = MOVES.find(({ from, trigger }) => trigger === decision && from.includes(status));
  if (move === undefined) return null;
  return move.to === "same" ? status : move.to;
}

/** How a ship-out begins: with the price of its estimate, which may be nothing, or waiting for one. */
export function getFirstStatus(price: { total_minor: number } | null): Status {
  if (price === null) return "AWAITING_PRICE";
  return price.total_minor === 0 ? "PAID" : "AWAITING_PAYMENT";
}

/** Whether the customer can pay: while it is not cancelled, and something is left to pay. */
export function canBePaid(status: Status, bill: { is_priced: boolean; remaining_minor: number }): boolean {
  return status !== "CANCELLED" && bill.is_priced && bill.remaining_minor > 0;
}
