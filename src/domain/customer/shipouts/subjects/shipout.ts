/** Ship-outs: tracked by their number; a carrier that reports the delivery completes them. */

import { defineTrackingSubject, findStatusEvent } from "#domain/tracking/tracking/public.ts";
import { describeRows } from "#operation/define/subject.ts";
import type { Place } from "#vocabulary/place.ts";
import { NEXT_STEPS } from "../next-steps.ts";
import { changeShipout, type ShipoutRow } from "../records/shipout.ts";
import { getNextStatus, type Status } from "../rules.ts";

export const shipoutSubject = defineTrackingSubject({
  type: "shipout",
  log_type: "shipout",
  schemes: [],

  async describe({ db, business_id }, ids) {
    const rows = await db.rows<{ id: number; number: string; place: Place | null }>(
      "select id, tracking_number as number, dropoff as place from shipout where business_id = $1 and id = any($2::bigint[])",
      [business_id, ids],
    );
    return describeRows(rows);
  },

  scan: {
    async find({ db, business_id }, keys) {
      const rows = await db.rows<{ id: number }>(
        `select id from shipout where business_id = $1 and (ref = any($2) or carrier_number = any($2)) order by id desc limit 20`,
        [business_id, [...keys]],
      );
      return rows.map(({ id }) => id);
    },
    async describe({ db, business_id, say }, ids) {
      const rows = await db.rows<{ id: number; label: string; about: string; status: Status }>(
        `select o.id, o.tracking_number as label, concat_ws(' · ', c.name, o.ref) as about, o.status from shipout o left join customer c on c.business_id = $1 and c.id = o.customer_id where o.business_id = $1 and o.id = any($2::bigint[]) order by o.id desc`,
        [business_id, [...ids]],
      );
      return rows.map((row) => ({
        ...row,
        next: say(NEXT_STEPS[row.status]),
        path: `/shipouts/${row.id}`,
      }));
    },
  },

  async targets({ db, business_id }, ids) {
    const rows = await db.rows<{ id: number; number: string }>(
      "select id, tracking_number as number from shipout where business_id = $1 and id = any($2::bigint[])",
      [business_id, ids],
    );
    return new Map(
      rows.map(({ id, number }) => [
        id,
        { number, subject: { type: "shipout", id }, parcel_id: null, bearer: null },
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
         o.dropoff as destination, o.delivered_at,
         (select count(*)::int from shipout_package p where p.business_id = $1 and p.shipout_id = o.id) as parcels
       from shipout o join business b on b.id = o.business_id where o.business_id = $1 and o.id = $2`,
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
    const rows = await db.rows<ShipoutRow>(
      "select * from shipout where business_id = $1 and id = any($2::bigint[]) order by id for update",
      [business_id, ids],
    );
    const shipouts = new Map(rows.map((row) => [row.id, row]));
    return async (changes) => {
      for (const { target, timeline } of changes) {
        const shipout = shipouts.get(target.subject.id);
        const last = findStatusEvent(timeline);
        // Only the end changes the ship-out: what happens before it is the carrier's, and tracking shows it.
        const status = shipout === undefined ? null : getNextStatus(shipout.status, "complete");
        if (shipout === undefined || status === null || last?.base !== "delivered") continue;
        const { occurred_at } = last;
        const columns = { delivered_at: occurred_at };
        shipouts.set(
          shipout.id,
          await changeShipout(context, shipout, {
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
