/**
 * Commands of dispatchers on orders: hold, release, cancel, note, return, exception, new attempt, and the inbound scan
 * at a desk. Used for single orders and for bulk commands.
 */

import { findLastStatusBefore, type TrackingFields } from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Message, Value } from "#operation/response/messages.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { messages } from "../messages.ts";
import { findUnreleasedRoutes, lockOrders, type OrderRow } from "../records/order.ts";
import { loadParcels, type ParcelRow } from "../records/parcel.ts";
import { ordersLeaveRoutes, orderWindowsChanged } from "../topics.ts";
import { changeOrders, type OrderChange } from "./change.ts";
import { groupParcelsByOrder, recordFacts } from "./facts.ts";
import { buildAttemptSet, type NextAttempt } from "./next-attempt.ts";
import { chooseCancelCommand, chooseReattemptCommand } from "./rules.ts";
import { getNextStatus, isTerminal, type OrderCommand } from "./status.ts";

/** Reasons of an exception of goods or address: incident reasons of OTEP. */
export const EXCEPTION_REASONS = [
  "damaged",
  "lost",
  "contents_missing",
  "address_incorrect",
  "address_incomplete",
  "misrouted",
  "stolen",
  "spoiled",
  "leaking",
  "prohibited_item",
  "customs_hold",
  "security_hold",
  "other",
] as const satisfies readonly NonNullable<TrackingFields["incident_reason"]>[];

export type PersonCommand =
  | { trigger: "hold"; reason: string }
  | { trigger: "release"; reason?: string }
  | { trigger: "cancel"; reason?: string }
  | { trigger: "note"; note: string }
  | { trigger: "start_return"; reason?: string }
  /** `warehouse_id`: where they were received, for each order the warehouse that it started from when absent. */
  | { trigger: "receive"; location?: string; warehouse_id?: number; next?: NextAttempt }
  | { trigger: "raise_exception"; reason: string; incident_reason?: (typeof EXCEPTION_REASONS)[number] }
  | { trigger: "reattempt"; reason?: string; next?: NextAttempt }
  | { trigger: "reschedule"; reason?: string; next: NextAttempt };

export type CommandRefusal = "not_found" | "invalid_transition" | "on_route" | "held_by_carrier";

/** Commands of people by the transitions that they can take; which one depends on where the goods are. */
const PERSON_TRANSITIONS: Readonly<Record<string, readonly OrderCommand[]>> = {
  hold: ["hold"],
  release: ["release"],
  cancel: ["cancel", "cancel_in_custody"],
  start_return: ["start_return"],
  raise_exception: ["raise_exception"],
  reattempt: ["reattempt_aboard", "reattempt_at_warehouse", "reattempt_from_sender"],
};

/** Values of a refusal about its order: the other commands that its status permits, and the order that replaces it. */
export function describeRefused(
  { id, status, replaced_by_order_id }: OrderRow,
  refused: string,
): Record<string, unknown> {
  return {
    order_id: id,
    status,
    allowed: Object.entries(PERSON_TRANSITIONS).flatMap(([command, transitions]) =>
      command !== refused && transitions.some((trigger) => getNextStatus(status, trigger) !== null)
        ? [command]
        : [],
    ),
    ...(replaced_by_order_id === null ? {} : { replaced_by_order_id }),
  };
}

/** Refusals of the operations for a single command. */
export const COMMAND_REFUSALS = {
  invalid_transition: "conflict",
  on_route: "conflict",
  held_by_carrier: "conflict",
} as const;

export const REFUSAL_MESSAGES: Record<CommandRefusal, Message<{ status: Value }>> = {
  not_found: messages.unknown_order,
  invalid_transition: messages.invalid_transition,
  on_route: messages.on_route,
  held_by_carrier: messages.held_by_carrier,
};

/** Reason that is published when an order leaves its route. */
const LEAVE_REASONS: Partial<Record<PersonCommand["trigger"], string>> = {
  hold: "held",
  cancel: "cancelled",
  start_return: "returning",
  reattempt: "reattempted",
  reschedule: "rescheduled",
};

export interface CommandResult {
  order_id: number;
  /** The row after the command, or unchanged when refused; undefined when the order does not exist. */
  order: OrderRow | undefined;
  refusal: CommandRefusal | null;
}

interface Decision {
  trigger: OrderCommand | null;
  change: Omit<OrderChange, "order">;
  /** The order leaves its route. */
  leaves_route: boolean;
}

