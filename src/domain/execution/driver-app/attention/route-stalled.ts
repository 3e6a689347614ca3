/**
 * A route is under way, and for half an hour its driver has neither moved nor scanned nor reported a stop. It ends with the
 * first of these, a pause, or the end of the route.
 */
import { defineAttention, toAffectedRecord } from "#operation/define/attention.ts";
import { titles } from "../attention-titles.ts";

/** About 100 m: a phone that lies still reports positions that differ by less. */
const MOVED_DEGREES = 0.001;

export const routeStalled = defineAttention({
  kind: "route_stalled",
  severity: "warning",
  record_kind: "route",
  title: titles.route_stalled,
  threshold: { unit: "minutes", value: 30, maximum: 24 * 60 },
  opens_after: {},
  clears_after: {
    "route.paused": toAffectedRecord,
    "route.completed": toAffectedRecord,
    "route.cancelled": toAffectedRecord,
    "route.closed": toAffectedRecord,
  },
  searches_whole_business: true,
  every_minute: true,
  actions: [
    { operation: "clientDriverPositions", input: () => ({}) },
    { operation: "clientRouteReassign", input: ({ subject_id }) => ({ route_id: subject_id }) },
  ],
  async find({ db, business_id, now, threshold_ms }, ids) {
    const rows = await db.rows<{
      id: number;
      number: string;
      driver_id: number | null;
      acted_at: string;
      position_at: string | null;
    }>(
      `select r.id, r.number, r.driver_id, a.acted_at, d.position_at from route r
       left join driver d on d.business_id = $1 and d.id = r.driver_id
       cross join lateral (select greatest(r.actual_start_at, r.resume_reported_at,
         (select max(greatest(s.arrived_at, s.done_at, s.status_at)) from stop s where s.business_id = $1 and s.route_id = r.id),
         (select max(p.custody_since) from delivery_order o join parcel p on p.business_id = $1 and p.order_id = o.id
           where o.business_id = $1 and o.route_id = r.id)) as acted_at) a
       cross join lateral (select max(p.lat) - min(p.lat) as north, (max(p.lng) - min(p.lng)) * cos(radians(max(p.lat))) as east
         from (select lat, lng from driver_position where business_id = $1 and driver_id = r.driver_id and at > $3
           union all
           (select lat, lng from driver_position where business_id = $1 and driver_id = r.driver_id and at <= $3
             and exists (select from driver_position where business_id = $1 and driver_id = r.driver_id and at > $3)
             order by at desc limit 1)) p) moved
       where r.business_id = $1 and r.status = 'IN_PROGRESS' and r.paused_at is null and a.acted_at <= $3
         and coalesce(greatest(moved.north, moved.east), 0) < $4 and ($2::bigint[] is null or r.id = any($2)) order by r.id`,
      [business_id, ids, new Date(now.getTime() - threshold_ms), MOVED_DEGREES],
    );
    return rows.map(({ id, number, driver_id, acted_at, position_at }) => ({
      subject_id: id,
      key: "stalled",
      at: now,
      route_id: id,
      facts: {
        number,
        driver_id,
        acted_at: new Date(acted_at).toISOString(),
        position_at: position_at === null ? null : new Date(position_at).toISOString(),
      },
    }));
  },
});
