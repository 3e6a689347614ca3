/**
 * The status machine of an order: one table that code, tests and documents read.
 *
 * Decisions (hold, plan, cancel) on an unlisted arrow are refused; physical facts (scan, proof) on one are
 * recorded, leave the status as it is and open an attention item. Source: docs/guides/order-states.md.
 */
import type { CoreCode, StatusCode } from "#otep/codes.gen.ts";

/** Ids are published and never renumbered; the gaps leave room. */
export const ORDER_STATUS_IDS = {
  NEW_ORDER: 10,
  HOLD: 15,
  ROUTED: 20,
  DISPATCHED: 30,
  PICKED_UP: 40,
  AT_WAREHOUSE: 50,
  IN_TRANSFER: 55,
  LOADED: 60,
  OUT_FOR_DELIVERY: 70,
  ARRIVED: 75,
  READY_FOR_PICKUP: 80,
  FAILED_ATTEMPT: 85,
  EXCEPTION: 88,
  RETURNING: 90,
  DELIVERED: 100,
  RETURNED: 110,
  REJECTED: 120,
  CANCELLED: 130,
} as const;

export type OrderStatus = keyof typeof ORDER_STATUS_IDS;
export const ORDER_STATUSES = Object.keys(ORDER_STATUS_IDS) as OrderStatus[];

export const TERMINAL: readonly OrderStatus[] = ["DELIVERED", "RETURNED", "REJECTED", "CANCELLED"];
const OPEN = ORDER_STATUSES.filter((status) => !TERMINAL.includes(status));

/** Statuses in which the goods are in somebody's custody but the sender's. */
export const IN_CUSTODY: readonly OrderStatus[] = [
  "PICKED_UP",
  "AT_WAREHOUSE",
  "IN_TRANSFER",
  "LOADED",
  "OUT_FOR_DELIVERY",
  "ARRIVED",
  "READY_FOR_PICKUP",
  "RETURNING",
];

export type OrderCommand =
  | "hold"
  | "release"
  | "plan"
  | "unplan"
  | "dispatch"
  | "undispatch"
  | "pick_up"
  | "load"
  | "receive"
  | "transfer_out"
  | "depart"
  | "arrive"
  | "complete"
  | "fail"
  | "reject"
  | "deposit"
  | "collect"
  | "expire"
  | "reattempt_aboard"
  | "reattempt_at_warehouse"
  | "reattempt_from_sender"
  | "raise_exception"
  | "start_return"
  | "return_delivered"
  | "cancel"
  | "cancel_in_custody"
  // What a carrier or partner told of goods that it carries for us.
  | "told_picked_up"
  | "told_received"
  | "told_in_transit"
  | "told_out_for_delivery"
  | "told_available"
  | "told_attempted"
  | "told_exception"
  | "told_returning"
  | "told_delivered"
  | "told_returned"
  | "told_rejected"
  | "told_cancelled";

interface Arrow {
  on: OrderCommand;
  from: readonly OrderStatus[];
  to: OrderStatus;
  /** A physical fact is never refused. */
  physical?: true;
  /** Told by a carrier or partner, who knows the goods whatever we know of them: listed from every open status. */
  outside?: true;
}

