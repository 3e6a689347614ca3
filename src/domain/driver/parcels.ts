/** Scanned codes: which parcels they mean, where those belong, and goods going aboard. */
import {
  lockOrders,
  moveCustody,
  type OrderRow,
  type ParcelRow,
  recordFacts,
} from "#domain/orders/public.ts";
import type { OwnRoute } from "./own.ts";
import { aboard, remember } from "./progress.ts";
import type { DriverContext } from "./refusals.ts";
import type { Belongs } from "./shapes.ts";

export type ScannedParcel = Pick<
  ParcelRow,
  "id" | "order_id" | "tracking_number" | "label_code" | "custody" | "custody_ref"
>;

export const CODE_MAX = 120;

/** Parcels by code: the label's, the tracking number's, else the number that another system gave the order. */
export async function findParcels(
  { db, business_id }: DriverContext,
  codes: readonly string[],
): Promise<Map<string, ScannedParcel[]>> {
  const wanted = [...new Set(codes)];
  const [own, foreign] = await Promise.all([
    db.rows<ScannedParcel>(
      `select id, order_id, tracking_number, label_code, custody, custody_ref from parcel
        where business_id = $1 and (label_code = any($2::text[]) or tracking_number = any($2::text[])) order by id`,
      [business_id, wanted],
    ),
    db.rows<ScannedParcel & { external_tracking: string }>(
      `select p.id, p.order_id, p.tracking_number, p.label_code, p.custody, p.custody_ref, o.external_tracking
         from delivery_order o join parcel p on p.business_id = o.business_id and p.order_id = o.id
        where o.business_id = $1 and o.external_tracking = any($2::text[]) order by p.id`,
      [business_id, wanted],
    ),
  ]);
  return new Map(
    wanted.map((code) => {
      const exact = own.filter((parcel) => parcel.label_code === code || parcel.tracking_number === code);
      return [code, exact.length > 0 ? exact : foreign.filter((parcel) => parcel.external_tracking === code)];
    }),
  );
}

/** Where orders belong: the route they are on and who drives it. */
export async function belongsOf(
  { db, business_id }: DriverContext,
  order_ids: readonly number[],
): Promise<Map<number, Belongs>> {
  if (order_ids.length === 0) return new Map();
  const rows = await db.rows<Belongs>(
    `select o.id as order_id, o.status as order_status, r.id as route_id, r.number as route_number, r.date as route_date,
       d.name as driver_name
     from delivery_order o left join route r on r.business_id = o.business_id and r.id = o.route_id
       left join driver d on d.business_id = r.business_id and d.id = r.driver_id
     where o.business_id = $1 and o.id = any($2::int[])`,
    [business_id, [...new Set(order_ids)]],
  );
  return new Map(rows.map((row) => [row.order_id, row]));
}

/** Orders whose goods are loaded before the route starts: dropped off, and not picked up on the way. */
export function manifestOf(own: OwnRoute): OrderRow[] {
  const tasks = own.stops.flatMap((stop) => stop.tasks.filter((task) => task.status !== "REMOVED"));
  const picked = new Set(tasks.filter((task) => task.action === "pickup").map((task) => task.order_id));
  const ids = new Set(
    tasks
      .filter((task) => task.action !== "pickup" && task.status === "PENDING" && !picked.has(task.order_id))
      .map((task) => task.order_id),
  );
  return [...ids].flatMap((id) => own.locked.get(id) ?? []);
}

export function isAboard(own: OwnRoute, parcel: Pick<ParcelRow, "custody" | "custody_ref">): boolean {
  const { to, ref } = aboard(own.route);
  return parcel.custody === to && parcel.custody_ref === ref;
}

/**
 * Parcels go aboard a route. An order is loaded with the last of its parcels; on a route that is under way it is
 * out for delivery at once. Goods of an order that is under way already only change hands.
 */
export async function loadParcels(
  context: DriverContext,
  own: OwnRoute,
  parcels: readonly ScannedParcel[],
  at: string,
): Promise<void> {
  const custody = aboard(own.route);
  const byOrder = Map.groupBy(parcels, (parcel) => parcel.order_id);
  const under_way: number[] = [];
  const facts = [...byOrder].flatMap(([order_id, boxes]) => {
    const order = own.locked.get(order_id);
    if (order === undefined) return [];
    if (["LOADED", "OUT_FOR_DELIVERY", "ARRIVED", "PICKED_UP"].includes(order.status)) {
      under_way.push(...boxes.map((box) => box.id));
      return [];
    }
    const parcel_ids = boxes.map((box) => box.id);
    return [
      {
        order,
        fact: {
          on: "load" as const,
          occurred_at: at,
          payload: { route_id: own.route.id },
          custody,
          parcel_ids,
        },
      },
    ];
  });
  const outcomes = await recordFacts(context, facts);
  for (const { order } of outcomes) remember(own, order);
  if (under_way.length > 0) {
    const order_ids = [
      ...new Set(parcels.filter((parcel) => under_way.includes(parcel.id)).map((parcel) => parcel.order_id)),
    ];
    await moveCustody(context, order_ids, custody.to, custody.ref, at, under_way);
  }
  if (own.route.status !== "IN_PROGRESS") return;
  const leaving = outcomes.filter(({ order, moved }) => moved && order.status === "LOADED");
  const left = await recordFacts(
    context,
    leaving.map(({ order }) => ({
      order,
      fact: { on: "depart", occurred_at: at, payload: { route_id: own.route.id } },
    })),
  );
  for (const { order } of left) remember(own, order);
}

export type ScanOutcome = "accepted" | "wrong_route" | "unknown";

/** A scan is an event of each parcel it meant. Their orders are locked, so that a parcel's events follow one another. */
export async function tellScan(
  context: DriverContext,
  parcels: readonly ScannedParcel[],
  scan: { action: string; outcome: ScanOutcome; route_id: number | null; at: string },
  locked: ReadonlyMap<number, OrderRow>,
): Promise<void> {
  const { db, business_id, actor, emit } = context;
  await lockOrders(
    db,
    business_id,
    parcels.map((parcel) => parcel.order_id).filter((id) => !locked.has(id)),
  );
  for (const { id, order_id } of parcels) {
    emit({
      subject: { type: "parcel", id },
      kind: "parcel.scanned",
      payload: {
        order_id,
        action: scan.action,
        outcome: scan.outcome,
        route_id: scan.route_id,
        driver_id: actor.driver_id,
      },
      occurred_at: scan.at,
    });
  }
}
