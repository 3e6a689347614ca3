/**
 * An attempt failed, and nobody has decided what follows. It ends with another attempt, a return, a route that is still
 * to leave, or a later day: on that day it is an item again if the goods never came back.
 */
import { afterAnyChange } from "#domain/orders/orders/public.ts";
import { defineAttention, toRecordId } from "#operation/define/attention.ts";
import { toInstant, toLocalDate } from "#vocabulary/calendar.ts";
import { titles } from "../attention-titles.ts";

const hasFailed = (event: Parameters<typeof toRecordId>[0]) =>
  (event.payload["state"] as { status?: string } | undefined)?.status === "FAILED_ATTEMPT"
    ? toRecordId(event)
    : [];

export const attemptUndecided = defineAttention({
  kind: "attempt_undecided",
  severity: "warning",
  record_kind: "order",
  title: titles.attempt_undecided,
  threshold: { unit: "minutes", value: 30, maximum: 7 * 24 * 60 },
  opens_after: {
    "order.attempt_failed": hasFailed,
    "order.status_changed": hasFailed,
    "order.fact_recorded": hasFailed,
    "order.event_voided": hasFailed,
    "order.unplanned": hasFailed,
    // For a later day, while the goods are still with the driver.
    "order.reattempted": hasFailed,
  },
  clears_after: afterAnyChange,
  searches_whole_business: true,
  actions: [
    {
      operation: "clientOrdersBulkActivity",
      input: ({ subject_id }) => ({ order_ids: [subject_id], activity: "reattempt" }),
    },
    {
      operation: "clientOrdersBulkActivity",
      input: ({ subject_id }) => ({ order_ids: [subject_id], activity: "start_return" }),
    },
    { operation: "clientOrderReroute", input: ({ subject_id }) => ({ order_id: subject_id }) },
  ],
  async find({ db, business_id, threshold_ms, time_zone }, ids) {
    const rows = await db.rows<{
      id: number;
      route_id: number | null;
      status_since: string;
      scheduled_date: string;
      attempts: number;
      reason: string | null;
    }>(
      `select o.id, o.route_id, o.status_since, o.scheduled_date, o.attempts, o.return_reason->>'code' as reason from delivery_order o
        left join route r on r.business_id = $1 and r.id = o.route_id
        where o.business_id = $1 and o.status = 'FAILED_ATTEMPT' and ($2::bigint[] is null or o.id = any($2))
          and (r.id is null or r.status in ('IN_PROGRESS', 'COMPLETED', 'CLOSED', 'CANCELLED'))`,
      [business_id, ids],
    );
    return rows.map(({ id, route_id, status_since, scheduled_date, attempts, reason }) => {
      const failed_at = new Date(status_since);
      const is_later_day = scheduled_date > toLocalDate(failed_at, time_zone);
      const from = is_later_day ? toInstant(scheduled_date, "00:00", time_zone) : failed_at;
      return {
        subject_id: id,
        key: failed_at.toISOString(),
        at: new Date(from.getTime() + threshold_ms),
        order_id: id,
        route_id,
        facts: { failed_at: failed_at.toISOString(), attempts, reason },
      };
    });
  },
});
