/** Changes a locked order: its row, what tracking shows of it, and its event. */
import { composeTrackingEvent, storeTrackingEvents } from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { PayloadOf } from "#operation/define/events.ts";
import type { StatusCode } from "#otep/codes.gen.ts";
import { messages } from "./messages.ts";
import { loadPackages, lockStorageOrder } from "./rows.ts";
import { computeStatus, type Decision, isPossible, type Status } from "./rules.ts";
import type { StorageOrderRow } from "./tables.ts";

/** What tracking shows when an order enters a status. */
const TRACKING_CODES: Record<Exclude<Status, "AWAITING_INBOUND">, StatusCode> = {
  PENDING: "otep:core:created",
  CONFIRMED: "otep:storage:booked",
  PARTLY_RECEIVED: "otep:storage:checked_in",
  STORED: "otep:storage:put_away",
  PARTLY_OUT: "otep:storage:accessed",
  CLOSED: "otep:storage:checked_out",
  CANCELLED: "otep:core:cancelled",
};

export function getTrackingCode(status: Status): StatusCode | undefined {
  return status === "AWAITING_INBOUND" ? undefined : TRACKING_CODES[status];
}

/** What an operation that decides about an order declares. */
export const moveRefusals = { not_possible: "conflict" } as const;

/** The order, locked; 404 for one that the caller may not see. */
export async function getLockedOrder(context: Context<never>, id: number): Promise<StorageOrderRow> {
  const order = await lockStorageOrder(context, id);
  if (order === undefined) throw context.refuse("not_found", { message: messages.unknown_order });
  context.expectVersion(order.version);
  return order;
}

/** Refuses a decision that the present status does not allow. */
export function expectPossible(
  context: Context<"not_possible">,
  { status }: StorageOrderRow,
  decision: Decision,
): void {
  if (isPossible(status, decision)) return;
  throw context.refuse("not_possible", {
    message: messages.not_possible,
    values: { status },
    extra: { status },
  });
}

type Columns = Partial<
  Pick<
    StorageOrderRow,
    | "ref"
    | "note"
    | "scheduled_date"
    | "pickup_timeframe"
    | "warehouse_id"
    | "day_price_minor"
    | "confirmed_at"
    | "closed_at"
  >
>;

interface Change {
  trigger: Decision | "cancel" | "pay" | "refund" | "settle" | "ship_out" | "stock";
  status?: Status;
  columns?: Columns;
  facts?: Partial<PayloadOf<"storage_order.changed">>;
}

/** Stores the change and returns the order after it. */
export async function changeOrder(
  context: Context<never>,
  order: StorageOrderRow,
  { trigger, status = order.status, columns = {}, facts = {} }: Change,
): Promise<StorageOrderRow> {
  const { db, business_id, now, emit } = context;
  const is_moved = status !== order.status;
  const values: unknown[] = [business_id, order.id, status, is_moved, now];
  const assignments = Object.entries(columns).map(
    ([column, value]) => `, ${column} = $${values.push(value)}`,
  );
  const changed = await db.row<StorageOrderRow>(
    `update storage_order set status = $3, status_since = case when $4 then $5 else status_since end,
       version = version + 1 ${assignments.join("")}
      where business_id = $1 and id = $2 returning *`,
    values,
  );
  if (changed === undefined) throw new Error("A locked storage order was gone.");
  const code = is_moved ? getTrackingCode(status) : undefined;
  const event_id = code === undefined ? undefined : await track(context, order, code);
  emit({
    subject: { type: "storage_order", id: order.id },
    kind: "storage_order.changed",
    payload: {
      tracking_number: order.tracking_number,
      customer_id: order.customer_id,
      trigger,
      status_before: order.status,
      status,
      ...(event_id === undefined ? {} : { tracking_event_id: event_id, tracking_code: code }),
      ...facts,
    },
  });
  return changed;
}

/** Gives a locked order the status that its packages have made of it. */
export async function followPackages(
  context: Context<never>,
  order: StorageOrderRow,
  change: Omit<Change, "status">,
): Promise<StorageOrderRow> {
  const status = computeStatus(order.status, await loadPackages(context, order.id));
  const closed_at = status === "CLOSED" ? (order.closed_at ?? context.now.toISOString()) : null;
  return changeOrder(context, order, { ...change, status, columns: { ...change.columns, closed_at } });
}

export async function track(
  context: Context<never>,
  order: { id: number; tracking_number: string },
  code: StatusCode,
): Promise<string> {
  const event = composeTrackingEvent(context, order, { code });
  await storeTrackingEvents(context, [{ event }]);
  return event.event_id;
}
