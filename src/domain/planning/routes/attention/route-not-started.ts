/** A route with a driver has not left at its time. It ends when it leaves, is cancelled, or its time changes. */
import { defineAttention } from "#operation/define/attention.ts";
import { titles } from "../attention-titles.ts";
import { afterRouteChange, onRouteChange } from "../route-changes.ts";

export const routeNotStarted = defineAttention({
  kind: "route_not_started",
  severity: "critical",
  record_kind: "route",
  title: titles.route_not_started,
  threshold: { unit: "minutes", value: 15, maximum: 24 * 60 },
  opens_after: afterRouteChange,
  clears_after: onRouteChange,
  searches_whole_business: true,
  actions: [
    { operation: "clientRouteReassign", input: ({ subject_id }) => ({ route_id: subject_id }) },
    { operation: "clientRouteUnrelease", input: ({ subject_id }) => ({ route_id: subject_id }) },
  ],
  async find({ db, business_id, threshold_ms }, ids) {
    const rows = await db.rows<{
      id: number;
      number: string;
      status: string;
      driver_id: number;
      planned_start_at: string;
    }>(
      `select id, number, status, driver_id, planned_start_at from route
        where business_id = $1 and status in ('ASSIGNED', 'RELEASED', 'LOADED') and driver_id is not null
          and actual_start_at is null and planned_start_at is not null and ($2::bigint[] is null or id = any($2))`,
      [business_id, ids],
    );
    return rows.map(({ id, number, status, driver_id, planned_start_at }) => ({
      subject_id: id,
      key: new Date(planned_start_at).toISOString(),
      at: new Date(Date.parse(planned_start_at) + threshold_ms),
      route_id: id,
      facts: { number, status, driver_id, planned_start_at: new Date(planned_start_at).toISOString() },
    }));
  },
});
