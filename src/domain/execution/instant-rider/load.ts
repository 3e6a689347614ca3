/** Loads and locks jobs. Locks are taken in one order: order, job, offers, riders. */
import { getOwnDriver } from "#domain/execution/driver-app/public.ts";
import { lockOrders, type OrderRow } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Place } from "#vocabulary/place.ts";
import { business_messages } from "./business-messages.ts";
import { messages } from "./messages.ts";
import type { RiderContext } from "./refusals.ts";
import type { JobRow, OfferRow, RiderRow } from "./tables.ts";

type Reader = Pick<Context, "db" | "business_id">;

export const JOB_COLUMNS = `id, business_id, order_id, state, reason, driver_id, fleet_id, distance_m, currency, rates, tip_minor, note,
  former_driver_ids, explanation, refusals, searching_since, accepted_at, at_pickup_at, picked_up_at, at_dropoff_at, return_since,
  ended_at, cod_collected_minor, created_by, created_at, version`;
export const OFFER_COLUMNS = `id, business_id, job_id, driver_id, state, reason, mode, fleet_id, pay_minor, pickup_distance_m, rates,
  offered_at, expires_at, answered_at`;
const RIDER_COLUMNS = "business_id, driver_id, is_online, online_since, idle_since, switched_at, version";

export interface LockedJob {
  order: OrderRow;
  job: JobRow;
  /** Those that are open. */
  offers: OfferRow[];
}

export function findJob({ db, business_id }: Reader, id: number): Promise<JobRow | undefined> {
  return db.row<JobRow>(`select ${JOB_COLUMNS} from instant_job where business_id = $1 and id = $2`, [
    business_id,
    id,
  ]);
}

/** The latest job of an order. */
export function findJobOfOrder({ db, business_id }: Reader, order_id: number): Promise<JobRow | undefined> {
  return db.row<JobRow>(
    `select ${JOB_COLUMNS} from instant_job where business_id = $1 and order_id = $2 order by id desc limit 1`,
    [business_id, order_id],
  );
}

/** Everything that a decision about a job reads, locked. */
export async function lockJob(
  { db, business_id }: Reader,
  { id, order_id }: Pick<JobRow, "id" | "order_id">,
): Promise<LockedJob> {
  const order = (await lockOrders(db, business_id, [order_id])).get(order_id);
  const job = await db.row<JobRow>(
    `select ${JOB_COLUMNS} from instant_job where business_id = $1 and id = $2 for update`,
    [business_id, id],
  );
  const offers = await db.rows<OfferRow>(
    `select ${OFFER_COLUMNS} from instant_offer where business_id = $1 and job_id = $2 and state = 'OFFERED'
      order by id for update`,
    [business_id, id],
  );
  if (order === undefined || job === undefined) throw new Error("A job has its order.");
  return { order, job, offers };
}

/** An order with its latest job, locked for a command of the business. */
export async function lockOrderWithJob(
  context: Context<never>,
  order_id: number,
): Promise<{ order: OrderRow; locked: LockedJob | undefined }> {
  const { db, business_id, refuse } = context;
  const order = (await lockOrders(db, business_id, [order_id])).get(order_id);
  if (order === undefined) throw refuse("not_found", { message: business_messages.unknown_order });
  const job = await findJobOfOrder(context, order_id);
  return { order, locked: job === undefined ? undefined : await lockJob(context, job) };
}

/** The caller's row, locked; it comes with the first use. */
export async function lockRider({ db, business_id }: Reader, driver_id: number): Promise<RiderRow> {
  await db.execute(
    "insert into instant_rider (business_id, driver_id) values ($1, $2) on conflict (business_id, driver_id) do nothing",
    [business_id, driver_id],
  );
  const rider = await db.row<RiderRow>(
    `select ${RIDER_COLUMNS} from instant_rider where business_id = $1 and driver_id = $2 for no key update`,
    [business_id, driver_id],
  );
  if (rider === undefined) throw new Error("A rider that was inserted has no row.");
  return rider;
}

export function findRider({ db, business_id }: Reader, driver_id: number): Promise<RiderRow | undefined> {
  return db.row<RiderRow>(
    `select ${RIDER_COLUMNS} from instant_rider where business_id = $1 and driver_id = $2`,
    [business_id, driver_id],
  );
}

/** The caller's profile, granted and active. */
export async function getOwnRider(context: RiderContext) {
  const driver = await getOwnDriver(context, { lock: false });
  if (!driver.instant_deliver) throw context.refuse("not_granted", { message: messages.not_granted });
  return driver;
}

/** A job that the caller has or had. Others' jobs do not exist for a rider. */
export async function findOwnJob(context: RiderContext, job_id: number): Promise<JobRow> {
  const [driver, job] = await Promise.all([getOwnDriver(context, { lock: false }), findJob(context, job_id)]);
  if (job === undefined || job.driver_id !== driver.id)
    throw context.refuse("not_found", { message: messages.unknown_job });
  return job;
}

export async function lockOwnJob(context: RiderContext, job_id: number): Promise<LockedJob> {
  const found = await findOwnJob(context, job_id);
  const locked = await lockJob(context, found);
  // It may have been taken away while the lock was waited for.
  if (locked.job.driver_id !== found.driver_id)
    throw context.refuse("not_found", { message: messages.unknown_job });
  return locked;
}

export interface Ends {
  pickup: Place | null;
  dropoff: Place | null;
}

type WithPlaces = Pick<OrderRow, "id" | "pickup" | "dropoff" | "origin_warehouse_id" | "type">;

/** Where the goods of orders start and where they go; an end that an order does not name is a warehouse. */
export async function loadEnds(
  { db, business_id }: Reader,
  orders: readonly WithPlaces[],
): Promise<Map<number, Ends>> {
  const lacking = orders.some(({ pickup, dropoff }) => pickup === null || dropoff === null);
  const warehouses = lacking
    ? await db.rows<{ id: number; place: Place; is_depot: boolean }>(
        "select id, place, is_depot from warehouse where business_id = $1 and (is_depot or id = any($2::bigint[]))",
        [business_id, orders.flatMap(({ origin_warehouse_id }) => origin_warehouse_id ?? [])],
      )
    : [];
  const depot = warehouses.find(({ is_depot }) => is_depot)?.place ?? null;
  return new Map(
    orders.map((order) => {
      const origin = warehouses.find(({ id }) => id === order.origin_warehouse_id)?.place ?? depot;
      return [order.id, { pickup: order.pickup ?? origin, dropoff: order.dropoff ?? depot }];
    }),
  );
}

export interface Terms {
  is_enabled: boolean;
  currency: string;
  road_factor: number;
  time_zone: string;
}

/** What jobs follow of the business. */
export function getTerms({ business, settings }: Pick<Context, "business" | "settings">): Terms {
  const { features, currency, time_zone } = business;
  return {
    is_enabled: features.has("instant_deliver"),
    currency,
    road_factor: business.settings.road_factor ?? settings.road_factor,
    time_zone,
  };
}
