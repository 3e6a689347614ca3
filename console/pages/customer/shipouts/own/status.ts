/** Statuses of ship-outs as their customers read them. */
import type { Tone } from "../../../../parts/labels.ts";
import { text } from "../text.ts";
import type { Shipout } from "./queries.ts";

const TONES: Record<Shipout["status"], Tone> = {
  AWAITING_PRICE: "blue",
  AWAITING_PAYMENT: "warn",
  PAID: "blue",
  PICKING: "accent",
  PACKED: "accent",
  SHIPPED: "accent",
  DELIVERED: "good",
  CANCELLED: "grey",
};

export const findOwnStatus = (status: Shipout["status"]) => ({
  label: text.own.statuses[status],
  tone: TONES[status],
});
