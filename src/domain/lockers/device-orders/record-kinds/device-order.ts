/** Device orders have photos; those without an order have a number and a timeline, which the service itself writes. */
import { defineTrackedKind } from "#domain/tracking/tracking/public.ts";
import { describeRows } from "#operation/define/record-kind.ts";
import type { Place } from "#vocabulary/place.ts";
import { findVisible } from "../records/device-order.ts";

interface FactsRow {
  state: string;
  place: Place | Record<string, never>;
  day: string;
  deposited_at: string | null;
  collect_until: string | null;
  collected_at: string | null;
}

export const deviceOrderKind = defineTrackedKind({
  kind: "device_order",
  log_type: "device_order",
  schemes: [],
  reading: {
    scope: "lockers:use",
    async findReadable(context, ids) {
      const views = await Promise.all(ids.map((id) => findVisible(context, id)));
      return views.flatMap((view) => (view === undefined ? [] : [view.id]));
    },
  },

  async describe({ db, business_id }, ids) {
    const rows = await db.rows<{ id: number; number: string | null; name: string }>(
      `select o.id, coalesce(o.tracking_number, q.tracking_number) as number, d.name from device_order o
         join locker_device d on d.business_id = o.business_id and d.id = o.device_id
         left join delivery_order q on q.business_id = o.business_id and q.id = o.order_id
        where o.business_id = $1 and o.id = any($2::bigint[])`,
      [business_id, ids],
    );
    return describeRows(rows);
  },

  async findTargets({ db, business_id }, ids) {
    const rows = await db.rows<{ id: number; number: string }>(
      "select id, tracking_number as number from device_order where business_id = $1 and id = any($2::bigint[]) and tracking_number is not null",
      [business_id, ids],
    );
    return new Map(
      rows.map(({ id, number }) => [
        id,
        { number, subject: { type: "device_order", id }, parcel_id: null, parcel_with_order_number: null },
      ]),
    );
  },

  async facts({ db, business_id }, id) {
    const row = await db.row<FactsRow>(
      `select o.state, d.place, (o.created_at at time zone b.time_zone)::date as day, o.deposited_at, o.collect_until, o.collected_at
         from device_order o join business b on b.id = o.business_id
         join locker_device d on d.business_id = o.business_id and d.id = o.device_id
        where o.business_id = $1 and o.id = $2`,
      [business_id, id],
    );
    if (row === undefined) return undefined;
    return {
      status: row.state,
      scheduled_date: row.day,
      window_start: row.deposited_at,
      window_end: row.collect_until,
      destination: "line1" in row.place ? (row.place as Place) : null,
      parcels: 1,
      attempts: 0,
      delivered_at: row.collected_at,
      stops_before: null,
      driver_position: null,
      proofs: [],
    };
  },

  // What others report changes nothing of it: the locker says where the parcel is.
  lock: async () => async () => {},
});
