/** The state of a unified order, from that of the order or label that it is a view of. Pure. */
import type { LabelState } from "#domain/carriers/shipping/public.ts";

export const UNIFIED_STATES = [
  "CREATED",
  "LABEL_PURCHASE_FAILED",
  "ACTIVE",
  "COMPLETED",
  "CANCELLING",
  "CANCELLED",
] as const;
export type UnifiedState = (typeof UNIFIED_STATES)[number];

const OF_LABEL: Record<Exclude<LabelState, "PURCHASING">, UnifiedState> = {
  LABEL_PURCHASE_FAILED: "LABEL_PURCHASE_FAILED",
  LABEL_READY: "ACTIVE",
  INFO_SUBMITTED: "ACTIVE",
  MANIFESTED: "ACTIVE",
  VOID_PENDING: "CANCELLING",
  VOIDED: "CANCELLED",
  VOID_REJECTED: "ACTIVE",
  REFUND_REQUESTED: "CANCELLING",
  REFUNDED: "CANCELLED",
  REFUND_REJECTED: "ACTIVE",
  CANCELLED: "CANCELLED",
  CLOSED: "COMPLETED",
};

/** A label whose purchase is under way is created; once it was asked to be cancelled, it is being cancelled. */
export function toLabelState(state: LabelState, cancel_requested: boolean): UnifiedState {
  if (state === "PURCHASING") return cancel_requested ? "CANCELLING" : "CREATED";
  return OF_LABEL[state];
}

/** `is_over`: no decision changes the order any more. */
export function toDeliveryState(status: string, is_over: boolean, cancel_requested: boolean): UnifiedState {
  if (status === "CANCELLED") return "CANCELLED";
  if (is_over) return "COMPLETED";
  if (cancel_requested) return "CANCELLING";
  return status === "NEW_ORDER" ? "CREATED" : "ACTIVE";
}
