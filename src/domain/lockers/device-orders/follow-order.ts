/** What happens to a parcel in a locker, for its order: status, custody and timeline. The order is locked after the locker. */
import type { DeviceRow } from "#domain/lockers/devices/public.ts";
import {
  changeOrders,
  dropoffStopRequested,
  lockOrders,
  moveCustody,
  type OrderFact,
  type OrderRow,
  orderDeposited,
  ordersLeaveRoutes,
  recordFact,
} from "#domain/orders/orders/public.ts";
import { composeTrackingEvent, OWN_PROVIDER, storeTrackingEvents } from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { StatusCode } from "#otep/codes.gen.ts";
import type { Place } from "#vocabulary/place.ts";
import type { DeviceOrderRow } from "./records/device-order.ts";

type Writer = Context<never>;

const CODES = {
  delivery: { deposited: "otep:locker:deposited", collected: "otep:locker:collected" },
  return: { deposited: "otep:locker:dropped_off", collected: "otep:locker:collected_by_courier" },
} as const satisfies Record<DeviceOrderRow["purpose"], Record<string, StatusCode>>;

/** What happened, as the timeline has it. */
export type Milestone = "reserved" | "deposited" | "collected" | "expired" | "returned" | "fault";

export async function followOrder(
  context: Writer,
  row: DeviceOrderRow,
  device: DeviceRow,
  milestone: Milestone,
  at: Date,
): Promise<void> {
  const { order_id } = row;
  if (order_id === null) return storeOwnEvent(context, row, device, milestone, at);
  const order = (await lockOrders(context.db, context.business_id, [order_id])).get(order_id);
  if (order === undefined) return;
  const after = await applyMilestone(context, row, device, order, milestone, at);
  if (row.purpose === "delivery") await expireOrder(context, after);
}

const buildTracking = (device: DeviceRow, code: StatusCode, milestone: Milestone) => ({
  code,
  description: NOTES[milestone],
  source: { type: "locker" as const, provider: OWN_PROVIDER },
  location: describeLocker(device),
});

function describeLocker({ name, place }: DeviceRow) {
  const { city, country } = place as Partial<Place>;
  return {
    kind: "locker" as const,
    name,
    ...(city === undefined && country === undefined
      ? {}
      : {
          address: { ...(city === undefined ? {} : { city }), ...(country === undefined ? {} : { country }) },
        }),
  };
}

async function applyMilestone(
  context: Writer,
  { purpose, parcel_id }: DeviceOrderRow,
  device: DeviceRow,
  order: OrderRow,
  milestone: Milestone,
  at: Date,
): Promise<OrderRow> {
  const of_parcels = parcel_id === null ? {} : { parcel_ids: [parcel_id] };
  const record = async (fact: Omit<OrderFact, "occurred_at" | "parcel_ids">) =>
    (await recordFact(context, order, { ...fact, occurred_at: at.toISOString(), ...of_parcels })).order;
  const locker = { to: "locker", ref: String(device.id) } as const;
  // The business takes it back: who drives it away scans it.
  const courier = { to: "driver", ref: null } as const;
  if (milestone === "deposited" && purpose === "delivery") {
    const { id: order_id, route_id } = order;
    const stops = await context.publish(dropoffStopRequested, { order_id, route_id });
    const stop = stops.find((one) => one !== undefined);
    const { has_started, ...at_stop } = stop ?? { has_started: false };
    const leaves_route = route_id !== null && !has_started;
    const after = await record({
      trigger: "deposit",
      payload: at_stop,
      custody: locker,
      tracking: buildTracking(device, CODES.delivery.deposited, milestone),
      // Also after a failed attempt: who puts it in had it aboard.
      goods_aboard: route_id !== null || order.status === "FAILED_ATTEMPT",
      ...(leaves_route ? { set: { route_id: null } } : {}),
    });
    if (order.status === "READY_FOR_PICKUP" || after.status !== "READY_FOR_PICKUP") return after;
    if (leaves_route)
      await context.publish(ordersLeaveRoutes, { order_ids: [order_id], reason: "deposited" });
    else if (stop !== undefined)
      await context.publish(orderDeposited, { order: after, stop, at: at.toISOString() });
    return after;
  }
  if (milestone === "collected" && purpose === "delivery")
    return record({
      trigger: "collect",
      custody: { to: "recipient", ref: null },
      tracking: buildTracking(device, CODES.delivery.collected, milestone),
    });
  if (milestone === "collected")
    return record({
      trigger: "pick_up",
      custody: courier,
      tracking: buildTracking(device, CODES.return.collected, milestone),
    });
  const parcels = parcel_id === null ? null : [parcel_id];
  if (milestone === "deposited") {
    await moveCustody(context, [order.id], locker.to, locker.ref, at.toISOString(), parcels);
    return note(context, order, device, milestone, at);
  }
  if (milestone === "returned") {
    await moveCustody(context, [order.id], courier.to, courier.ref, at.toISOString(), parcels);
    return note(context, order, device, milestone, at);
  }
  return milestone === "expired" ? order : note(context, order, device, milestone, at);
}