/**
 * Decide and write one command for each of some orders, in one transaction. Each order is decided on its own;
 * a refused one is unchanged. Results are in the sequence of the ids, each id once.
 */
export async function commandOrders(
  context: Context<never>,
  order_ids: readonly number[],
  command: PersonCommand,
  options: { batch_id?: number; expectVersion?: (version: number) => void } = {},
): Promise<CommandResult[]> {
  const { db, business_id } = context;
  const ids = [...new Set(order_ids)];
  const [orders, parcels] = await Promise.all([
    lockOrders(db, business_id, ids),
    loadParcels(db, business_id, ids),
  ]);
  for (const order of orders.values()) options.expectVersion?.(order.version);
  const order_parcels = groupParcelsByOrder(parcels);
  const routed = [
    ...new Set([...orders.values()].flatMap((order) => (order.route_id === null ? [] : [order.route_id]))),
  ];
  const unreleased =
    command.trigger === "hold" || command.trigger === "reschedule"
      ? await findUnreleasedRoutes(context, routed)
      : new Set<number>();

  const results = new Map<number, CommandResult>();
  const accepted: { order: OrderRow; decision: Decision }[] = [];
  for (const order_id of ids) {
    const order = orders.get(order_id);
    const refusal =
      order === undefined
        ? "not_found"
        : findRefusal(command, order, order_parcels.get(order_id) ?? [], unreleased);
    results.set(order_id, { order_id, order, refusal });
    if (order !== undefined && refusal === null) {
      accepted.push({ order, decision: decide(context, command, order, order_parcels.get(order_id) ?? []) });
    }
  }
  const after =
    command.trigger === "receive"
      ? await recordReceipts(context, command, accepted, options.batch_id)
      : await writeDecisions(context, command, accepted, options.batch_id);
  for (const order of after) results.set(order.id, { order_id: order.id, order, refusal: null });
  return ids.map((order_id) => results.get(order_id) as CommandResult);
}

function findRefusal(
  command: PersonCommand,
  order: OrderRow,
  parcels: readonly ParcelRow[],
  unreleased: ReadonlySet<number>,
): CommandRefusal | null {
  switch (command.trigger) {
    case "note":
    // A scan is a fact: it is never refused.
    case "receive":
      return null;
    case "hold":
      if (order.route_id !== null && !unreleased.has(order.route_id)) return "on_route";
      break;
    case "cancel":
      if (order.tender_state === "held") return "held_by_carrier";
      break;
    case "reschedule":
      if (isTerminal(order.status) || order.status === "RETURNING") return "invalid_transition";
      return leavesByDay(command, order) && order.route_id !== null && !unreleased.has(order.route_id)
        ? "on_route"
        : null;
    default:
  }
  return decideTransition(command, order, parcels) === null ? "invalid_transition" : null;
}

const leavesByDay = ({ next }: { next: NextAttempt }, order: OrderRow): boolean =>
  next.scheduled_date !== undefined && next.scheduled_date !== order.scheduled_date;

/** The transition of a command from the current status; null when there is none. */
function decideTransition(
  command: PersonCommand,
  order: OrderRow,
  parcels: readonly ParcelRow[],
): OrderCommand | null {
  if (command.trigger === "note") return null;
  if (command.trigger === "reschedule")
    return order.route_id !== null &&
      leavesByDay(command, order) &&
      getNextStatus(order.status, "unplan") !== null
      ? "unplan"
      : null;
  if (command.trigger === "cancel") return chooseCancelCommand(order.status, parcels);
  const trigger = command.trigger === "reattempt" ? chooseReattemptCommand(parcels) : command.trigger;
  return getNextStatus(order.status, trigger) === null ? null : trigger;
}

