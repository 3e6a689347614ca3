/** Labels: tracked by the numbers of their packages; a carrier that reports the delivery or the return closes them. */
import { defineTrackedKind, type Target } from "#domain/tracking/tracking/public.ts";
import { describeRows } from "#operation/define/record-kind.ts";
import type { Shipment } from "#providers/carriers/port.ts";
import type { Place } from "#vocabulary/place.ts";
import { NEXT_STEPS } from "../next-steps.ts";
import { changeBoughtLabel, getOwner, lockLabels } from "../records/label.ts";
import type { State } from "../rules.ts";
import { buildTimelineKey, findEnd } from "../timeline.ts";

const buildTarget = (id: number): Target => ({
  number: buildTimelineKey(id),
  subject: { type: "label", id },
  parcel_id: null,
  parcel_with_order_number: null,
  keeps_identifier: true,
});

export const labelKind = defineTrackedKind({
  kind: "label",
  log_type: "label",
  schemes: [],
  getTimelineKey: buildTimelineKey,
  reading: {
    scope: "labels:read",
    async findReadable(context, ids) {
      const { actor, db, business_id } = context;
      const is_business = actor.role === "client_admin" || actor.role === "employee";
      if (!is_business && actor.role !== "customer") return [];
      const rows = await db.rows<{ id: number }>(
        `select id from label_order where business_id = $1 and id = any($2::bigint[])
           and ($3::bigint is null or customer_id = $3)`,
        [business_id, ids, getOwner(context)],
      );
      return rows.map(({ id }) => id);
    },
  },

  async describe({ db, business_id }, ids) {
    const rows = await db.rows<{ id: number; number: string | null; place: Place | null }>(
      "select id, ref as number, shipment->'to' as place from label_order where business_id = $1 and id = any($2::bigint[])",
      [business_id, ids],
    );
    return describeRows(rows);
  },

  scan: {
    async find({ db, business_id }, keys) {
      const rows = await db.rows<{ id: number }>(
        `select id from label_order where business_id = $1
           and (reference = any($2) or ref = any($2) or tracking_number = any($2)
             or id in (select label_order_id from label_package where business_id = $1 and tracking_number = any($2)))
          order by id desc limit 20`,
        [business_id, [...keys]],
      );
      return rows.map(({ id }) => id);
    },
    async describe({ db, business_id, say }, ids) {
      const rows = await db.rows<{ id: number; label: string; about: string; status: State }>(
        `select o.id, coalesce(o.tracking_number, o.reference) as label,
           concat_ws(' · ', o.service_name, o.shipment -> 'to' ->> 'city', o.ref) as about, o.state as status
           from label_order o where o.business_id = $1 and o.id = any($2::bigint[]) order by o.id desc`,
        [business_id, [...ids]],
      );
      return rows.map((row) => ({ ...row, next: say(NEXT_STEPS[row.status]), path: `/labels/${row.id}` }));
    },
  },

  findTargets: (_context, ids) => Promise.resolve(new Map(ids.map((id) => [id, buildTarget(id)]))),

  async facts({ db, business_id }, id) {
    const row = await db.row<{ state: string; shipment: Shipment; closed_at: string | null }>(
      "select state, shipment, closed_at from label_order where business_id = $1 and id = $2",
      [business_id, id],
    );
    if (row === undefined) return undefined;
    return {
      status: row.state,
      scheduled_date: row.shipment.ship_date,
      window_start: null,
      window_end: null,
      destination: row.shipment.to,
      parcels: row.shipment.packages.length,
      attempts: 0,
      delivered_at: row.closed_at,
      stops_before: null,
      driver_position: null,
      proofs: [],
    };
  },

  async lock(context, ids) {
    const orders = new Map((await lockLabels(context, ids)).map((row) => [row.id, row]));
    return async (changes) => {
      for (const { target, timeline } of changes) {
        const order = orders.get(target.subject.id);
        if (order?.purchased_at == null) continue;
        const closed_at = findEnd(timeline);
        // A report that is corrected opens it again.
        if ((closed_at === null) === (order.closed_at === null)) continue;
        orders.set(order.id, await changeBoughtLabel(context, order, { columns: { closed_at } }));
      }
    };
  },
});
