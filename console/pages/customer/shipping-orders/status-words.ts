/** The statuses of shipping orders. Without texts, for the manifest. */
import type { ShippingOrder } from "../../../../packages/client/client.gen.ts";
import type { Tone } from "../../../parts/labels.ts";

export type Status = ShippingOrder["status"];

/** In the sequence of an order's way. */
export const TONES: Record<Status, Tone> = {
  PENDING: "warn",
  CONFIRMED: "blue",
  RECEIVING: "teal",
  RECEIVED: "teal",
  REPRICED: "violet",
  PROCESSING: "accent",
  SHIPPED: "accent",
  DELIVERED: "good",
  EXCEPTION: "bad",
  CANCELLED: "grey",
};

export const STATUSES = Object.keys(TONES) as Status[];
