/** A driver collected another amount than was due at a stop. It ends when the route is closed with the cash it should have. */
import { defineAttention, toAffectedRoute } from "#operation/define/attention.ts";
import { titles } from "../attention-titles.ts";

export const codMismatch = defineAttention({
  kind: "cod_mismatch",
  severity: "warning",
  record_kind: "stop",
  title: titles.cod_mismatch,
  opens_after: {
    "stop.completed": ({ subject_id, payload }) =>
      payload["cod_expected_minor"] === payload["cod_collected_minor"] ? [] : [Number(subject_id)],
    "stop.reported_again": ({ subject_id, payload }) =>
      payload["cod_expected_minor"] === payload["cod_collected_minor"] ? [] : [Number(subject_id)],
  },
  clears_after: { "route.closed": toAffectedRoute },
  actions: [],
  async find({ db, business_id }, ids) {
    const rows = await db.rows<{
      stop_id: number;
      seq: number;
      at: string;
      route_id: number;
      driver_id: number | null;
      expected_minor: number;
      collected_minor: number;
      order_id: number | null;
      currency: string | null;
    }>(
      `select e.subject_id::bigint as stop_id, e.seq, e.recorded_at as at, r.id as route_id, r.driver_id,
         (e.payload->>'cod_expected_minor')::bigint as expected_minor, (e.payload->>'cod_collected_minor')::bigint as collected_minor,
         o.id as order_id, o.currency
       from event e
       join route r on r.business_id = $1 and r.id = (e.payload->>'route_id')::bigint
       left join lateral (select id, currency from delivery_order where business_id = $1 and cod_minor > 0
         and id in (select jsonb_array_elements_text(e.payload->'order_ids')::bigint) order by id limit 1) o on true
       where e.business_id = $1 and e.subject_type = 'stop' and e.subject_id = any($2::text[])
         and e.payload->>'cod_expected_minor' <> e.payload->>'cod_collected_minor'
         and not (r.status = 'CLOSED' and (r.closing->>'cash_difference_minor')::bigint = 0)`,
      [business_id, (ids ?? []).map(String)],
    );
    return rows.map(({ stop_id, seq, at, order_id, route_id, ...facts }) => ({
      subject_id: stop_id,
      key: `event ${seq}`,
      at,
      order_id,
      route_id,
      facts,
    }));
  },
});
