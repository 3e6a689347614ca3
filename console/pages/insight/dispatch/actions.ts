/** The two or three actions that help with an item of each kind, the likeliest first. Pure. */
import type { Command } from "../../orders/orders/order-commands.ts";
import type { Item } from "./queries.ts";

export type ItemAction =
  /** A command on orders, with its dialog; also for all items of a group. */
  | { do: "command"; label: string; command: Command }
  /** One call with a preview. */
  | { do: "call"; label: string; call: Call }
  /** Another driver for the route. */
  | { do: "driver"; label: string }
  /** The page where it is done; the item ends by itself. */
  | { do: "open"; label: string; page: "order" | "route" | "driver" | "plan" | "requests" | "instant" };

export type Call =
  | "void_event"
  | "reset_pin"
  | "take_off_route"
  | "cancel_route"
  | "withdraw_release"
  | "out_of_service";

const openRoute: ItemAction = { do: "open", label: "Open the route", page: "route" };
const openOrder: ItemAction = { do: "open", label: "Open the order", page: "order" };
const openDriver: ItemAction = { do: "open", label: "Open the driver", page: "driver" };
const command = (label: string, trigger: Command): ItemAction => ({ do: "command", label, command: trigger });
const call = (label: string, made: Call): ItemAction => ({ do: "call", label, call: made });
const driver = (label: string): ItemAction => ({ do: "driver", label });

const ACTIONS: Record<string, readonly ItemAction[]> = {
  attempt_undecided: [
    command("Try again", "reattempt"),
    command("Back at the warehouse", "receive"),
    command("Return to sender", "start_return"),
  ],
  order_unplanned: [
    command("Another day", "reschedule"),
    { do: "open", label: "Plan its day", page: "plan" },
    command("Hold", "hold"),
  ],
  hold_overdue: [command("Release hold", "release"), command("Cancel", "cancel")],
  unexpected_fact: [call("Void the report", "void_event"), command("Hold", "hold")],
  late_fact_conflict: [call("Void the report", "void_event")],
  external_fact_conflict: [call("Take it off the route", "take_off_route"), openRoute],
  pin_locked: [call("Allow the PIN again", "reset_pin")],
  goods_outstanding: [
    command("Back at the warehouse", "receive"),
    command("Report a problem", "raise_exception"),
  ],
  cash_difference: [openRoute],
  cod_mismatch: [openRoute],
  route_unclaimed: [driver("Choose a driver"), openRoute, call("Cancel the route", "cancel_route")],
  route_not_started: [
    driver("Give to another driver"),
    openRoute,
    call("Withdraw release", "withdraw_release"),
  ],
  route_stalled: [openRoute, driver("Give to another driver")],
  tender_pickup_late: [openOrder],
  tender_exhausted: [openOrder, { do: "open", label: "Plan its day", page: "plan" }],
  no_rider: [{ do: "open", label: "Search again, or name a rider", page: "instant" }, openOrder],
  stop_late: [openRoute, call("Take it off the route", "take_off_route")],
  clock_skewed: [openDriver],
  vehicle_unsafe: [call("Take out of service", "out_of_service"), openDriver],
  unnamed_vehicle_unsafe: [openDriver],
  document_expiring: [openDriver],
  recipient_request: [{ do: "open", label: "Decide or answer", page: "requests" }],
};

/** The operation of each action, as decisions record it. */
export const OPERATIONS: Record<Call, string> = {
  void_event: "clientOrderVoidEvent",
  reset_pin: "clientOrderResetPinTries",
  take_off_route: "clientRouteOrders",
  cancel_route: "clientRouteCancel",
  withdraw_release: "clientRouteUnrelease",
  out_of_service: "clientVehicleUpdate",
};
export const COMMAND_OPERATION = "clientOrdersBulkActivity";
export const DRIVER_OPERATION = "clientRouteReassign";

/** Whether the item has the record that the action is about. */
function applies(action: ItemAction, item: Item): boolean {
  if (action.do === "command") return item.order_id !== null;
  if (action.do === "driver") return item.route_id !== null;
  if (action.do === "open") {
    if (action.page === "route") return item.route_id !== null;
    if (action.page === "order" || action.page === "requests") return item.order_id !== null;
    return action.page === "plan" || findDriverId(item) !== null;
  }
  if (action.call === "void_event") return item.order_id !== null && typeof item.facts["seq"] === "number";
  if (action.call === "take_off_route") return item.route_id !== null && listOrderIds(item).length > 0;
  return true;
}

export const listActions = (item: Item): ItemAction[] =>
  (ACTIONS[item.kind] ?? []).filter((action) => applies(action, item));

/** Actions of a whole group: those of orders. */
export const listGroupActions = (kind: string): Extract<ItemAction, { do: "command" }>[] =>
  (ACTIONS[kind] ?? []).filter((action) => action.do === "command");

export function findDriverId({ subject_type, subject_id, facts }: Item): number | null {
  if (subject_type === "driver") return subject_id;
  return typeof facts["driver_id"] === "number" ? facts["driver_id"] : null;
}

export function listOrderIds({ order_id, facts }: Item): number[] {
  const listed = facts["order_ids"];
  if (Array.isArray(listed)) return listed.filter((id) => typeof id === "number");
  return order_id === null ? [] : [order_id];
}
