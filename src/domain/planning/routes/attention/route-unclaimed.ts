/** A route leaves soon and has no driver. It ends when it has one, is cancelled or leaves later. */
import { defineAttention } from "#operation/define/attention.ts";
import { titles } from "../attention-titles.ts";
import { afterRouteChange, onRouteChange } from "../route-changes.ts";

export const routeUnclaimed = defineAttention({
  kind: "route_unclaimed",
  severity: "critical",
  record_kind: "route",
  title: titles.route_unclaimed,
  threshold: { unit: "minutes", value: 120, maximum: 7 * 24 * 60 },
  opens_after: afterRouteChange,
  clears_after: onRouteChange,
  searches_whole_business: true,
  actions: [
    { operation: "clientRouteReassign", input: ({ subject_id }) => ({ route_id: subject_id }) },
    { operation: "clientRouteCancel", input: ({ subject_id }) => ({ route_id: subject_id }) },
  ],
  async find({ db, business_id, threshold_ms }, ids) {
    const rows = await db.rows<{ id: number; number: string; status: string; planned_start_at: string }>(
      `select id, number, status, planned_start_at from route
        where business_id = $1 and driver_id is null and planned_start_at is not null
          and status in ('DRAFT', 'PLANNED', 'POSTED', 'ASSIGNED', 'RELEASED', 'LOADED') and ($2::bigint[] is null or id = any($2))`,
      [business_id, ids],
    );
    return rows.map(({ id, number, status, planned_start_at }) => ({
      subject_id: id,
      key: new Date(planned_start_at).toISOString(),
      at: new Date(Date.parse(planned_start_at) - threshold_ms),
      route_id: id,
      facts: { number, status, planned_start_at: new Date(planned_start_at).toISOString() },
    }));
  },
});