/** Tells the timeline what leaves the status of the order as it is. */
async function note(
  context: Writer,
  order: OrderRow,
  device: DeviceRow,
  milestone: Milestone,
  at: Date,
): Promise<OrderRow> {
  const [after = order] = await changeOrders(context, [
    {
      order,
      set: {},
      kind: "order.fact_recorded",
      payload: { reason: `locker_${milestone}` },
      tracking: buildTracking(device, "otep:core:note", milestone),
      occurred_at: at.toISOString(),
    },
  ]);
  return after;
}

const NOTES: Record<Milestone, string> = {
  reserved: "A compartment of a locker was reserved.",
  deposited: "Put into a locker.",
  collected: "Collected from a locker.",
  expired: "Not collected from the locker in time.",
  returned: "Taken out of the locker.",
  fault: "Something is wrong at the locker.",
};

/** An order goes back once no parcel of it waits for its recipient any more, and one was not collected in time. */
async function expireOrder(context: Writer, order: OrderRow): Promise<void> {
  if (order.status !== "READY_FOR_PICKUP") return;
  const { db, business_id } = context;
  const row = await db.row<{ waiting: number; expired: number }>(
    `select count(*) filter (where step in ('expected', 'deposited'))::int as waiting,
       count(*) filter (where step in ('expired', 'returned'))::int as expired
      from device_order where business_id = $1 and order_id = $2 and purpose = 'delivery'`,
    [business_id, order.id],
  );
  if (row === undefined || row.waiting > 0 || row.expired === 0) return;
  await changeOrders(context, [
    {
      order,
      set: { status: "RETURNING" },
      kind: "order.return_started",
      trigger: "expire",
      payload: { reason: "locker_expired" },
      tracking: {
        code: "otep:core:returning",
        description: NOTES.expired,
        source: { type: "locker", provider: OWN_PROVIDER },
      },
    },
  ]);
}

const OWN_CODES: Record<Milestone, StatusCode | null> = {
  reserved: "otep:locker:reserved",
  deposited: null,
  collected: null,
  expired: "otep:locker:expired",
  returned: "otep:locker:withdrawn",
  fault: "otep:locker:fault",
};

/** A device order without an order has a timeline of its own. */
async function storeOwnEvent(
  context: Writer,
  { id, tracking_number, purpose }: DeviceOrderRow,
  device: DeviceRow,
  milestone: Milestone,
  at: Date,
): Promise<void> {
  if (tracking_number === null) return;
  const code =
    milestone === "deposited" || milestone === "collected" ? CODES[purpose][milestone] : OWN_CODES[milestone];
  if (code === null) return;
  const event = composeTrackingEvent(
    context,
    { id, tracking_number },
    { ...buildTracking(device, code, milestone), occurred_at: at.toISOString() },
  );
  await storeTrackingEvents(context, [{ event }]);
}
