/** Which members of an order cannot be changed now, and why. Pure. */
import type { Message } from "#operation/response/messages.ts";
import { messages } from "../messages.ts";
import type { OrderRow } from "../records/order.ts";
import type { ParcelRow } from "../records/parcel.ts";
import { deriveCustodian } from "./rules.ts";
import { isTerminal, type OrderStatus } from "./status.ts";

/**
 * What `clientOrderUpdate` changes. `pickup` and `dropoff` are the address and the position of a place; who is there is
 * `contact`, when is `window`.
 */
export const CHANGEABLE_MEMBERS = [
  "pickup",
  "dropoff",
  "contact",
  "window",
  "scheduled_date",
  "customer_id",
  "ref",
  "parcels",
  "requirements",
  "cod_minor",
  "insured_value_minor",
  "delivery_instruction",
  "note",
] as const;
export type ChangeableMember = (typeof CHANGEABLE_MEMBERS)[number];

export const LOCK_REASONS = [
  "final_status",
  "returning",
  "under_way",
  "on_released_route",
  "held_by_carrier",
  "picked_up",
  "priced",
] as const;
export type LockReason = (typeof LOCK_REASONS)[number];

/** Why, as a caller reads it. */
export const LOCK_MESSAGES: Readonly<Record<LockReason, Message>> = messages.locks;

export interface LockedMember {
  member: ChangeableMember;
  reason: LockReason;
}

/** Somebody carries the goods to the address, or they wait there. */
const UNDER_WAY: readonly OrderStatus[] = [
  "PICKED_UP",
  "IN_TRANSFER",
  "LOADED",
  "OUT_FOR_DELIVERY",
  "ARRIVED",
  "READY_FOR_PICKUP",
];

type Locking = Pick<OrderRow, "status" | "tender_state" | "third_party_carrier_id" | "quote_id" | "payment">;

interface Around {
  parcels: readonly Pick<ParcelRow, "custody">[];
  /** The driver sees the stop already. */
  on_released_route: boolean;
}

/** Null when the member can be changed. */
export function findLock(member: ChangeableMember, order: Locking, around: Around): LockReason | null {
  if (member === "note") return null;
  if (isTerminal(order.status)) return "final_status";
  switch (member) {
    case "customer_id":
      // The price was given to this customer, or the payment is asked of it.
      return order.quote_id !== null || order.payment !== "not_required" ? "priced" : null;
    case "scheduled_date":
      if (order.status === "RETURNING") return "returning";
      return around.on_released_route ? "on_released_route" : null;
    case "pickup":
      if (deriveCustodian(around.parcels) !== "sender") return "picked_up";
      return findDriverLock(order, around);
    case "dropoff":
    case "requirements":
    case "cod_minor":
      return findDriverLock(order, around);
    default:
      return null;
  }
}

/** Where the goods go and what the driver does there: fixed from the release of the route, or when a carrier has them. */
function findDriverLock(order: Locking, { on_released_route }: Around): LockReason | null {
  if (order.status === "RETURNING") return "returning";
  if (order.tender_state === "held" || order.third_party_carrier_id !== null) return "held_by_carrier";
  if (UNDER_WAY.includes(order.status)) return "under_way";
  return on_released_route ? "on_released_route" : null;
}

export function listLockedMembers(order: Locking, around: Around): LockedMember[] {
  return CHANGEABLE_MEMBERS.flatMap((member) => {
    const reason = findLock(member, order, around);
    return reason === null ? [] : [{ member, reason }];
  });
}
