/** Statuses of orders by the ids that responses without a status code have. */
import { text } from "./text.ts";

const STATUS_OF_ID: Record<number, string> = {
  10: "NEW_ORDER",
  15: "HOLD",
  20: "ROUTED",
  30: "DISPATCHED",
  40: "PICKED_UP",
  50: "AT_WAREHOUSE",
  55: "IN_TRANSFER",
  60: "LOADED",
  70: "OUT_FOR_DELIVERY",
  75: "ARRIVED",
  80: "READY_FOR_PICKUP",
  85: "FAILED_ATTEMPT",
  88: "EXCEPTION",
  90: "RETURNING",
  100: "DELIVERED",
  110: "RETURNED",
  120: "REJECTED",
  130: "CANCELLED",
};

export function findStatusById(id: number | null): string {
  return id === null ? "–" : (STATUS_OF_ID[id] ?? text.unknown_status({ id: String(id) }));
}
