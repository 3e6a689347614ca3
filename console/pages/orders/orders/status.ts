/** Statuses and types of orders. */
import type { OrderSummary } from "../../../../packages/client/client.gen.ts";
import { nameCodeIn } from "../../../parts/codes/codes.ts";
import { defineLabels } from "../../../parts/labels.ts";

export const ORDER_STATUS = defineLabels(
  {
    NEW_ORDER: "grey",
    HOLD: "violet",
    ROUTED: "blue",
    DISPATCHED: "blue",
    PICKED_UP: "teal",
    AT_WAREHOUSE: "teal",
    IN_TRANSFER: "teal",
    LOADED: "teal",
    OUT_FOR_DELIVERY: "accent",
    ARRIVED: "accent",
    READY_FOR_PICKUP: "accent",
    FAILED_ATTEMPT: "bad",
    EXCEPTION: "bad",
    RETURNING: "warn",
    DELIVERED: "good",
    RETURNED: "warn",
    REJECTED: "bad",
    CANCELLED: "grey",
  },
  (status) => nameCodeIn("order", status),
);

export const ORDER_TYPES = ["D", "P", "P2P"] as const satisfies readonly OrderSummary["type"][];

export const nameOrderType = (type: string): string => nameCodeIn("order_type", type);
