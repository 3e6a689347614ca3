/** The statuses of shipping orders. Without texts, for the manifest. */
import type { ShippingOrder } from "../../../../packages/client/client.gen.ts";

export type Status = ShippingOrder["status"];

/** In the sequence of an order's way. */
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
] as const satisfies readonly Status[];
