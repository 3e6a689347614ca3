/** Storage orders: tracked by their number. What others report changes nothing of them. */

import { defineTrackingSubject } from "#domain/tracking/tracking/public.ts";
import { describeRows } from "#operation/define/subject.ts";
import type { Place } from "#vocabulary/place.ts";
import { NEXT_STEPS } from "../next-steps.ts";
import type { Status } from "../rules.ts";

export const storageOrderSubject = defineTrackingSubject({
  type: "storage_order",
  log_type: "storage_order",
  schemes: [],

  async describe({ db, business_id }, ids) {
    const rows = await db.rows<{ id: number; number: string; place: Place | null }>(
      "select id, tracking_number as number, pickup as place from storage_order where business_id = $1 and id = any($2::bigint[])",
      [business_id, ids],
    );
    return describeRows(rows);
  },

  scan: {
    async find({ db, business_id }, keys) {
      const rows = await db.rows<{ id: number }>(
        `select id from storage_order where business_id = $1 and (ref = any($2)) order by id desc limit 20`,
        [business_id, [...keys]],
      );
      return rows.map(({ id }) => id);
    },
    async describe({ db, business_id, say }, ids) {
      const rows = await db.rows<{ id: number; label: string; about: string; status: Status }>(
        `select o.id, o.tracking_number as label, concat_ws(' · ', c.name, o.ref) as about, o.status from storage_order o left join customer c on c.business_id = $1 and c.id = o.customer_id where o.business_id = $1 and o.id = any($2::bigint[]) order by o.id desc`,
        [business_id, [...ids]],
      );
      return rows.map((row) => ({
        ...row,
        next: say(NEXT_STEPS[row.status]),
        path: `/storage-orders/${row.id}`,
      }));
    },
  },

  async targets({ db, business_id }, ids) {
    const rows = await db.rows<{ id: number; number: string }>(
      "select id, tracking_number as number from storage_order where business_id = $1 and id = any($2::bigint[])",
      [business_id, ids],
    );
    return new Map(
      rows.map(({ id, number }) => [
        id,
        { number, subject: { type: "storage_order", id }, parcel_id: null, bearer: null },
      ]),
    );
  },

  async facts({ db, business_id }, id) {
    const row = await db.row<{
      status: string;
      scheduled_date: string;
      destination: Place | null;
      parcels: number;
      delivered_at: string | null;
    }>(
      `select o.status, coalesce(o.scheduled_date, (o.created_at at time zone b.time_zone)::date) as scheduled_date,
         coalesce(w.place, o.pickup) as destination, o.closed_at as delivered_at,
         (select count(*)::int from stored_package p where p.business_id = $1 and p.storage_order_id = o.id) as parcels
       from storage_order o join business b on b.id = o.business_id
       left join warehouse w on w.business_id = o.business_id and w.id = o.warehouse_id
      where o.business_id = $1 and o.id = $2`,
      [business_id, id],
    );
    if (row === undefined) return undefined;
    return {
      ...row,
      window_start: null,
      window_end: null,
      attempts: 0,
      stops_before: null,
      driver_position: null,
      proofs: [],
    };
  },

  async lock() {
    return async () => {};
  },
});