function decide(
  context: Context<never>,
  command: PersonCommand,
  order: OrderRow,
  parcels: readonly ParcelRow[],
): Decision {
  const { actor, now } = context;
  const trigger = decideTransition(command, order, parcels);
  const status = trigger === null ? order.status : (getNextStatus(order.status, trigger) ?? order.status);
  const on_route = order.route_id !== null;
  const off_route: OrderChange["set"] = on_route ? { route_id: null } : {};
  const reason_payload =
    "reason" in command && command.reason !== undefined ? { reason: command.reason } : {};
  const without_hold: OrderChange["set"] =
    order.status === "HOLD" ? { hold: null, status_before_hold: null } : {};
  switch (command.trigger) {
    case "hold":
      return {
        trigger,
        leaves_route: on_route,
        change: {
          kind: "order.held",
          set: {
            ...off_route,
            status,
            status_before_hold: order.status,
            hold: { reason: command.reason, by: actor.account_id, at: now.toISOString() },
          },
        },
      };
    case "release":
      return {
        trigger,
        leaves_route: false,
        change: { kind: "order.released", set: { ...without_hold, status }, payload: reason_payload },
      };
    case "cancel":
      return {
        trigger,
        leaves_route: on_route,
        change: {
          kind: status === "CANCELLED" ? "order.cancelled" : "order.cancel_requested",
          set: {
            ...off_route,
            ...without_hold,
            status,
            ...(status === "CANCELLED" ? {} : { cancel_requested: true }),
          },
          payload: reason_payload,
          tracking: {
            code: status === "CANCELLED" ? "otep:core:cancelled" : "otep:core:returning",
            incident_reason: "sender_cancelled",
          },
        },
      };
    case "start_return":
      return {
        trigger,
        leaves_route: on_route,
        change: { kind: "order.return_started", set: { ...off_route, status }, payload: reason_payload },
      };
    case "raise_exception":
      return {
        trigger,
        leaves_route: false,
        change: {
          kind: "order.exception_raised",
          set: { ...without_hold, status },
          payload: { reason: command.reason, incident_reason: command.incident_reason ?? "other" },
          tracking: { code: "otep:core:exception", incident_reason: command.incident_reason ?? "other" },
        },
      };
    case "reattempt": {
      // The goods are in a warehouse: where they were last received, if that is known.
      const warehouse_id = order.current_warehouse_id ?? order.origin_warehouse_id;
      const is_at_warehouse = trigger === "reattempt_at_warehouse";
      const { next = {} } = command;
      const set = buildAttemptSet(order, next, getTimeZone(context));
      const payload = { ...reason_payload, ...toAttemptPayload(set) };
      if (trigger === "reattempt_aboard" && isLaterDay(context, next.scheduled_date)) {
        // The driver does not go there again today: the attempt stays a failed one until the goods are back.
        return {
          trigger: null,
          leaves_route: false,
          change: { kind: "order.reattempted", set, payload, tracking: null },
        };
      }
      const is_off_route =
        trigger === "reattempt_from_sender" || (is_at_warehouse && set.scheduled_date !== undefined);
      return {
        trigger,
        leaves_route: on_route && is_off_route,
        change: {
          kind: "order.reattempted",
          set: {
            ...set,
            ...(is_off_route ? off_route : {}),
            status,
            return_reason: null,
            ...(is_at_warehouse ? { current_warehouse_id: warehouse_id } : {}),
          },
          payload: { ...payload, ...(is_at_warehouse ? { warehouse_id } : {}) },
        },
      };
    }
    case "reschedule": {
      const set = buildAttemptSet(order, command.next, getTimeZone(context));
      const leaves = on_route && leavesByDay(command, order);
      return {
        trigger,
        leaves_route: leaves,
        change: {
          kind: "order.window_changed",
          set: { ...set, ...(leaves ? off_route : {}), status },
          payload: { ...reason_payload, ...toAttemptPayload(set) },
          // Removal from a route is no milestone: tracking records a note and keeps its phase.
          tracking: status === order.status ? null : { code: "otep:core:note" },
        },
      };
    }
    case "note":
      return {
        trigger: null,
        leaves_route: false,
        change: { kind: "order.note_changed", set: { note: command.note }, tracking: null },
      };
    case "receive":
      return { trigger, leaves_route: false, change: { kind: "order.received", set: {} } };
  }
}

const getTimeZone = ({ business }: Context<never>) => business.time_zone;

function isLaterDay(context: Context<never>, date: string | undefined): boolean {
  return date !== undefined && date > toLocalDate(context.now, getTimeZone(context));
}

/** Part of the event about the next attempt. */
function toAttemptPayload({ scheduled_date, window_start, window_end }: OrderChange["set"]) {
  return {
    ...(scheduled_date === undefined ? {} : { scheduled_date }),
    ...(window_start && window_end ? { window_start, window_end } : {}),
  };
}

