/** What may be done with the exclusivity of an order. Pure. */
import type { OrderRow } from "#domain/orders/public.ts";

/** Statuses in which an order may be handed to a contractor. */
export const ASSIGNABLE_STATUSES: readonly OrderRow["status"][] = [
  "NEW_ORDER",
  "AT_WAREHOUSE",
  "FAILED_ATTEMPT",
];

type Judged = Pick<
  OrderRow,
  | "status"
  | "delivery_kind"
  | "route_id"
  | "tender_state"
  | "third_party_carrier_id"
  | "assignment_id"
  | "contractor_account_id"
>;

export type AssignRefusal =
  | "unknown_order"
  | "on_route"
  | "not_self_delivery"
  | "held_by_carrier"
  | "not_assignable"
  | "held_already";

/** May this order be handed to this person? Who else holds it does not matter: it moves in one step. */
export function refusalToAssign(order: Judged | undefined, broker_id: number): AssignRefusal | null {
  if (order === undefined) return "unknown_order";
  if (order.route_id !== null) return "on_route";
  if (order.delivery_kind !== "self") return "not_self_delivery";
  if (order.tender_state === "held" || order.third_party_carrier_id !== null) return "held_by_carrier";
  if (!ASSIGNABLE_STATUSES.includes(order.status)) return "not_assignable";
  return order.assignment_id !== null && order.contractor_account_id === broker_id ? "held_already" : null;
}

/** What the order's state allows: being handed to somebody else, and leaving the hands that it is in. */
export function whatHandsMay(order: Judged): { can_assign: boolean; can_unassign: boolean } {
  return {
    can_assign: refusalToAssign(order, NOBODY) === null,
    can_unassign: refusalToRevoke(order) === null,
  };
}

/** No account has this id. */
const NOBODY = 0;

export type RevokeRefusal = "unknown_order" | "not_assigned" | "on_route";

export function refusalToRevoke(order: Judged | undefined): RevokeRefusal | null {
  if (order === undefined) return "unknown_order";
  if (order.assignment_id === null) return "not_assigned";
  return order.route_id === null ? null : "on_route";
}

/** To a contractor, an order that is not its own is the same as none. */
export function refusalToRelease(
  order: Judged | undefined,
  account_id: number,
): "not_own" | "on_route" | null {
  if (order === undefined || order.assignment_id === null || order.contractor_account_id !== account_id)
    return "not_own";
  return order.route_id === null ? null : "on_route";
}
