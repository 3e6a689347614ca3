/** An order has been on hold for a day. It ends with the hold. */
import { defineAttention, toRecordId } from "#operation/define/attention.ts";
import { titles } from "../attention-titles.ts";
import { afterAnyChange } from "../lifecycle/attention.ts";

export const holdOverdue = defineAttention({
  kind: "hold_overdue",
  severity: "warning",
  record_kind: "order",
  title: titles.hold_overdue,
  threshold: { unit: "hours", value: 24, maximum: 24 * 60 },
  opens_after: { "order.held": toRecordId },
  clears_after: afterAnyChange,
  searches_whole_business: true,
  actions: [
    { operation: "clientOrderRelease", input: ({ subject_id }) => ({ order_id: subject_id }) },
    { operation: "clientOrderCancel", input: ({ subject_id }) => ({ order_id: subject_id }) },
    {
      operation: "clientOrdersBulkActivity",
      input: ({ subject_id }) => ({ order_ids: [subject_id], activity: "release" }),
    },
  ],
  async find({ db, business_id, threshold_ms }, ids) {
    const rows = await db.rows<{ id: number; reason: string; at: string }>(
      `select id, hold->>'reason' as reason, hold->>'at' as at from delivery_order
        where business_id = $1 and status = 'HOLD' and hold is not null and ($2::bigint[] is null or id = any($2))`,
      [business_id, ids],
    );
    return rows.map(({ id, reason, at }) => ({
      subject_id: id,
      key: at,
      at: new Date(Date.parse(at) + threshold_ms),
      order_id: id,
      facts: { held_at: at, reason },
    }));
  },
});
