/** Positions of drivers, as they arrive: who is at a point of interest. */
import type { Context } from "#operation/define/context.ts";
import { type FencedPlace, locateInFence } from "./fence.ts";
import type { PoiRow } from "./records/poi.ts";
import { removeVisit, storeObservedServiceTime, VisitRecord, type VisitRow } from "./records/poi-visit.ts";
import { computeServiceTime, type OpenVisit, observe } from "./visits.ts";

interface ObservedPosition {
  /** ISO 8601. */
  at: string;
  lat: number;
  lng: number;
  accuracy_m?: number | null | undefined;
}

interface Batch {
  driver_id: number;
  route_id: number | null;
  /** The newest position before these; older ones were judged already, or are late and say nothing of where the driver is. */
  after: string | null;
  positions: readonly ObservedPosition[];
}

type Writer = Pick<Context<never>, "db" | "business_id" | "now" | "emit">;
type Near = Pick<PoiRow, "id" | "geometry" | "lat" | "lng" | "geofence">;

/** The caller has locked the driver. */
export async function observePositions(context: Writer, batch: Batch): Promise<void> {
  const after = batch.after === null ? Number.NEGATIVE_INFINITY : Date.parse(batch.after);
  const positions = batch.positions
    .map((position) => ({ ...position, at_ms: Date.parse(position.at) }))
    .filter(({ at_ms }) => at_ms > after)
    .sort((one, other) => one.at_ms - other.at_ms);
  if (positions.length === 0) return;
  const { pois, visits } = await loadNear(context, batch.driver_id, positions);
  // In one order for all drivers, so that none waits for another in a circle.
  for (const poi of pois.toSorted((one, other) => one.id - other.id)) {
    const row = visits.get(poi.id);
    if (poi.geofence === null) {
      if (row !== undefined) await endUnseen(context, row);
      continue;
    }
    await followVisits(context, batch, { poi: { ...poi, geofence: poi.geofence }, row, positions });
  }
}

async function loadNear(
  { db, business_id }: Writer,
  driver_id: number,
  positions: readonly { lat: number; lng: number }[],
): Promise<{ pois: Near[]; visits: Map<number, VisitRow> }> {
  const lats = positions.map(({ lat }) => lat);
  const lngs = positions.map(({ lng }) => lng);
  const open_visits = await db.rows<VisitRow>(
    "select * from poi_visit where business_id = $1 and driver_id = $2 and status <> 'left'",
    [business_id, driver_id],
  );
  const pois = await db.rows<Near>(
    // Locked, so that none is deleted before its visits are stored.
    `select p.id, p.geometry, p.lat, p.lng, p.geofence from poi p
      where p.business_id = $1 and p.id in (
        select n.id from poi n
         where n.business_id = $1 and n.merged_into is null and n.fence_south <= $3 and n.fence_north >= $2
           and exists (select from unnest(array[0, 360, -360]) turn where n.fence_west + turn <= $5 and n.fence_east + turn >= $4)
        union all select unnest($6::bigint[]))
      order by p.id for key share`,
    [
      business_id,
      Math.min(...lats),
      Math.max(...lats),
      Math.min(...lngs),
      Math.max(...lngs),
      open_visits.map(({ poi_id }) => poi_id),
    ],
  );
  return { pois, visits: new Map(open_visits.map((visit) => [visit.poi_id, visit])) };
}

interface Followed {
  poi: FencedPlace & { id: number };
  row: VisitRow | undefined;
  positions: readonly (ObservedPosition & { at_ms: number })[];
}

const toIso = (ms: number) => new Date(ms).toISOString();

async function followVisits(context: Writer, batch: Batch, { poi, row, positions }: Followed): Promise<void> {
  const { emit } = context;
  const { on_enter, on_exit, dwell_s } = poi.geofence;
  const who = { driver_id: batch.driver_id, route_id: batch.route_id };
  let stored_row = row;
  let visit: OpenVisit | null = row === undefined ? null : toOpenVisit(row);
  const store = async (open_visit: OpenVisit) => {
    const columns = {
      status: open_visit.status,
      arrived_at: toIso(open_visit.arrived_ms),
      last_inside_at: toIso(open_visit.last_inside_ms),
      has_gap: open_visit.has_gap,
    };
    stored_row =
      stored_row === undefined
        ? await VisitRecord.insert(context, {
            ...columns,
            poi_id: poi.id,
            ...who,
            departed_at: null,
            service_time_s: null,
          })
        : await VisitRecord.change(context, stored_row, columns);
    return stored_row;
  };
  for (const { at_ms, lat, lng, accuracy_m = null } of positions) {
    const where = locateInFence(poi, { lat, lng, accuracy_m });
    const before: OpenVisit | null = visit;
    const step = observe(before, { at_ms, where }, dwell_s);
    visit = step.visit;
    if (step.kind === "entered") {
      const { id } = await store(step.visit);
      if (on_enter)
        emit({
          subject: { type: "poi", id: poi.id },
          kind: "poi.entered",
          payload: { ...who, visit_id: id, arrived_at: toIso(step.visit.arrived_ms) },
          occurred_at: toIso(step.visit.arrived_ms),
        });
    } else if (step.kind === "passed") {
      if (stored_row !== undefined) await removeVisit(context, stored_row.id);
      stored_row = undefined;
    } else if (step.kind === "left" && before !== null) {
      const { departed_ms, has_gap } = step;
      const service_time_s = computeServiceTime({ arrived_ms: before.arrived_ms, departed_ms, has_gap });
      const open_row = await store(before);
      await VisitRecord.change(context, open_row, {
        status: "left",
        departed_at: toIso(departed_ms),
        has_gap,
        service_time_s,
      });
      if (service_time_s !== null) await storeObservedServiceTime(context, poi.id);
      if (on_exit)
        emit({
          subject: { type: "poi", id: poi.id },
          kind: "poi.exited",
          payload: {
            ...who,
            visit_id: open_row.id,
            arrived_at: toIso(before.arrived_ms),
            departed_at: toIso(departed_ms),
            service_time_s,
          },
          occurred_at: toIso(departed_ms),
        });
      stored_row = undefined;
    }
  }
  if (visit !== null) await store(visit);
}

const toOpenVisit = ({ status, arrived_at, last_inside_at, has_gap }: VisitRow): OpenVisit => ({
  status: status === "inside" ? "inside" : "pending",
  arrived_ms: Date.parse(arrived_at),
  last_inside_ms: Date.parse(last_inside_at),
  has_gap,
});

/** Its geofence is gone: nobody sees any more when the driver leaves. */
async function endUnseen(context: Writer, row: VisitRow): Promise<void> {
  if (row.status === "pending") return removeVisit(context, row.id);
  await VisitRecord.change(context, row, {
    status: "left",
    departed_at: row.last_inside_at,
    has_gap: true,
  });
}
