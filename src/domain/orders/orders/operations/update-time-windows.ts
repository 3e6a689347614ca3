/**
 * Change the time windows of many orders by their external references, and their date when one is given.
 *
 * Source: docs/contract/mcp.md, "update_time_window_by_refs".
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { getItemLabel, toFieldErrors, validateItems } from "#operation/define/items.ts";
import { addResults, insertBatch } from "#operation/records/batch.ts";
import { refusals } from "#operation/response/platform-messages.ts";
import { CalendarDate, Nullable, OrderId, Timestamp } from "#vocabulary/basics.ts";
import { bulkAnswer, bulkMembers, FieldError, PerItem } from "#vocabulary/bulk.ts";
import { Ref } from "#vocabulary/ref.ts";
import { isRealDate } from "../intake/draft.ts";
import { getWorkingDay } from "../intake/insert.ts";
import { changeOrders, type OrderChange } from "../lifecycle/change.ts";
import { buildWindowSet, WINDOW_MAX_MS } from "../lifecycle/next-attempt.ts";
import { TERMINAL_STATUSES } from "../lifecycle/status.ts";
import { getDayOfWindow, isWindowOnDay, type WorkingDay } from "../lifecycle/window-day.ts";
import { messages } from "../messages.ts";
import { lockOrders, type OrderRow } from "../records/order.ts";
import { orderWindowsChanged } from "../topics.ts";

const ITEMS_MAX = 500;

type ItemFault =
  | "invalid_item"
  | "not_found"
  | "ambiguous_ref"
  | "repeated_ref"
  | "invalid_window"
  | "other_day"
  | "on_route"
  | "invalid_transition";

const FAULT_MESSAGES: Record<ItemFault, string> = {
  invalid_item: "The item is not valid.",
  not_found: "No open order has this reference.",
  ambiguous_ref: "Several open orders have this reference.",
  repeated_ref: "Another item of this request names the same order.",
  invalid_window: "The window must end after it starts, at most 7 days later.",
  other_day: "The window is on another day than schedule_date.",
  on_route: "The order is on a route; remove it before changing its date.",
  invalid_transition: "The order has reached a final status.",
};

const REF_MAX = 100;

const WindowItem = Type.Object({
  ref: Ref(
    "order_ref",
    Type.String({
      minLength: 1,
      maxLength: REF_MAX,
      description: "The order's ref or external tracking.",
    }),
  ),
  window_start: Timestamp,
  window_end: Timestamp,
});

export const updateTimeWindows = defineOperation({
  name: "clientOrdersTimeWindows",
  summary: "Update time windows of orders by reference",
  description:
    "A reference is an order's ref or external_tracking; orders in a final status are ignored. Each item is decided " +
    "on its own, and stops of unfinished routes get the new windows. With schedule_date the orders also move to that " +
    "day, without it an order moves to the day of a window that is on another; both are refused for orders on a route.",
  access: { scopes: ["orders:write"] },
  rest: { method: "POST", path: "/api/v1/client/orders/time-windows" },
  mcp: { user: "update_time_window_by_refs" },
  input: Type.Object({
    items: PerItem(WindowItem, { minItems: 1, maxItems: ITEMS_MAX }),
    schedule_date: Type.Optional(CalendarDate),
  }),
  output: Type.Object({
    result: Type.Boolean({ description: "True when at least one order was changed." }),
    batch_id: Type.Integer(),
    ...bulkMembers,
    items: Type.Array(
      Type.Object({
        ref: Nullable(Type.String()),
        result: Type.Boolean(),
        order_id: Nullable(Ref("order", OrderId)),
        window_start: Nullable(Timestamp),
        window_end: Nullable(Timestamp),
        scheduled_date: Nullable(CalendarDate),
        error_code: Nullable(Type.String()),
        message: Nullable(Type.String()),
        errors: Type.Array(FieldError, {
          description: "Faults of an invalid item.",
        }),
      }),
      { description: "One entry per item, in the sequence of the request." },
    ),
  }),

  async run(context, { items, schedule_date }) {
    const { db, business_id, refuse, emit } = context;
    if (schedule_date !== undefined && !isRealDate(schedule_date)) {
      throw refuse("invalid_request", {
        message: refusals.invalid_request,
        errors: [{ field: "schedule_date", message: messages.no_calendar_date }],
      });
    }
    const validated = validateItems(WindowItem, items);
    const refs = [...new Set(validated.flatMap(({ item }) => item?.ref ?? []))];
    const matching_orders = await db.rows<{
      id: number;
      ref: string | null;
      external_tracking: string | null;
    }>(
      `select id, ref, external_tracking from delivery_order
        where business_id = $1 and ref = any($2::text[]) and status <> all($3::text[])
       union
       select id, ref, external_tracking from delivery_order
        where business_id = $1 and external_tracking = any($2::text[]) and status <> all($3::text[])`,
      [business_id, refs, [...TERMINAL_STATUSES]],
    );
    const orders = await lockOrders(
      db,
      business_id,
      matching_orders.map((row) => row.id),
    );
    const day = getWorkingDay(context);
    const changed_ids = new Set<number>();
    const changes: OrderChange[] = [];
    const { id: batch_id } = await insertBatch(context, {
      operation: "clientOrdersTimeWindows",
      state: "COMPLETED",
      total: items.length,
    });
    const results = validated.map(({ item, faults }, index) => {
      if (item === null) {
        return {
          ref: getItemLabel(items[index], "ref", REF_MAX),
          result: false,
          order_id: null,
          window_start: null,
          window_end: null,
          scheduled_date: null,
          error_code: "INVALID_ITEM",
          message: FAULT_MESSAGES.invalid_item,
          errors: toFieldErrors(context, faults),
        };
      }
      const { ref, window_start, window_end } = item;
      const matches = matching_orders.filter((row) => row.ref === ref || row.external_tracking === ref);
      const order = matches.length === 1 ? orders.get(matches[0]?.id ?? 0) : undefined;
      const window = { start: window_start, end: window_end };
      const scheduled_date = chooseDate(order, window, schedule_date, day);
      const fault = findFault(order, {
        match_count: matches.length,
        changed_ids,
        window,
        scheduled_date,
        day,
      });
      if (fault !== null || order === undefined) {
        const code = fault ?? "not_found";
        return {
          ref,
          result: false,
          order_id: order?.id ?? null,
          window_start: order?.window_start ?? null,
          window_end: order?.window_end ?? null,
          scheduled_date: order?.scheduled_date ?? null,
          error_code: code.toUpperCase(),
          message: FAULT_MESSAGES[code],
          errors: [],
        };
      }
      changed_ids.add(order.id);
      const utc = { start: new Date(window_start).toISOString(), end: new Date(window_end).toISOString() };
      changes.push({
        order,
        set: { ...buildWindowSet(order, utc), scheduled_date },
        kind: "order.window_changed",
        payload: { window_start: utc.start, window_end: utc.end, scheduled_date },
        tracking: null,
        batch_id,
      });
      return {
        ref,
        result: true,
        order_id: order.id,
        window_start: utc.start,
        window_end: utc.end,
        scheduled_date,
        error_code: null,
        message: null,
        errors: [],
      };
    });
    const failed = items.length - changes.length;
    const [changed] = await Promise.all([
      changeOrders(context, changes),
      addResults(context, batch_id, { done: changes.length, failed, is_last: true }),
    ]);
    await context.publish(orderWindowsChanged, { orders: changed });
    emit({
      subject: { type: "batch", id: batch_id, is_new: true },
      kind: "batch.finished",
      payload: { operation: "clientOrdersTimeWindows", done: changes.length, failed },
      batch_id,
    });
    return { batch_id, ...bulkAnswer(results, ({ order_id }) => order_id), items: results };
  },
});

/** As the request says; else the day that the order has, unless the window is on another. */
function chooseDate(
  order: OrderRow | undefined,
  window: { start: string; end: string },
  schedule_date: string | undefined,
  { now, ...day }: WorkingDay & { now: Date },
): string {
  if (schedule_date !== undefined) return schedule_date;
  return order !== undefined && isWindowOnDay(window, order.scheduled_date, day)
    ? order.scheduled_date
    : getDayOfWindow(window, now, day);
}

function findFault(
  order: OrderRow | undefined,
  {
    match_count,
    changed_ids,
    window,
    scheduled_date,
    day,
  }: {
    match_count: number;
    changed_ids: ReadonlySet<number>;
    window: { start: string; end: string };
    scheduled_date: string;
    day: WorkingDay;
  },
): ItemFault | null {
  if (match_count === 0) return "not_found";
  if (match_count > 1 || order === undefined) return "ambiguous_ref";
  if (TERMINAL_STATUSES.includes(order.status)) return "invalid_transition";
  if (changed_ids.has(order.id)) return "repeated_ref";
  const length_ms = Date.parse(window.end) - Date.parse(window.start);
  if (!(length_ms > 0 && length_ms <= WINDOW_MAX_MS)) return "invalid_window";
  if (!isWindowOnDay(window, scheduled_date, day)) return "other_day";
  if (scheduled_date !== order.scheduled_date && order.route_id !== null) return "on_route";
  return null;
}
