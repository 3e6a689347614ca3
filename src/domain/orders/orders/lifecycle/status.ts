/**
 * The status machine of an order: one table that code, tests and documents read.
 *
 * A decision (hold, plan, cancel) without a listed transition is refused. A physical fact (scan, proof) without one
 * is recorded, leaves the status unchanged and opens an attention item. Source: docs/guides/order-states.md.
 */
import type { CoreCode, StatusCode } from "#otep/codes.gen.ts";

/** Ids are published and never renumbered; the gaps leave room for new statuses. */
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

export const TERMINAL_STATUSES: readonly OrderStatus[] = ["DELIVERED", "RETURNED", "REJECTED", "CANCELLED"];
const OPEN = ORDER_STATUSES.filter((status) => !TERMINAL_STATUSES.includes(status));

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
  // Reported by a carrier or partner about goods that it carries for us.
  | "external_picked_up"
  | "external_received"
  | "external_in_transit"
  | "external_out_for_delivery"
  | "external_available"
  | "external_attempted"
  | "external_exception"
  | "external_returning"
  | "external_delivered"
  | "external_returned"
  | "external_rejected"
  | "external_cancelled";

interface Transition {
  trigger: OrderCommand;
  from: readonly OrderStatus[];
  to: OrderStatus;
  /** True for a physical fact, which is never refused. */
  physical?: true;
  /** Reported by a carrier or partner. Allowed from every open status, because our own records may be incomplete. */
  external?: true;
}

/** Not delivered, and nobody has decided what is done next. */
export const FAILED_STATUSES: readonly OrderStatus[] = ["FAILED_ATTEMPT", "EXCEPTION"];

