/** Orders: tracked by their number, with the status that the events of others give them. */

import { defineTrackedKind, parseIds } from "#domain/tracking/tracking/public.ts";
import { describeRows } from "#operation/define/record-kind.ts";
import type { Place } from "#vocabulary/place.ts";
import { applyTimelines } from "../external/apply.ts";
import { buildTarget, type LocatedParcelRow, type LocatedRow } from "../external/targets.ts";
import { loadTrajectory } from "../external/trajectory.ts";
import { findReadableOrders, lockOrders } from "../records/order.ts";
import { courierRequested } from "../topics.ts";

/** Stops before an order's own up to which the driver's position is shown, to protect the driver's privacy. */
const STOPS_NEAR = 5;

interface FactsRow {
  status: string;
  scheduled_date: string;
  window_start: string | null;
  window_end: string | null;
  type: string;
  pickup: Place | null;
  dropoff: Place | null;
  attempts: number;
  delivered_at: string | null;
  parcels: number;
  route_id: number | null;
}

export const orderKind = defineTrackedKind({
  kind: "order",
  log_type: "order",
  schemes: ["order_id"],
  reading: { scope: "orders:read", findReadable: findReadableOrders },

  async describe({ db, business_id }, ids) {
    const rows = await db.rows<{ id: number; number: string; place: Place | null }>(
      "select id, tracking_number as number, coalesce(dropoff, pickup) as place from delivery_order where business_id = $1 and id = any($2::bigint[])",
      [business_id, ids],
    );
    return describeRows(rows);
  },

  async findTargetsByIdentifier({ db, business_id }, _scheme, texts) {
    const ids = parseIds(texts);
    if (ids.length === 0) return new Map();
    const rows = await db.rows<LocatedRow>(
      "select id::text as asked, id as order_id, tracking_number from delivery_order where business_id = $1 and id = any($2::bigint[])",
      [business_id, ids],
    );
    return new Map(rows.map((row) => [row.asked, buildTarget(row)]));
  },

  async findTargets({ db, business_id }, ids, of_whole_record) {
    const rows = await db.rows<LocatedParcelRow>(
      `select o.id::text as asked, o.id as order_id, o.tracking_number, p.id as parcel_id, p.tracking_number as parcel_number,
         (select count(*) from parcel q where q.business_id = $1 and q.order_id = o.id) as parcels
       from delivery_order o left join parcel p on p.business_id = $1 and p.order_id = o.id and p.seq = 1
       where o.business_id = $1 and o.id = any($2::bigint[])`,
      [business_id, ids],
    );
    return new Map(
      rows.map((row) => [
        row.order_id,
        buildTarget(
          of_whole_record
            ? { asked: row.asked, order_id: row.order_id, tracking_number: row.tracking_number }
            : row,
        ),
      ]),
    );
  },

  async facts({ db, business_id, publish }, id) {
    const [row, proofs] = await Promise.all([
      db.row<FactsRow>(
        `select o.status, o.scheduled_date, o.window_start, o.window_end, o.type, o.pickup, o.dropoff, o.attempts, o.delivered_at, o.route_id,
           (select count(*) from parcel p where p.business_id = $1 and p.order_id = o.id) as parcels
         from delivery_order o where o.business_id = $1 and o.id = $2`,
        [business_id, id],
      ),
      db.rows<{ kind: string; captured_at: string; file_id: number | null }>(
        "select kind, captured_at, file_id from proof where business_id = $1 and subject_type = 'order' and subject_id = $2 order by id limit 20",
        [business_id, id],
      ),
    ]);
    if (row === undefined) return undefined;
    const { type, pickup, dropoff, route_id, ...facts } = row;
    const is_out = row.status === "OUT_FOR_DELIVERY" || row.status === "ARRIVED";
    const answers = is_out ? await publish(courierRequested, { order_id: id, route_id }) : [];
    const courier = answers.find((answer) => answer !== undefined);
    const { stops_before = null, lat = null, lng = null, position_at: at = null } = courier ?? {};
    const is_near = (stops_before ?? STOPS_NEAR + 1) <= STOPS_NEAR;
    return {
      ...facts,
      destination: type === "P" ? pickup : dropoff,
      stops_before,
      driver_position: is_near && lat !== null && lng !== null && at !== null ? { lat, lng, at } : null,
      proofs,
    };
  },

  async evidence(context, { id, number }) {
    const { db, business_id } = context;
    const row = await db.row<{ route_id: number | null; delivered: boolean; files: number[] }>(
      `select o.route_id, o.delivered_at is not null as delivered, array(
           select p.file_id from proof p where p.business_id = $1 and p.subject_type = 'order' and p.subject_id = o.id and p.file_id is not null
             and p.kind in ('photo', 'signature', 'pin', 'scan')) as files
       from delivery_order o where o.business_id = $1 and o.id = $2`,
      [business_id, id],
    );
    const route_id = row?.route_id ?? null;
    return {
      files: row?.delivered ? row.files : [],
      ...(route_id === null
        ? {}
        : {
            annotate: (events) =>
              loadTrajectory(context, { order_id: id, tracking_number: number, route_id }, events),
          }),
    };
  },

  async lock(context, ids) {
    const orders = await lockOrders(context.db, context.business_id, ids);
    return (changes) => applyTimelines(context, changes, orders);
  },
});
