/** States of shipping orders: one table of what each decision makes of which. Pure. */
import { defineMoves, type Move } from "#domain/customer/service-orders/public.ts";

export const STATUSES = [
  "PENDING",
  "CONFIRMED",
  "RECEIVING",
  "RECEIVED",
  "REPRICED",
  "PROCESSING",
  "SHIPPED",
  "DELIVERED",
  "EXCEPTION",
  "CANCELLED",
] as const;
export type Status = (typeof STATUSES)[number];

export type Decision =
  | "quote"
  | "confirm"
  | "cancel"
  | "receive_some"
  | "receive_all"
  | "measure"
  | "reprice"
  | "process"
  | "ship"
  | "complete"
  | "call_off"
  | "settle"
  | "report_exception";

const UNDER_WAY: readonly Status[] = [
  "CONFIRMED",
  "RECEIVING",
  "RECEIVED",
  "REPRICED",
  "PROCESSING",
  "SHIPPED",
];

export const MOVES: readonly Move<Status, Decision>[] = [
  { from: ["PENDING"], trigger: "quote", to: "same" },
  { from: ["PENDING"], trigger: "confirm", to: "CONFIRMED" },
  { from: ["PENDING", "CONFIRMED"], trigger: "cancel", to: "CANCELLED" },
  // Of goods that have arrived, staff alone say what becomes of them.
  {
    from: ["RECEIVING", "RECEIVED", "REPRICED", "PROCESSING"],
    trigger: "call_off",
    to: "CANCELLED",
  },
  { from: ["CONFIRMED", "RECEIVING"], trigger: "receive_some", to: "RECEIVING" },
  { from: ["CONFIRMED", "RECEIVING"], trigger: "receive_all", to: "RECEIVED" },
  { from: ["RECEIVING", "RECEIVED", "REPRICED"], trigger: "measure", to: "same" },
  { from: ["RECEIVED", "REPRICED"], trigger: "reprice", to: "REPRICED" },
  { from: ["RECEIVED", "REPRICED"], trigger: "process", to: "PROCESSING" },
  { from: ["PROCESSING"], trigger: "ship", to: "SHIPPED" },
  { from: ["SHIPPED"], trigger: "complete", to: "DELIVERED" },
  // What is left of a pending order is charged when it is confirmed.
  { from: [...UNDER_WAY, "EXCEPTION", "DELIVERED"], trigger: "settle", to: "same" },
  { from: UNDER_WAY, trigger: "report_exception", to: "EXCEPTION" },
];

/** The status after a decision; null where it is not possible. An exception ends with the status that it interrupted. */
export const getNextStatus = defineMoves(MOVES);

/** Staff cancel until the goods are with the carrier, also out of an exception. */
export function canCallOff(status: Status, status_before_exception: Status | null): boolean {
  const of = status === "EXCEPTION" ? (status_before_exception ?? status) : status;
  return getNextStatus(of, "call_off") !== null || getNextStatus(of, "cancel") !== null;
}

export function isEnded(status: Status): boolean {
  return status === "DELIVERED" || status === "CANCELLED";
}

/** The decision of a receipt, by how many of all packages have arrived. */
export function chooseReceipt(arrived: number, all: number): "receive_some" | "receive_all" {
  return arrived < all ? "receive_some" : "receive_all";
}
