/** Shipping orders: tracked by their number, with photos; a carrier that reports the delivery completes them. */

import { defineTrackingSubject, findStatusEvent } from "#domain/tracking/tracking/public.ts";
import { describeRows } from "#operation/define/subject.ts";
import type { Place } from "#vocabulary/place.ts";
import { NEXT_STEPS } from "../next-steps.ts";
import { changeOrder, getOwner, type ShippingOrderRow } from "../records/shipping-order.ts";
import { getNextStatus, type Status } from "../rules.ts";

const buildTarget = ({ id, number }: { id: number; number: string }) => ({
  number,
  subject: { type: "shipping_order", id },
  parcel_id: null,
  bearer: null,
});

export const shippingOrderSubject = defineTrackingSubject({
  type: "shipping_order",
  log_type: "shipping_order",
  schemes: [],
  reading: {
    scope: "customer_shipping:read",
    async findReadable(context, ids) {
      const { actor, db, business_id } = context;
      const is_business = actor.role === "client_admin" || actor.role === "employee";
      if (!is_business && actor.role !== "customer") return [];
      const rows = await db.rows<{ id: number }>(
        `select id from shipping_order where business_id = $1 and id = any($2::bigint[])
           and ($3::bigint is null or customer_id = $3)`,
        [business_id, ids, getOwner(context)],
      );
      return rows.map(({ id }) => id);
    },
  },

  async describe({ db, business_id }, ids) {
    const rows = await db.rows<{ id: number; number: string; place: Place | null }>(
      "select id, tracking_number as number, coalesce(dropoff, pickup) as place from shipping_order where business_id = $1 and id = any($2::bigint[])",
      [business_id, ids],
    );
    return describeRows(rows);
  },

  scan: {
    async find({ db, business_id }, keys) {
      const rows = await db.rows<{ id: number }>(
        `select id from shipping_order where business_id = $1 and (ref = any($2) or carrier_number = any($2)) order by id desc limit 20`,
        [business_id, [...keys]],
      );
      return rows.map(({ id }) => id);
    },
    async describe({ db, business_id, say }, ids) {
      const rows = await db.rows<{ id: number; label: string; about: string; status: Status }>(
        `select o.id, o.tracking_number as label, concat_ws(' · ', c.name, o.ref) as about, o.status from shipping_order o left join customer c on c.business_id = $1 and c.id = o.customer_id where o.business_id = $1 and o.id = any($2::bigint[]) order by o.id desc`,
        [business_id, [...ids]],
      );
      return rows.map((row) => ({
        ...row,
        next: say(NEXT_STEPS[row.status]),
        path: `/shipping-orders/${row.id}`,
      }));
    },
  },

  async targets({ db, business_id }, ids) {
    const rows = await db.rows<{ id: number; number: string }>(
      "select id, tracking_number as number from shipping_order where business_id = $1 and id = any($2::bigint[])",
      [business_id, ids],
    );
    return new Map(rows.map((row) => [row.id, buildTarget(row)]));
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
         coalesce(o.dropoff, o.pickup) as destination, o.delivered_at,
         (select count(*)::int from shipping_package p where p.business_id = $1 and p.shipping_order_id = o.id) as parcels
       from shipping_order o join business b on b.id = o.business_id where o.business_id = $1 and o.id = $2`,
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

  async lock(context, ids) {
    const { db, business_id } = context;
    const rows = await db.rows<ShippingOrderRow>(
      "select * from shipping_order where business_id = $1 and id = any($2::bigint[]) order by id for update",
      [business_id, ids],
    );
    const orders = new Map(rows.map((row) => [row.id, row]));
    return async (changes) => {
      for (const { target, timeline } of changes) {
        const order = orders.get(target.subject.id);
        const last = findStatusEvent(timeline);
        // Only the end changes the order: what happens before it is the carrier's, and tracking shows it.
        const status = order === undefined ? null : getNextStatus(order.status, "complete");
        if (order === undefined || status === null || last?.base !== "delivered") continue;
        const { occurred_at } = last;
        const columns = { delivered_at: occurred_at };
        orders.set(
          order.id,
          await changeOrder(context, order, {
            trigger: "report",
            status,
            columns,
            occurred_at,
            code: null,
          }),
        );
      }
    };
  },
});
