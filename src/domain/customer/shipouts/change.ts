/** Changes a locked ship-out: its row, what tracking shows of it, and its event. */
import { composeTrackingEvent, storeTrackingEvents } from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { PayloadOf } from "#operation/define/events.ts";
import type { StatusCode } from "#otep/codes.gen.ts";
import { messages } from "./messages.ts";
import { lockShipout } from "./rows.ts";
import { type Decision, getNextStatus, type Status } from "./rules.ts";
import type { ShipoutRow } from "./tables.ts";

/** What tracking shows when a ship-out enters a status. */
const TRACKING_CODES: Partial<Record<Status, StatusCode>> = {
  AWAITING_PRICE: "otep:core:created",
  AWAITING_PAYMENT: "otep:core:created",
  PAID: "otep:core:confirmed",
  PICKING: "otep:storage:retrieved",
  SHIPPED: "otep:storage:shipped_out",
  DELIVERED: "otep:core:delivered",
  CANCELLED: "otep:core:cancelled",
};

export function getTrackingCode(status: Status): StatusCode | undefined {
  return TRACKING_CODES[status];
}

/** What an operation that decides about a ship-out declares. */
export const moveRefusals = { not_possible: "conflict" } as const;

/** The ship-out, locked; 404 for one that the caller may not see. */
export async function getLockedShipout(context: Context<never>, id: number): Promise<ShipoutRow> {
  const shipout = await lockShipout(context, id);
  if (shipout === undefined) throw context.refuse("not_found", { message: messages.unknown_shipout });
  context.expectVersion(shipout.version);
  return shipout;
}

/** The status after a decision. Refuses one that the present status does not allow. */
export function decide(
  context: Context<"not_possible">,
  { status }: ShipoutRow,
  ...decisions: readonly Decision[]
): Status {
  for (const decision of decisions) {
    const next = getNextStatus(status, decision);
    if (next !== null) return next;
  }
  throw context.refuse("not_possible", {
    message: messages.not_possible,
    values: { status },
    extra: { status },
  });
}

interface Change {
  trigger: Decision | "pay" | "refund" | "settle" | "report";
  status?: Status;
  columns?: Partial<Pick<ShipoutRow, "carrier" | "carrier_number" | "shipped_at" | "delivered_at">>;
  /** When it happened, where that is known otherwise than by the call. */
  occurred_at?: string;
  facts?: Partial<PayloadOf<"shipout.changed">>;
  /** Tracking knows it already, from somebody else. */
  is_tracked?: true;
}

/** Stores the change and returns the ship-out after it. */
export async function changeShipout(
  context: Context<never>,
  shipout: ShipoutRow,
  { trigger, status = shipout.status, columns = {}, occurred_at, facts = {}, is_tracked }: Change,
): Promise<ShipoutRow> {
  const { db, business_id, now, emit } = context;
  const is_moved = status !== shipout.status;
  const values: unknown[] = [business_id, shipout.id, status, is_moved, now];
  const assignments = Object.entries(columns).map(
    ([column, value]) => `, ${column} = $${values.push(value)}`,
  );
  const changed = await db.row<ShipoutRow>(
    `update shipout set status = $3, status_since = case when $4 then $5 else status_since end,
       version = version + 1 ${assignments.join("")}
      where business_id = $1 and id = $2 returning *`,
    values,
  );
  if (changed === undefined) throw new Error("A locked ship-out was gone.");
  const before = getTrackingCode(shipout.status);
  const after = getTrackingCode(status);
  const code = is_moved && !is_tracked && after !== before ? after : undefined;
  const event_id = code === undefined ? undefined : await track(context, shipout, code, occurred_at);
  emit({
    subject: { type: "shipout", id: shipout.id },
    kind: "shipout.changed",
    payload: {
      tracking_number: shipout.tracking_number,
      customer_id: shipout.customer_id,
      trigger,
      status_before: shipout.status,
      status,
      ...(event_id === undefined ? {} : { tracking_event_id: event_id, tracking_code: code }),
      ...facts,
    },
    ...(occurred_at === undefined ? {} : { occurred_at }),
  });
  return changed;
}

export async function track(
  context: Context<never>,
  shipout: { id: number; tracking_number: string },
  code: StatusCode,
  occurred_at?: string,
): Promise<string> {
  const event = composeTrackingEvent(context, shipout, {
    code,
    ...(occurred_at === undefined ? {} : { occurred_at }),
  });
  await storeTrackingEvents(context, [{ event }]);
  return event.event_id;
}