export const TRANSITIONS: readonly Transition[] = [
  { trigger: "hold", from: ["NEW_ORDER", "ROUTED", "AT_WAREHOUSE", "FAILED_ATTEMPT"], to: "HOLD" },
  { trigger: "release", from: ["HOLD"], to: "NEW_ORDER" },
  { trigger: "plan", from: ["NEW_ORDER"], to: "ROUTED" },
  { trigger: "plan", from: ["AT_WAREHOUSE"], to: "AT_WAREHOUSE" },
  { trigger: "plan", from: ["FAILED_ATTEMPT"], to: "FAILED_ATTEMPT" },
  { trigger: "unplan", from: ["ROUTED", "DISPATCHED"], to: "NEW_ORDER" },
  { trigger: "unplan", from: ["AT_WAREHOUSE"], to: "AT_WAREHOUSE" },
  { trigger: "unplan", from: ["FAILED_ATTEMPT"], to: "FAILED_ATTEMPT" },
  { trigger: "dispatch", from: ["ROUTED", "NEW_ORDER"], to: "DISPATCHED" },
  { trigger: "dispatch", from: ["AT_WAREHOUSE"], to: "AT_WAREHOUSE" },
  { trigger: "dispatch", from: ["FAILED_ATTEMPT"], to: "FAILED_ATTEMPT" },
  { trigger: "undispatch", from: ["DISPATCHED"], to: "ROUTED" },
  { trigger: "pick_up", from: ["DISPATCHED", "FAILED_ATTEMPT"], to: "PICKED_UP", physical: true },
  { trigger: "load", from: ["DISPATCHED", "AT_WAREHOUSE", "FAILED_ATTEMPT"], to: "LOADED", physical: true },
  {
    trigger: "receive",
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
  { trigger: "transfer_out", from: ["AT_WAREHOUSE"], to: "IN_TRANSFER", physical: true },
  { trigger: "depart", from: ["LOADED", "PICKED_UP", "DISPATCHED"], to: "OUT_FOR_DELIVERY", physical: true },
  { trigger: "arrive", from: ["OUT_FOR_DELIVERY"], to: "ARRIVED", physical: true },
  {
    trigger: "complete",
    from: ["OUT_FOR_DELIVERY", "ARRIVED", "READY_FOR_PICKUP"],
    to: "DELIVERED",
    physical: true,
  },
  {
    trigger: "fail",
    from: ["OUT_FOR_DELIVERY", "ARRIVED", "DISPATCHED"],
    to: "FAILED_ATTEMPT",
    physical: true,
  },
  { trigger: "reject", from: ["OUT_FOR_DELIVERY", "ARRIVED"], to: "REJECTED", physical: true },
  {
    trigger: "deposit",
    from: ["OUT_FOR_DELIVERY", "ARRIVED", "AT_WAREHOUSE"],
    to: "READY_FOR_PICKUP",
    physical: true,
  },
  { trigger: "collect", from: ["READY_FOR_PICKUP"], to: "DELIVERED", physical: true },
  { trigger: "expire", from: ["READY_FOR_PICKUP"], to: "RETURNING" },
  { trigger: "reattempt_aboard", from: FAILED_STATUSES, to: "OUT_FOR_DELIVERY" },
  { trigger: "reattempt_at_warehouse", from: FAILED_STATUSES, to: "AT_WAREHOUSE" },
  { trigger: "reattempt_from_sender", from: FAILED_STATUSES, to: "NEW_ORDER" },
  { trigger: "raise_exception", from: OPEN, to: "EXCEPTION" },
  { trigger: "start_return", from: [...FAILED_STATUSES, "AT_WAREHOUSE"], to: "RETURNING" },
  { trigger: "return_delivered", from: ["RETURNING"], to: "RETURNED", physical: true },
  {
    trigger: "cancel",
    from: ["NEW_ORDER", "HOLD", "ROUTED", "DISPATCHED", "FAILED_ATTEMPT", "EXCEPTION"],
    to: "CANCELLED",
  },
  {
    trigger: "cancel_in_custody",
    from: [
      // Released from a hold, or planned again, while we have custody of the goods.
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
  { trigger: "external_picked_up", from: OPEN, to: "PICKED_UP", physical: true, external: true },
  { trigger: "external_received", from: OPEN, to: "AT_WAREHOUSE", physical: true, external: true },
  { trigger: "external_in_transit", from: OPEN, to: "IN_TRANSFER", physical: true, external: true },
  {
    trigger: "external_out_for_delivery",
    from: OPEN,
    to: "OUT_FOR_DELIVERY",
    physical: true,
    external: true,
  },
  { trigger: "external_available", from: OPEN, to: "READY_FOR_PICKUP", physical: true, external: true },
  { trigger: "external_attempted", from: OPEN, to: "FAILED_ATTEMPT", physical: true, external: true },
  { trigger: "external_exception", from: OPEN, to: "EXCEPTION", physical: true, external: true },
  { trigger: "external_returning", from: OPEN, to: "RETURNING", physical: true, external: true },
  { trigger: "external_delivered", from: OPEN, to: "DELIVERED", physical: true, external: true },
  { trigger: "external_returned", from: OPEN, to: "RETURNED", physical: true, external: true },
  { trigger: "external_rejected", from: OPEN, to: "REJECTED", physical: true, external: true },
  { trigger: "external_cancelled", from: OPEN, to: "CANCELLED", physical: true, external: true },
];

/** The status after a command; null when there is no such transition. */
export function getNextStatus(from: OrderStatus, trigger: OrderCommand): OrderStatus | null {
  return (
    TRANSITIONS.find((transition) => transition.trigger === trigger && transition.from.includes(from))?.to ??
    null
  );
}

/** Whether a command is a physical fact, which is never refused. */
export function isPhysical(trigger: OrderCommand): boolean {
  return TRANSITIONS.some((transition) => transition.trigger === trigger && transition.physical === true);
}

/** The command that leads from one status to another; for events without a recorded command. */
export function findCommandBetween(from: OrderStatus, to: OrderStatus): OrderCommand | null {
  return (
    TRANSITIONS.find(
      (transition) => !transition.external && transition.to === to && transition.from.includes(from),
    )?.trigger ?? null
  );
}

const EXTERNAL_COMMANDS: Partial<Record<CoreCode, OrderCommand>> = {
  picked_up: "external_picked_up",
  received: "external_received",
  processed: "external_received",
  stored: "external_received",
  departed: "external_in_transit",
  in_transit: "external_in_transit",
  arrived: "external_in_transit",
  transferred: "external_in_transit",
  out_for_delivery: "external_out_for_delivery",
  available_for_pickup: "external_available",
  pickup_failed: "external_attempted",
  delivery_attempted: "external_attempted",
  exception: "external_exception",
  returning: "external_returning",
  delivered: "external_delivered",
  returned: "external_returned",
  rejected: "external_rejected",
  cancelled: "external_cancelled",
};

/** The command of an external event with this core code; null when it does not change the status, such as `held`. */
export function findExternalCommand(base: CoreCode): OrderCommand | null {
  return EXTERNAL_COMMANDS[base] ?? null;
}

/** The status that a command leads to, from the first transition listed for it. */
export function getTargetStatus(trigger: OrderCommand): OrderStatus | null {
  return TRANSITIONS.find((transition) => transition.trigger === trigger)?.to ?? null;
}

export function isTerminal(status: OrderStatus): boolean {
  return TERMINAL_STATUSES.includes(status);
}

/** Default OTEP code when an order enters a status; a family may pass a more specific one, such as how it was delivered. */
export const OTEP_CODES: Record<OrderStatus, StatusCode> = {
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
