/** Rentals have timelines under their own id, and take their state from them; one with a number can be tracked. */

import { defineTrackedKind, parseIds, type Target } from "#domain/tracking/tracking/public.ts";
import { describeRows } from "#operation/define/record-kind.ts";
import type { Place } from "#vocabulary/place.ts";
import { applyToRentals, buildRentalNumber, lockRentals } from "../records/storage-rental.ts";

const buildTarget = (id: number): Target => ({
  number: buildRentalNumber(id),
  subject: { type: "rental", id },
  parcel_id: null,
  parcel_with_order_number: null,
  keeps_identifier: true,
});

interface FactsRow {
  state: string;
  place: Place;
  booked_from: string;
  booked_to: string;
  booked_date: string;
  actual_to: string | null;
}

export const rentalKind = defineTrackedKind({
  kind: "rental",
  log_type: "storage_rental",
  schemes: ["rental_id"],
  getTimelineKey: buildRentalNumber,
  reading: {
    scope: "orders:read",
    async findReadable({ actor, db, business_id }, ids) {
      const is_renter = actor.role === "customer";
      if (!is_renter && actor.role !== "client_admin" && actor.role !== "employee") return [];
      const rows = await db.rows<{ id: number }>(
        `select id from storage_rental where business_id = $1 and id = any($2::bigint[])
           and ($3::bigint is null or customer_id = $3::bigint)`,
        [business_id, ids, is_renter ? (actor.customer_id ?? 0) : null],
      );
      return rows.map(({ id }) => id);
    },
  },

  async describe({ db, business_id }, ids) {
    const rows = await db.rows<{ id: number; place: Place | null }>(
      "select id, place from storage_rental where business_id = $1 and id = any($2::bigint[])",
      [business_id, ids],
    );
    return describeRows(rows);
  },

  async findTargetsByIdentifier({ db, business_id }, _scheme, texts) {
    const ids = parseIds(texts);
    if (ids.length === 0) return new Map();
    const rows = await db.rows<{ id: number }>(
      "select id from storage_rental where business_id = $1 and id = any($2::bigint[])",
      [business_id, ids],
    );
    return new Map(rows.map(({ id }) => [String(id), buildTarget(id)]));
  },

  findTargets: (_context, ids) => Promise.resolve(new Map(ids.map((id) => [id, buildTarget(id)]))),

  async facts({ db, business_id }, id) {
    const row = await db.row<FactsRow>(
      `select r.state, r.place, r.booked_from, r.booked_to, (r.booked_from at time zone b.time_zone)::date as booked_date, r.actual_to
       from storage_rental r join business b on b.id = r.business_id where r.business_id = $1 and r.id = $2`,
      [business_id, id],
    );
    if (row === undefined) return undefined;
    return {
      status: row.state,
      scheduled_date: row.booked_date,
      window_start: row.booked_from,
      window_end: row.booked_to,
      destination: row.place,
      parcels: 0,
      attempts: 0,
      delivered_at: row.actual_to,
      stops_before: null,
      driver_position: null,
      proofs: [],
    };
  },

  async lock(context, ids) {
    const rentals = await lockRentals(context, ids);
    return (changes) => applyToRentals(context, rentals, changes);
  },
});
