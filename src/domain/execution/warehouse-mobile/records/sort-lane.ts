/** Lanes of routes: given by departure, then by number, and kept, so that a route added later moves none. */
import type { Context } from "#operation/define/context.ts";
import type { Row } from "#operation/define/record.ts";

type SortLaneRow = Row<"sort_lane">;

interface Lane {
  route_id: number;
  route_number: string;
  status: string;
  driver_name: string | null;
  planned_start_at: string | null;
  /** Null until it is given. */
  lane: number | null;
  expected: number;
  here: number;
  sorted: number;
  loaded: number;
}

type Reader = Pick<Context<never>, "db" | "business_id">;

/** The routes that start at a warehouse on a day, by lane. */
export function loadLanes({ db, business_id }: Reader, warehouse_id: number, date: string): Promise<Lane[]> {
  return db.rows<Lane>(
    `select r.id as route_id, r.number as route_number, r.status, d.name as driver_name, r.planned_start_at, l.lane,
       coalesce(p.expected, 0)::int as expected, coalesce(p.here, 0)::int as here, coalesce(p.sorted, 0)::int as sorted,
       coalesce(p.loaded, 0)::int as loaded
       from route r
       left join driver d on d.business_id = $1 and d.id = r.driver_id
       left join sort_lane l on l.business_id = $1 and l.route_id = r.id and l.warehouse_id = $2 and l.date = $3
       left join lateral (
         select count(*) as expected,
            count(*) filter (where p.custody = 'warehouse' and p.custody_ref = $2::bigint::text) as here,
            count(*) filter (where s.route_id = r.id) as sorted,
            count(*) filter (where case when r.vehicle_id is null then p.custody = 'driver' and p.custody_ref = r.driver_id::text
              else p.custody = 'vehicle' and p.custody_ref = r.vehicle_id::text end) as loaded
           from delivery_order o join parcel p on p.business_id = $1 and p.order_id = o.id
           left join parcel_sorting s on s.business_id = $1 and s.parcel_id = p.id
          where o.business_id = $1 and o.route_id = r.id and exists (
            select from stop_task t join stop st on st.business_id = $1 and st.id = t.stop_id
             where t.business_id = $1 and t.order_id = o.id and st.route_id = r.id and t.action <> 'pickup'
               and t.status <> 'REMOVED')) p on true
      where r.business_id = $1 and r.date = $3 and r.start_warehouse_id = $2
        and r.status not in ('DRAFT', 'COMPLETED', 'CLOSED', 'CANCELLED')
      order by l.lane nulls last, r.planned_start_at nulls last, r.number, r.id`,
    [business_id, warehouse_id, date],
  );
}

/**
 * The lane of a route. The first scan of a day gives every route its lane; a route added later gets the next one. The
 * warehouse is locked, so two first scans give the same.
 */
export async function assignLane(
  context: Context<never>,
  { warehouse_id, date, route_id }: { warehouse_id: number; date: string; route_id: number },
): Promise<number> {
  const { db, business_id } = context;
  const known_lane = await db.row<{ lane: number }>(
    "select lane from sort_lane where business_id = $1 and route_id = $2 and warehouse_id = $3 and date = $4",
    [business_id, route_id, warehouse_id, date],
  );
  if (known_lane !== undefined) return known_lane.lane;
  await lockLanes(context, warehouse_id);
  const lanes = await loadLanes(context, warehouse_id, date);
  let last = Math.max(0, ...lanes.map(({ lane }) => lane ?? 0));
  const missing = lanes.filter(({ lane }) => lane === null);
  const new_lanes = missing.map((lane) => {
    last += 1;
    return { route_id: lane.route_id, lane: last };
  });
  for (const one of new_lanes) {
    // A route that moved to another day or warehouse gives its old lane up.
    await db.execute(
      `insert into sort_lane (business_id, warehouse_id, date, route_id, lane) values ($1, $2, $3, $4, $5)
       on conflict (business_id, route_id) do update set warehouse_id = $2, date = $3, lane = $5`,
      [business_id, warehouse_id, date, one.route_id, one.lane],
    );
  }
  emitLanes(context, warehouse_id, new_lanes);
  const own_lane =
    new_lanes.find((one) => one.route_id === route_id) ?? lanes.find((one) => one.route_id === route_id);
  if (own_lane?.lane == null) throw new Error("A route that starts at the warehouse got no lane.");
  return own_lane.lane;
}

/** Gives a route another lane; the route that has it gets the one before. The lanes are locked. */
export async function exchangeLanes(
  context: Context<never>,
  { warehouse_id, date, route_id, lane }: Omit<SortLaneRow, "id" | "business_id">,
  before: number,
): Promise<void> {
  // The lanes are compared when the transaction ends, so two routes may exchange theirs.
  const changed = await context.db.rows<Pick<SortLaneRow, "route_id" | "lane">>(
    `update sort_lane set lane = case when route_id = $4 then $5::int else $6::int end
      where business_id = $1 and warehouse_id = $2 and date = $3 and (route_id = $4 or lane = $5) and $5 <> $6
      returning route_id, lane`,
    [context.business_id, warehouse_id, date, route_id, lane, before],
  );
  emitLanes(context, warehouse_id, changed);
}

function emitLanes(
  { emit }: Pick<Context<never>, "emit">,
  warehouse_id: number,
  lanes: readonly Pick<SortLaneRow, "route_id" | "lane">[],
): void {
  for (const { route_id, lane } of lanes)
    emit({
      subject: { type: "route", id: route_id },
      kind: "wms.lane_changed",
      payload: { warehouse_id, lane },
    });
}

/** Lanes of a warehouse are given and changed one after another. */
export async function lockLanes({ db, business_id }: Reader, warehouse_id: number): Promise<void> {
  await db.execute("select pg_advisory_xact_lock(hashtextextended('sort_lane:' || $1 || ':' || $2, 0))", [
    String(business_id),
    String(warehouse_id),
  ]);
}
