/** Rules for assigning orders to contractors and ending assignments. Pure. */
import type { OrderRow } from "../records/order.ts";

/** Statuses in which an order can be assigned to a contractor. */
const ASSIGNABLE_STATUSES: readonly OrderRow["status"][] = ["NEW_ORDER", "AT_WAREHOUSE", "FAILED_ATTEMPT"];

type AssignableOrder = Pick<
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

/**
 * Why an order cannot be assigned to a contractor; null when it can. Another current contractor is no obstacle: the
 * order moves in one step.
 */
export function refusalToAssign(order: AssignableOrder | undefined, broker_id: number): AssignRefusal | null {
  if (order === undefined) return "unknown_order";
  if (order.route_id !== null) return "on_route";
  if (order.delivery_kind !== "self") return "not_self_delivery";
  if (order.tender_state === "held" || order.third_party_carrier_id !== null) return "held_by_carrier";
  if (!ASSIGNABLE_STATUSES.includes(order.status)) return "not_assignable";
  return order.assignment_id !== null && order.contractor_account_id === broker_id ? "held_already" : null;
}

/** Whether the state of an order allows assigning it to another contractor and ending its assignment. */
export function allowedAssignmentActions(order: AssignableOrder): {
  can_assign: boolean;
  can_unassign: boolean;
} {
  return {
    can_assign: refusalToAssign(order, NO_ACCOUNT) === null,
    can_unassign: refusalToRevoke(order) === null,
  };
}

/** No account has this id. */
const NO_ACCOUNT = 0;

export type RevokeRefusal = "unknown_order" | "not_assigned" | "on_route";

export function refusalToRevoke(order: AssignableOrder | undefined): RevokeRefusal | null {
  if (order === undefined) return "unknown_order";
  if (order.assignment_id === null) return "not_assigned";
  return order.route_id === null ? null : "on_route";
}

/** Why a contractor cannot release an order; null when it can. An order of another contractor is refused like a missing one. */
export function refusalToRelease(
  order: AssignableOrder | undefined,
  account_id: number,
): "not_own" | "on_route" | null {
  if (order === undefined || order.assignment_id === null || order.contractor_account_id !== account_id)
    return "not_own";
  return order.route_id === null ? null : "on_route";
}
