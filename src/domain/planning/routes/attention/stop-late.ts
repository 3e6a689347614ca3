/** A stop of a route was not reached within its window. It ends when the driver arrives, or the stop or window changes. */
import { defineAttention, toAffectedRecord } from "#operation/define/attention.ts";
import { titles } from "../attention-titles.ts";
import { onRouteChange } from "../route-changes.ts";

export const stopLate = defineAttention({
  kind: "stop_late",
  severity: "warning",
  record_kind: "stop",
  title: titles.stop_late,
  threshold: { unit: "minutes", value: 0, maximum: 24 * 60 },
  opens_after: {},
  clears_after: {
    ...onRouteChange,
    "stop.arrived": toAffectedRecord,
    "stop.completed": toAffectedRecord,
    "stop.failed": toAffectedRecord,
  },
  searches_whole_business: true,
  every_minute: true,
  actions: [
    { operation: "clientRouteResequence", input: ({ route_id }) => ({ route_id }) },
    {
      operation: "clientRouteOrders",
      input: ({ route_id, facts }) => ({ route_id, remove: facts["order_ids"] }),
    },
  ],
  async find({ db, business_id, now, threshold_ms }, ids) {
    const rows = await db.rows<{
      id: number;
      seq: number;
      route_id: number;
      driver_id: number | null;
      status: string;
      window_end: string;
      order_ids: number[];
    }>(
      `select s.id, s.seq, s.route_id, r.driver_id, s.status, s.window_end, array(select distinct t.order_id from stop_task t
         where t.business_id = $1 and t.stop_id = s.id and t.status = 'PENDING' order by 1) as order_ids
       from route r join stop s on s.business_id = $1 and s.route_id = r.id
       where r.business_id = $1 and r.status in ('ASSIGNED', 'RELEASED', 'LOADED', 'IN_PROGRESS') and s.status in ('PENDING', 'SKIPPED')
         and s.window_end <= $3 and ($2::bigint[] is null or s.id = any($2)) order by s.id`,
      [business_id, ids, new Date(now.getTime() - threshold_ms)],
    );
    return rows.map(({ id, seq, route_id, driver_id, status, window_end, order_ids }) => ({
      subject_id: id,
      key: new Date(window_end).toISOString(),
      at: new Date(Date.parse(window_end) + threshold_ms),
      order_id: order_ids.length === 1 ? (order_ids[0] ?? null) : null,
      route_id,
      facts: { seq, status, driver_id, window_end: new Date(window_end).toISOString(), order_ids },
    }));
  },
});
