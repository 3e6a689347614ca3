/**
 * What the people of a business decide about orders: hold, release, cancel, note, return, exception, new
 * attempt, and the inbound scan at a desk. One way for the single commands and for the same one to many.
 */

import { removeOrdersFromRoutes } from "#domain/routes/public.ts";
import { lastStatusBefore, type TrackingFields } from "#domain/tracking/public.ts";
import type { Context, Message } from "#operation/context.ts";
import { changeOrders, type OrderChange } from "./change.ts";
import { parcelsByOrder, recordFacts } from "./facts.ts";
import { messages } from "./messages.ts";
import { lockOrders, parcelsOf, unreleasedRoutes } from "./rows.ts";
import { cancelCommand, reattemptCommand } from "./rules.ts";
import { next, type OrderCommand } from "./status.ts";
import type { OrderRow, ParcelRow } from "./tables.ts";

/** What may be wrong with goods or address, in the words of tracking. */
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
  | { on: "hold"; reason: string }
  | { on: "release"; reason?: string }
  | { on: "cancel"; reason?: string }
  | { on: "note"; note: string }
  | { on: "start_return"; reason?: string }
  | { on: "receive"; location?: string }
  | { on: "raise_exception"; reason: string; incident_reason?: (typeof EXCEPTION_REASONS)[number] }
  | { on: "reattempt"; reason?: string };

export type CommandRefusal = "not_found" | "invalid_transition" | "on_route" | "held_by_carrier";

/** Refusals of the operations that give one command. */
export const COMMAND_REFUSALS = {
  invalid_transition: "conflict",
  on_route: "conflict",
  held_by_carrier: "conflict",
} as const;

export const REFUSAL_MESSAGES: Record<CommandRefusal, Message> = {
  not_found: messages.unknown_order,
  invalid_transition: messages.invalid_transition,
  on_route: messages.on_route,
  held_by_carrier: messages.held_by_carrier,
};

/** What the route is told of an order that leaves it. */
const LEAVES_BECAUSE: Partial<Record<PersonCommand["on"], string>> = {
  hold: "held",
  cancel: "cancelled",
  start_return: "returning",
  reattempt: "reattempted",
};

export interface CommandResult {
  order_id: number;
  /** The row after the command, or as it is when refused; undefined when there is none. */
  order: OrderRow | undefined;
  refusal: CommandRefusal | null;
}

interface Decision {
  on: OrderCommand | null;
  change: Omit<OrderChange, "order">;
  /** The order leaves the route it is planned on. */
  unroute: boolean;
}

/**
 * Decide and write one command for each of some orders, in one transaction. Each order is decided on its own;
 * a refused one is left as it was. Results in the sequence of the ids, each id once.
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
    parcelsOf(db, business_id, ids),
  ]);
  for (const order of orders.values()) options.expectVersion?.(order.version);
  const boxes = parcelsByOrder(parcels);
  const routed = [
    ...new Set([...orders.values()].flatMap((order) => (order.route_id === null ? [] : [order.route_id]))),
  ];
  const unreleased =
    command.on === "hold" ? await unreleasedRoutes(db, business_id, routed) : new Set<number>();

  const results = new Map<number, CommandResult>();
  const accepted: { order: OrderRow; decision: Decision }[] = [];
  for (const order_id of ids) {
    const order = orders.get(order_id);
    const refusal =
      order === undefined ? "not_found" : refusalTo(command, order, boxes.get(order_id) ?? [], unreleased);
    results.set(order_id, { order_id, order, refusal });
    if (order !== undefined && refusal === null) {
      accepted.push({ order, decision: decide(context, command, order, boxes.get(order_id) ?? []) });
    }
  }
  const after =
    command.on === "receive"
      ? await receive(context, command, accepted, options.batch_id)
      : await write(context, command, accepted, options.batch_id);
  for (const order of after) results.set(order.id, { order_id: order.id, order, refusal: null });
  return ids.map((order_id) => results.get(order_id) as CommandResult);
}

function refusalTo(
  command: PersonCommand,
  order: OrderRow,
  parcels: readonly ParcelRow[],
  unreleased: ReadonlySet<number>,
): CommandRefusal | null {
  switch (command.on) {
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
    default:
  }
  return arrowOf(command, order, parcels) === null ? "invalid_transition" : null;
}

/** The arrow that a command takes from here; null when there is none. */
function arrowOf(
  command: PersonCommand,
  order: OrderRow,
  parcels: readonly ParcelRow[],
): OrderCommand | null {
  if (command.on === "note") return null;
  if (command.on === "cancel") return cancelCommand(order.status, parcels);
  const on = command.on === "reattempt" ? reattemptCommand(parcels) : command.on;
  return next(order.status, on) === null ? null : on;
}

