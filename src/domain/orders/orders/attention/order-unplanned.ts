/** An order of today, or of a day before, is on no route although its day has begun. It ends when it is planned or moved. */
import { defineAttention } from "#operation/define/attention.ts";
import { addDays, toInstant, toLocalDate } from "#vocabulary/calendar.ts";
import { titles } from "../attention-titles.ts";
import { afterAnyChange } from "../lifecycle/attention.ts";

/** Orders of earlier days are left to reports. */
const DAYS_BACK = 30;

export const orderUnplanned = defineAttention({
  kind: "order_unplanned",
  severity: "warning",
  record_kind: "order",
  title: titles.order_unplanned,
  threshold: { unit: "time_of_day", value: "09:00" },
  opens_after: {},
  clears_after: afterAnyChange,
  searches_whole_business: true,
  every_minute: true,
  actions: [
    { operation: "clientBuildRoute", input: ({ subject_id }) => ({ order_ids: [subject_id] }) },
    { operation: "clientOrdersBulkAssign", input: ({ subject_id }) => ({ order_ids: [subject_id] }) },
    {
      operation: "clientOrdersBulkActivity",
      input: ({ subject_id }) => ({ order_ids: [subject_id], activity: "reschedule" }),
    },
  ],
  async find({ db, business_id, now, time_zone, time_of_day }, ids) {
    const today = toLocalDate(now, time_zone);
    const last = now >= toInstant(today, time_of_day, time_zone) ? today : addDays(today, -1);
    const rows = await db.rows<{ id: number; scheduled_date: string; contractor_account_id: number | null }>(
      `select id, scheduled_date, contractor_account_id from delivery_order
        where business_id = $1 and status in ('NEW_ORDER', 'AT_WAREHOUSE') and scheduled_date between $3::date and $4::date
          and route_id is null and delivery_kind = 'self' and tender_state is null and third_party_carrier_id is null
          and ($2::bigint[] is null or id = any($2)) order by id`,
      [business_id, ids, addDays(today, -DAYS_BACK), last],
    );
    return rows.map(({ id, scheduled_date, contractor_account_id }) => ({
      subject_id: id,
      key: scheduled_date,
      at: toInstant(scheduled_date, time_of_day, time_zone),
      order_id: id,
      facts: { scheduled_date, contractor_account_id },
    }));
  },
});