export const ARROWS: readonly Arrow[] = [
  { on: "hold", from: ["NEW_ORDER", "ROUTED", "AT_WAREHOUSE", "FAILED_ATTEMPT"], to: "HOLD" },
  { on: "release", from: ["HOLD"], to: "NEW_ORDER" },
  { on: "plan", from: ["NEW_ORDER"], to: "ROUTED" },
  { on: "plan", from: ["AT_WAREHOUSE"], to: "AT_WAREHOUSE" },
  { on: "plan", from: ["FAILED_ATTEMPT"], to: "FAILED_ATTEMPT" },
  { on: "unplan", from: ["ROUTED", "DISPATCHED"], to: "NEW_ORDER" },
  { on: "unplan", from: ["AT_WAREHOUSE"], to: "AT_WAREHOUSE" },
  { on: "unplan", from: ["FAILED_ATTEMPT"], to: "FAILED_ATTEMPT" },
  { on: "dispatch", from: ["ROUTED", "NEW_ORDER"], to: "DISPATCHED" },
  { on: "dispatch", from: ["AT_WAREHOUSE"], to: "AT_WAREHOUSE" },
  { on: "dispatch", from: ["FAILED_ATTEMPT"], to: "FAILED_ATTEMPT" },
  { on: "undispatch", from: ["DISPATCHED"], to: "ROUTED" },
  { on: "pick_up", from: ["DISPATCHED", "FAILED_ATTEMPT"], to: "PICKED_UP", physical: true },
  { on: "load", from: ["DISPATCHED", "AT_WAREHOUSE", "FAILED_ATTEMPT"], to: "LOADED", physical: true },
  {
    on: "receive",
    from: [
      "NEW_ORDER",
      "ROUTED",
      "DISPATCHED",
      "PICKED_UP",
      "IN_TRANSFER",
      "LOADED",
      "OUT_FOR_DELIVERY",
      "FAILED_ATTEMPT",
      "EXCEPTION",
    ],
    to: "AT_WAREHOUSE",
    physical: true,
  },
  { on: "transfer_out", from: ["AT_WAREHOUSE"], to: "IN_TRANSFER", physical: true },
  { on: "depart", from: ["LOADED", "PICKED_UP", "DISPATCHED"], to: "OUT_FOR_DELIVERY", physical: true },
  { on: "arrive", from: ["OUT_FOR_DELIVERY"], to: "ARRIVED", physical: true },
  {
    on: "complete",
    from: ["OUT_FOR_DELIVERY", "ARRIVED", "READY_FOR_PICKUP"],
    to: "DELIVERED",
    physical: true,
  },
  { on: "fail", from: ["OUT_FOR_DELIVERY", "ARRIVED", "DISPATCHED"], to: "FAILED_ATTEMPT", physical: true },
  { on: "reject", from: ["OUT_FOR_DELIVERY", "ARRIVED"], to: "REJECTED", physical: true },
  {
    on: "deposit",
    from: ["OUT_FOR_DELIVERY", "ARRIVED", "AT_WAREHOUSE"],
    to: "READY_FOR_PICKUP",
    physical: true,
  },
  { on: "collect", from: ["READY_FOR_PICKUP"], to: "DELIVERED", physical: true },
  { on: "expire", from: ["READY_FOR_PICKUP"], to: "RETURNING" },
  { on: "reattempt_aboard", from: ["FAILED_ATTEMPT", "EXCEPTION"], to: "OUT_FOR_DELIVERY" },
  { on: "reattempt_at_warehouse", from: ["FAILED_ATTEMPT", "EXCEPTION"], to: "AT_WAREHOUSE" },
  { on: "reattempt_from_sender", from: ["FAILED_ATTEMPT", "EXCEPTION"], to: "NEW_ORDER" },
  { on: "raise_exception", from: OPEN, to: "EXCEPTION" },
  { on: "start_return", from: ["FAILED_ATTEMPT", "EXCEPTION", "AT_WAREHOUSE"], to: "RETURNING" },
  { on: "return_delivered", from: ["RETURNING"], to: "RETURNED", physical: true },
  {
    on: "cancel",
    from: ["NEW_ORDER", "HOLD", "ROUTED", "DISPATCHED", "FAILED_ATTEMPT", "EXCEPTION"],
    to: "CANCELLED",
  },
  {
    on: "cancel_in_custody",
    from: [
      // Released from a hold, or planned again, while the goods are with us.
      "NEW_ORDER",
      "ROUTED",
      "DISPATCHED",
      "PICKED_UP",
      "AT_WAREHOUSE",
      "IN_TRANSFER",
      "LOADED",
      "OUT_FOR_DELIVERY",
      "ARRIVED",
      "READY_FOR_PICKUP",
      "FAILED_ATTEMPT",
      "EXCEPTION",
      "HOLD",
    ],
    to: "RETURNING",
  },
  { on: "told_picked_up", from: OPEN, to: "PICKED_UP", physical: true, outside: true },
  { on: "told_received", from: OPEN, to: "AT_WAREHOUSE", physical: true, outside: true },
  { on: "told_in_transit", from: OPEN, to: "IN_TRANSFER", physical: true, outside: true },
  { on: "told_out_for_delivery", from: OPEN, to: "OUT_FOR_DELIVERY", physical: true, outside: true },
  { on: "told_available", from: OPEN, to: "READY_FOR_PICKUP", physical: true, outside: true },
  { on: "told_attempted", from: OPEN, to: "FAILED_ATTEMPT", physical: true, outside: true },
  { on: "told_exception", from: OPEN, to: "EXCEPTION", physical: true, outside: true },
  { on: "told_returning", from: OPEN, to: "RETURNING", physical: true, outside: true },
  { on: "told_delivered", from: OPEN, to: "DELIVERED", physical: true, outside: true },
  { on: "told_returned", from: OPEN, to: "RETURNED", physical: true, outside: true },
  { on: "told_rejected", from: OPEN, to: "REJECTED", physical: true, outside: true },
  { on: "told_cancelled", from: OPEN, to: "CANCELLED", physical: true, outside: true },
];

