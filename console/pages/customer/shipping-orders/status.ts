/** Statuses of shipping orders in words, and how far an order is. */
import type { ShippingOrder } from "./queries.ts";
import { type Status, TONES } from "./status-words.ts";
import { text } from "./text.ts";

export const findStatus = (status: Status) => ({ label: text.status[status], tone: TONES[status] });

/** What a customer follows, in sequence. */
export const STAGES = ["ordered", "confirmed", "received", "prepared", "shipped", "delivered"] as const;
export type Stage = (typeof STAGES)[number];

const STAGE_OF: Partial<Record<Status, Stage>> = {
  PENDING: "ordered",
  CONFIRMED: "confirmed",
  RECEIVING: "confirmed",
  RECEIVED: "received",
  REPRICED: "received",
  PROCESSING: "prepared",
  SHIPPED: "shipped",
  DELIVERED: "delivered",
};

/** The last stage that was reached; of an interrupted order, as far as its goods tell. Null when it was cancelled. */
export function findStage(
  order: Pick<ShippingOrder, "status" | "received_count" | "package_count" | "shipped_at">,
): Stage | null {
  if (order.status === "CANCELLED") return null;
  const stage = STAGE_OF[order.status];
  if (stage !== undefined) return stage;
  if (order.shipped_at !== null) return "shipped";
  return order.received_count === order.package_count ? "received" : "confirmed";
}