function decide(
  context: Context<never>,
  command: PersonCommand,
  order: OrderRow,
  parcels: readonly ParcelRow[],
): Decision {
  const { actor, now } = context;
  const on = arrowOf(command, order, parcels);
  const status = on === null ? order.status : (next(order.status, on) ?? order.status);
  const on_route = order.route_id !== null;
  const off_route: OrderChange["set"] = on_route ? { route_id: null } : {};
  const because = "reason" in command && command.reason !== undefined ? { reason: command.reason } : {};
  const unheld: OrderChange["set"] = order.status === "HOLD" ? { hold: null, status_before_hold: null } : {};
  switch (command.on) {
    case "hold":
      return {
        on,
        unroute: on_route,
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
        on,
        unroute: false,
        change: { kind: "order.released", set: { ...unheld, status }, payload: because },
      };
    case "cancel":
      return {
        on,
        unroute: on_route,
        change: {
          kind: status === "CANCELLED" ? "order.cancelled" : "order.cancel_requested",
          set: {
            ...off_route,
            ...unheld,
            status,
            ...(status === "CANCELLED" ? {} : { cancel_requested: true }),
          },
          payload: because,
          tracking: {
            code: status === "CANCELLED" ? "otep:core:cancelled" : "otep:core:returning",
            incident_reason: "sender_cancelled",
          },
        },
      };
    case "start_return":
      return {
        on,
        unroute: on_route,
        change: { kind: "order.return_started", set: { ...off_route, status }, payload: because },
      };
    case "raise_exception":
      return {
        on,
        unroute: false,
        change: {
          kind: "order.exception_raised",
          set: { ...unheld, status },
          payload: { reason: command.reason, incident_reason: command.incident_reason ?? "other" },
          tracking: { code: "otep:core:exception", incident_reason: command.incident_reason ?? "other" },
        },
      };
    case "reattempt":
      return {
        on,
        unroute: on_route && on === "reattempt_from_sender",
        change: {
          kind: "order.reattempted",
          set: { ...(on === "reattempt_from_sender" ? off_route : {}), status, return_reason: null },
          payload: because,
        },
      };
    case "note":
      return {
        on: null,
        unroute: false,
        change: { kind: "order.note_changed", set: { note: command.note }, tracking: null },
      };
    case "receive":
      return { on, unroute: false, change: { kind: "order.received", set: {} } };
  }
}

async function write(
  context: Context<never>,
  command: PersonCommand,
  accepted: readonly { order: OrderRow; decision: Decision }[],
  batch_id: number | undefined,
): Promise<OrderRow[]> {
  const leaving = accepted.filter(({ decision }) => decision.unroute).map(({ order }) => order.id);
  if (leaving.length > 0)
    await removeOrdersFromRoutes(context, leaving, LEAVES_BECAUSE[command.on] ?? command.on);
  const released = command.on === "release" ? accepted.map(({ order }) => order.tracking_number) : [];
  const repeats = await lastStatusBefore(context, released, "held");
  return changeOrders(
    context,
    accepted.map(({ order, decision: { on, change } }) => {
      // Tracking leaves `held` for what it said before.
      const repeated = repeats.get(order.tracking_number);
      return {
        ...change,
        order,
        ...(on === null ? {} : { on }),
        ...(command.on === "release" ? { tracking: { code: repeated ?? "otep:core:created" } } : {}),
        ...(batch_id === undefined ? {} : { batch_id }),
      };
    }),
  );
}

/** An inbound scan, told at a desk. */
async function receive(
  context: Context<never>,
  command: Extract<PersonCommand, { on: "receive" }>,
  accepted: readonly { order: OrderRow }[],
  batch_id: number | undefined,
): Promise<OrderRow[]> {
  const outcomes = await recordFacts(
    context,
    accepted.map(({ order }) => ({
      order,
      fact: {
        on: "receive",
        kind: "order.received",
        custody: { to: "warehouse", ref: command.location ?? null },
        ...(batch_id === undefined ? {} : { batch_id }),
      },
    })),
  );
  return outcomes.map((outcome) => outcome.order);
}

/** The only result of a single command, or its refusal thrown. */
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
      extra: { order_id, status: result.order.status },
    });
  }
  return result.order;
}
