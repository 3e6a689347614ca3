/** Changes a locked order: its row, what tracking shows of it, and its event. */
import {
  composeTrackingEvent,
  findLastStatusBefore,
  storeTrackingEvents,
} from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { PayloadOf } from "#operation/define/events.ts";
import type { StatusCode } from "#otep/codes.gen.ts";
import { messages } from "./messages.ts";
import { lockShippingOrder } from "./rows.ts";
import { type Decision, getNextStatus, type Status } from "./rules.ts";
import type { ShippingOrderRow } from "./tables.ts";

/** What tracking shows when an order enters a status; a price shows nothing. */
const TRACKING_CODES: Record<Exclude<Status, "REPRICED">, StatusCode> = {
  PENDING: "otep:core:created",
  CONFIRMED: "otep:core:confirmed",
  RECEIVING: "otep:core:received",
  RECEIVED: "otep:core:received",
  PROCESSING: "otep:core:processed",
  SHIPPED: "otep:core:departed",
  DELIVERED: "otep:core:delivered",
  EXCEPTION: "otep:core:exception",
  CANCELLED: "otep:core:cancelled",
};

export function getTrackingCode(status: Status): StatusCode | undefined {
  return status === "REPRICED" ? undefined : TRACKING_CODES[status];
}

/** What an operation that decides about an order declares. */
export const moveRefusals = { not_possible: "conflict" } as const;

/** The order, locked; 404 for one that the caller may not see. */
export async function getLockedOrder(context: Context<never>, id: number): Promise<ShippingOrderRow> {
  const order = await lockShippingOrder(context, id);
  if (order === undefined) throw context.refuse("not_found", { message: messages.unknown_order });
  context.expectVersion(order.version);
  return order;
}

/** The status after a decision. Refuses one that the present status does not allow. */
export function decide(
  context: Context<"not_possible">,
  order: ShippingOrderRow,
  decision: Decision,
): Status {
  const status = getNextStatus(order.status, decision);
  if (status === null) {
    throw context.refuse("not_possible", {
      message: messages.not_possible,
      values: { status: order.status },
      extra: { status: order.status },
    });
  }
  return status;
}

type Columns = Partial<
  Pick<
    ShippingOrderRow,
    "status_before_exception" | "exception" | "carrier" | "carrier_number" | "shipped_at" | "delivered_at"
  >
>;

interface Change {
  trigger: Decision | "pay" | "refund" | "settle" | "resolve" | "report";
  status?: Status;
  columns?: Columns;
  /** When it happened, where that is known otherwise than by the call. */
  occurred_at?: string;
  facts?: Partial<PayloadOf<"shipping_order.changed">>;
  /** Tracking knows it already, from somebody else. */
  is_tracked?: true;
}

/** Stores the change and returns the order after it. */
export async function changeOrder(
  context: Context<never>,
  order: ShippingOrderRow,
  { trigger, status = order.status, columns = {}, occurred_at, facts = {}, is_tracked }: Change,
): Promise<ShippingOrderRow> {
  const { db, business_id, now, emit } = context;
  const is_moved = status !== order.status;
  const values: unknown[] = [business_id, order.id, status, is_moved, now];
  const assignments = Object.entries(columns).map(
    ([column, value]) => `, ${column} = $${values.push(value)}`,
  );
  const changed = await db.row<ShippingOrderRow>(
    `update shipping_order set status = $3, status_since = case when $4 then $5 else status_since end,
       version = version + 1 ${assignments.join("")}
      where business_id = $1 and id = $2 returning *`,
    values,
  );
  if (changed === undefined) throw new Error("A locked shipping order was gone.");
  const code = is_moved && !is_tracked ? await chooseCode(context, order, status, trigger) : undefined;
  const event_id = code === undefined ? undefined : await track(context, order, code, occurred_at);
  emit({
    subject: { type: "shipping_order", id: order.id },
    kind: "shipping_order.changed",
    payload: {
      tracking_number: order.tracking_number,
      customer_id: order.customer_id,
      trigger,
      status_before: order.status,
      status,
      ...(event_id === undefined ? {} : { tracking_event_id: event_id, tracking_code: code }),
      ...facts,
    },
    ...(occurred_at === undefined ? {} : { occurred_at }),
  });
  return changed;
}

/** Of packages that arrive one after the other tracking shows the first; an exception ends with the status before it. */
async function chooseCode(
  context: Context<never>,
  order: ShippingOrderRow,
  status: Status,
  trigger: Change["trigger"],
): Promise<StatusCode | undefined> {
  if (trigger === "resolve") {
    const last = await findLastStatusBefore(context, [order.tracking_number], "exception");
    return last.get(order.tracking_number);
  }
  return order.status === "RECEIVING" && status === "RECEIVED" ? undefined : getTrackingCode(status);
}

export async function track(
  context: Context<never>,
  order: { id: number; tracking_number: string },
  code: StatusCode,
  occurred_at?: string,
): Promise<string> {
  const event = composeTrackingEvent(context, order, {
    code,
    ...(occurred_at === undefined ? {} : { occurred_at }),
  });
  await storeTrackingEvents(context, [{ event }]);
  return event.event_id;
}
