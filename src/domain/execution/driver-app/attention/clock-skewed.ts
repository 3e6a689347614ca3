/** The clock of a driver's phone is wrong. It ends with positions whose times are right, or when the driver goes off duty. */
import { defineAttention, toAffectedRecord, toRecordId } from "#operation/define/attention.ts";
import { titles } from "../attention-titles.ts";

export const clockSkewed = defineAttention({
  kind: "clock_skewed",
  severity: "info",
  record_kind: "driver",
  title: titles.clock_skewed,
  opens_after: { "driver.clock_wrong": toRecordId },
  clears_after: { "driver.position": toAffectedRecord, "driver.duty": toAffectedRecord },
  actions: [],
  async find({ db, business_id }, ids) {
    const rows = await db.rows<{
      driver_id: number;
      at: string;
      kind: string;
      payload: {
        route_id: number | null;
        stop_id?: number | null;
        device_at?: string | null;
        taken_as?: string;
        clock_skewed?: boolean;
        duty?: string;
      };
    }>(
      `select d.id as driver_id, e.recorded_at as at, w.payload, e.kind from unnest($2::bigint[]) as d(id)
       cross join lateral (select kind, payload, recorded_at, seq from event where business_id = $1 and subject_type = 'driver'
         and subject_id = d.id::text and kind in ('driver.clock_wrong', 'driver.position', 'driver.duty')
         and (kind <> 'driver.position' or not (payload->>'clock_skewed')::boolean)
         and (kind <> 'driver.duty' or payload->>'duty' = 'off') order by seq desc limit 1) e
       cross join lateral (select payload from event where business_id = $1 and subject_type = 'driver'
         and subject_id = d.id::text and kind = 'driver.clock_wrong' order by seq desc limit 1) w
       where e.kind = 'driver.clock_wrong'`,
      [business_id, ids ?? []],
    );
    return rows.map(({ driver_id, at, payload }) => ({
      subject_id: driver_id,
      key: "clock",
      at,
      route_id: payload.route_id,
      facts: {
        driver_id,
        stop_id: payload.stop_id ?? null,
        device_at: payload.device_at ?? null,
        taken_as: payload.taken_as ?? null,
      },
    }));
  },
});