async function writeDecisions(
  context: Context<never>,
  command: PersonCommand,
  accepted: readonly { order: OrderRow; decision: Decision }[],
  batch_id: number | undefined,
): Promise<OrderRow[]> {
  const leaving = accepted.filter(({ decision }) => decision.leaves_route).map(({ order }) => order.id);
  if (leaving.length > 0)
    await context.publish(ordersLeaveRoutes, {
      order_ids: leaving,
      reason: LEAVE_REASONS[command.trigger] ?? command.trigger,
    });
  const released = command.trigger === "release" ? accepted.map(({ order }) => order.tracking_number) : [];
  const codes_before_hold = await findLastStatusBefore(context, released, "held");
  const after = await changeOrders(
    context,
    accepted.map(({ order, decision: { trigger, change } }) => {
      // After a release the timeline returns to the status code that it had before `held`.
      const code_before_hold = codes_before_hold.get(order.tracking_number);
      return {
        ...change,
        order,
        ...(trigger === null ? {} : { trigger }),
        ...(command.trigger === "release"
          ? { tracking: { code: code_before_hold ?? "otep:core:created" } }
          : {}),
        ...(batch_id === undefined ? {} : { batch_id }),
      };
    }),
  );
  await publishWindows(context, after, command);
  return after;
}

/** Routes that still have the orders follow their new windows. */
async function publishWindows(
  context: Context<never>,
  orders: readonly OrderRow[],
  command: PersonCommand,
): Promise<void> {
  if (!("next" in command)) return;
  const routed = orders.filter(({ route_id }) => route_id !== null);
  if (routed.length > 0) await context.publish(orderWindowsChanged, { orders: routed });
}

/** Record inbound scans that were made at a desk. */
async function recordReceipts(
  context: Context<never>,
  command: Extract<PersonCommand, { trigger: "receive" }>,
  accepted: readonly { order: OrderRow }[],
  batch_id: number | undefined,
): Promise<OrderRow[]> {
  const outcomes = await recordFacts(
    context,
    accepted.map(({ order }) => ({
      order,
      fact: {
        trigger: "receive",
        kind: "order.received",
        custody: { to: "warehouse" },
        ...(command.location === undefined ? {} : { payload: { location: command.location } }),
        ...(command.warehouse_id === undefined ? {} : { warehouse_id: command.warehouse_id }),
        ...(batch_id === undefined ? {} : { batch_id }),
      },
    })),
  );
  const received = outcomes.map((outcome) => outcome.order);
  return command.next === undefined ? received : setNextAttempts(context, received, command.next, batch_id);
}

/** Set when goods that are back at a warehouse go out again; they leave the route that brought them. */
async function setNextAttempts(
  context: Context<never>,
  received: readonly OrderRow[],
  next: NextAttempt,
  batch_id: number | undefined,
): Promise<OrderRow[]> {
  const changes = received.flatMap((order): OrderChange[] => {
    if (order.status !== "AT_WAREHOUSE") return [];
    const set = buildAttemptSet(order, next, getTimeZone(context));
    if (Object.keys(set).length === 0) return [];
    const leaves = order.route_id !== null && set.scheduled_date !== undefined;
    return [
      {
        order,
        set: { ...set, ...(leaves ? { route_id: null } : {}) },
        kind: "order.window_changed",
        payload: toAttemptPayload(set),
        tracking: null,
        ...(batch_id === undefined ? {} : { batch_id }),
      },
    ];
  });
  const leaving = changes.filter(({ set }) => set.route_id === null).map(({ order }) => order.id);
  if (leaving.length > 0)
    await context.publish(ordersLeaveRoutes, { order_ids: leaving, reason: "reattempted" });
  const after = await changeOrders(context, changes);
  await publishWindows(context, after, { trigger: "receive", next });
  const changed = new Map(after.map((order) => [order.id, order]));
  return received.map((order) => changed.get(order.id) ?? order);
}

/** Run a command on one order: returns the row, throws the refusal. */
export async function commandOne(
  context: Context<"invalid_transition" | "on_route" | "held_by_carrier">,
  order_id: number,
  command: PersonCommand,
): Promise<OrderRow> {
  const [result] = await commandOrders(context, [order_id], command, {
    expectVersion: context.expectVersion,
  });
  if (result?.order === undefined) throw context.refuse("not_found", { message: messages.unknown_order });
  if (result.refusal !== null) {
    throw context.refuse(result.refusal, {
      message: REFUSAL_MESSAGES[result.refusal],
      values: { status: result.order.status },
      extra: describeRefused(result.order, command.trigger),
    });
  }
  return result.order;
}
