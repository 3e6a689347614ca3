/** The two or three actions that help with an item of each kind, the likeliest first. Pure. */
import type { Command } from "../../orders/orders/order-commands.ts";
import type { Item } from "./queries.ts";
import { text } from "./text.ts";

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

type Label = keyof typeof text.actions;
type Page = Extract<ItemAction, { do: "open" }>["page"];

/** Labels follow the language. */
const open = (label: Label, page: Page): ItemAction => ({
  do: "open",
  get label() {
    return text.actions[label];
  },
  page,
});
const command = (label: Label, trigger: Command): ItemAction => ({
  do: "command",
  get label() {
    return text.actions[label];
  },
  command: trigger,
});
const call = (label: Label, prepared_call: Call): ItemAction => ({
  do: "call",
  get label() {
    return text.actions[label];
  },
  call: prepared_call,
});
const driver = (label: Label): ItemAction => ({
  do: "driver",
  get label() {
    return text.actions[label];
  },
});
const openRoute = open("open_route", "route");
const openOrder = open("open_order", "order");
const openDriver = open("open_driver", "driver");
const ACTIONS: Record<string, readonly ItemAction[]> = {
  attempt_undecided: [
    command("try_again", "reattempt"),
    command("receive", "receive"),
    command("return", "start_return"),
  ],
  order_unplanned: [command("reschedule", "reschedule"), open("plan", "plan"), command("hold", "hold")],
  hold_overdue: [command("release", "release"), command("cancel", "cancel")],
  unexpected_fact: [openOrder, call("void", "void_event"), command("hold", "hold")],
  late_fact_conflict: [openOrder, call("void", "void_event")],
  external_fact_conflict: [call("take_off", "take_off_route"), openRoute],
  delivery_unproven: [openOrder],
  pin_locked: [call("reset_pin", "reset_pin")],
  goods_outstanding: [command("receive", "receive"), command("problem", "raise_exception")],
  goods_off_route: [command("receive", "receive"), openOrder, openDriver],
  cash_difference: [openRoute],
  cod_mismatch: [openRoute],
  route_unclaimed: [driver("choose_driver"), openRoute, call("cancel_route", "cancel_route")],
  route_not_started: [driver("reassign"), openRoute, call("unrelease", "withdraw_release")],
  route_stalled: [openRoute, driver("reassign")],
  tender_pickup_late: [openOrder],
  tender_exhausted: [openOrder, open("plan", "plan")],
  no_rider: [open("rider", "instant"), openOrder],
  stop_late: [openRoute, call("take_off", "take_off_route")],
  clock_skewed: [openDriver],
  vehicle_unsafe: [call("out_of_service", "out_of_service"), openDriver],
  unnamed_vehicle_unsafe: [openDriver],
  shift_no_show: [openDriver],
  document_expiring: [openDriver],
  recipient_request: [open("answer", "requests")],
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
    if (action.page === "driver") return findDriverId(item) !== null;
    return true;
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

/** Of the record whose page an action opens. */
export const findOpenedId = (item: Item, page: "order" | "route" | "driver") =>
  page === "driver" ? findDriverId(item) : item[`${page}_id`];

export function listOrderIds({ order_id, facts }: Item): number[] {
  const listed = facts["order_ids"];
  if (Array.isArray(listed)) return listed.filter((id) => typeof id === "number");
  return order_id === null ? [] : [order_id];
}