/** Where a command leads from a status; null when there is no such arrow. */
export function next(from: OrderStatus, on: OrderCommand): OrderStatus | null {
  return ARROWS.find((arrow) => arrow.on === on && arrow.from.includes(from))?.to ?? null;
}

/** Whether a command is a physical fact, which is never refused. */
export function isPhysical(on: OrderCommand): boolean {
  return ARROWS.some((arrow) => arrow.on === on && arrow.physical === true);
}

/** The command that leads from one status to another; for events that do not name theirs. */
export function commandBetween(from: OrderStatus, to: OrderStatus): OrderCommand | null {
  return ARROWS.find((arrow) => !arrow.outside && arrow.to === to && arrow.from.includes(from))?.on ?? null;
}

const TOLD: Partial<Record<CoreCode, OrderCommand>> = {
  picked_up: "told_picked_up",
  received: "told_received",
  processed: "told_received",
  stored: "told_received",
  departed: "told_in_transit",
  in_transit: "told_in_transit",
  arrived: "told_in_transit",
  transferred: "told_in_transit",
  out_for_delivery: "told_out_for_delivery",
  available_for_pickup: "told_available",
  pickup_failed: "told_attempted",
  delivery_attempted: "told_attempted",
  exception: "told_exception",
  returning: "told_returning",
  delivered: "told_delivered",
  returned: "told_returned",
  rejected: "told_rejected",
  cancelled: "told_cancelled",
};

/** What an outside event of this core code does to an order; null for one that leaves its status, such as `held`. */
export function toldCommandOf(base: CoreCode): OrderCommand | null {
  return TOLD[base] ?? null;
}

/** The status that a command leads to from wherever it is listed. */
export function targetOf(on: OrderCommand): OrderStatus | null {
  return ARROWS.find((arrow) => arrow.on === on)?.to ?? null;
}

export function isTerminal(status: OrderStatus): boolean {
  return TERMINAL.includes(status);
}

/** The OTEP code written when an order enters a status; families that know better (how it was delivered) say so. */
export const OTEP_CODE_OF: Record<OrderStatus, StatusCode> = {
  NEW_ORDER: "otep:core:created",
  HOLD: "otep:core:held",
  ROUTED: "otep:lastmile:route_assigned",
  DISPATCHED: "otep:core:pickup_scheduled",
  PICKED_UP: "otep:core:picked_up",
  AT_WAREHOUSE: "otep:core:received",
  IN_TRANSFER: "otep:transfer:dispatched",
  LOADED: "otep:lastmile:loaded",
  OUT_FOR_DELIVERY: "otep:core:out_for_delivery",
  ARRIVED: "otep:lastmile:arrived_at_stop",
  READY_FOR_PICKUP: "otep:core:available_for_pickup",
  FAILED_ATTEMPT: "otep:core:delivery_attempted",
  EXCEPTION: "otep:core:exception",
  RETURNING: "otep:core:returning",
  DELIVERED: "otep:core:delivered",
  RETURNED: "otep:core:returned",
  REJECTED: "otep:core:rejected",
  CANCELLED: "otep:core:cancelled",
};
