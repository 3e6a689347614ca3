/**
 * A failed attempt whose reason says `locker` reserves compartments for the parcels of the order, at the nearest locker that has
 * room for all of them: the driver puts them in, and the recipient collects. Where none has room nothing is reserved, and the
 * attempt waits for a dispatcher as any other.
 */
import { listFreeLockers, lockLocker, type Measures, type Size } from "#domain/lockers/lockers/public.ts";
import { findOrder, getStopPlace } from "#domain/orders/orders/public.ts";
import { type ConsumerContext, defineConsumer } from "#operation/define/consumer.ts";
import type { Context } from "#operation/define/context.ts";
import { Refusal } from "#operation/define/refusal.ts";
import type { LoggedEvent } from "#platform/db/event-log.ts";
import { type CREATE_REFUSALS, createDeviceOrder } from "../create.ts";
import { lockParcels, measureParcels, type PARCEL_REFUSALS } from "../parcel-of-order.ts";

/** The driver is on the road. */
const HOLD_MIN = 480;
/** Of a parcel that nobody measured. */
const USUAL_SIZE: Size = "M";
const LOCKERS_MAX = 5;

export const reserveAfterFailure = defineConsumer({
  name: "device-orders.reserve-after-failure",
  listKinds: () => ["order.attempt_failed"],

  async handle(context, events) {
    for (const event of events)
      if (event.payload["next_action"] === "locker") await reserveFor(context, event);
  },
});

async function reserveFor(context: ConsumerContext, { business_id, subject_id }: LoggedEvent): Promise<void> {
  const order_id = Number(subject_id);
  const near = await context.transaction(business_id, (run) => listNear(run, order_id));
  for (const locker_id of near) if (await tryLocker(context, business_id, locker_id, order_id)) return;
}

/** The nearest first; none where the order was decided about meanwhile. */
async function listNear(
  context: Pick<Context, "db" | "business_id" | "business">,
  order_id: number,
): Promise<number[]> {
  const { db, business_id, business } = context;
  const order = await findOrder(db, business_id, order_id);
  if (order?.status !== "FAILED_ATTEMPT" || order.type === "P") return [];
  const { lat, lng } = getStopPlace(order) ?? {};
  if (typeof lat !== "number" || typeof lng !== "number") return [];
  const lockers = await listFreeLockers(context, { from: { lat, lng } });
  return lockers
    .filter(
      ({ is_online, distance_m, free }) =>
        is_online &&
        free.length > 0 &&
        distance_m !== null &&
        distance_m <= business.settings.device_order_detour_max_m,
    )
    .slice(0, LOCKERS_MAX)
    .map(({ locker_id }) => locker_id);
}

/** All parcels of the order, or none: a refusal undoes what was reserved before it. */
async function tryLocker(
  context: ConsumerContext,
  business_id: number,
  locker_id: number,
  order_id: number,
): Promise<boolean> {
  try {
    await context.transaction(business_id, (run) =>
      reserveAll(run as unknown as Context<Refusals>, locker_id, order_id),
    );
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

type Refusals = keyof typeof CREATE_REFUSALS | keyof typeof PARCEL_REFUSALS;

async function reserveAll(context: Context<Refusals>, locker_id: number, order_id: number): Promise<void> {
  const device = await lockLocker(context, locker_id);
  const { order, parcels } = await lockParcels(context, { order_id });
  for (const parcel of parcels) {
    const need: Measures | { size: Size } = measureParcels([parcel]) ?? { size: USUAL_SIZE };
    const created = await createDeviceOrder(context, device, {
      order: { id: order.id, parcel_id: parcel.id },
      customer_id: order.customer_id,
      purpose: "delivery",
      need,
      weight_g: parcel.weight_g,
      contents: "",
      ref: order.ref,
      recipient: null,
      hold_min: HOLD_MIN,
      collect_days: context.business.settings.device_order_collect_days,
      has_price: false,
    });
    if (created instanceof Refusal) throw created;
  }
}
