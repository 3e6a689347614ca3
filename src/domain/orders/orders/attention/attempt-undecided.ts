/**
 * An attempt failed, and nobody has decided what follows. It ends with another attempt, a return, or a route that is still
 * to leave.
 */
import { defineAttention, ofSubject } from "#operation/define/attention.ts";
import { buildMessage } from "#operation/response/language.ts";
import { afterAnyChange } from "../lifecycle/attention.ts";

const hasFailed = (event: Parameters<typeof ofSubject>[0]) =>
  (event.payload["state"] as { status?: string } | undefined)?.status === "FAILED_ATTEMPT"
    ? ofSubject(event)
    : [];

export const attemptUndecided = defineAttention({
  kind: "attempt_undecided",
  severity: "warning",
  subject: "order",
  title: buildMessage(
    "Failed attempt without a decision",
    "派送失败待处理",
    "派送失敗待處理",
    "Échec de livraison sans décision",
    "Fehlversuch ohne Entscheidung",
    "Intento fallido sin decisión",
    "Tentativa falha sem decisão",
    "不達後の対応が未決定",
    "배송 실패 후 미결정",
  ),
  threshold: { unit: "minutes", value: 30, maximum: 7 * 24 * 60 },
  opens_after: {
    "order.attempt_failed": hasFailed,
    "order.status_changed": hasFailed,
    "order.fact_recorded": hasFailed,
    "order.event_voided": hasFailed,
    "order.unplanned": hasFailed,
  },
  clears_after: afterAnyChange,
  lists: true,
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
  async find({ db, business_id, threshold_ms }, ids) {
    const rows = await db.rows<{
      id: number;
      route_id: number | null;
      status_since: string;
      attempts: number;
      reason: string | null;
    }>(
      `select o.id, o.route_id, o.status_since, o.attempts, o.return_reason->>'code' as reason from delivery_order o
        left join route r on r.business_id = $1 and r.id = o.route_id
        where o.business_id = $1 and o.status = 'FAILED_ATTEMPT' and ($2::bigint[] is null or o.id = any($2))
          and (r.id is null or r.status in ('IN_PROGRESS', 'COMPLETED', 'CLOSED', 'CANCELLED'))`,
      [business_id, ids],
    );
    return rows.map(({ id, route_id, status_since, attempts, reason }) => ({
      subject_id: id,
      key: new Date(status_since).toISOString(),
      at: new Date(Date.parse(status_since) + threshold_ms),
      order_id: id,
      route_id,
      facts: { failed_at: new Date(status_since).toISOString(), attempts, reason },
    }));
  },
});
