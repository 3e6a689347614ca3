/**
 * No provider took an order, or one gave it back with the goods: it is the business's again. It ends when the order is
 * planned, assigned, offered again, or done.
 */
import { defineAttention } from "#operation/define/attention.ts";
import type { EventKind } from "#operation/define/events.ts";
import type { LoggedEvent } from "#platform/db/event-log.ts";
import { titles } from "../attention-titles.ts";

const byOrder = ({ subject_id }: LoggedEvent) => ({ order_id: Number(subject_id) });
const ORDER_KINDS = [
  "order.planned",
  "order.assigned",
  "order.cancelled",
  "order.tender_changed",
  "order.received",
  "order.delivered",
  "order.status_changed",
  "order.return_started",
] as const satisfies readonly EventKind[];

export const tenderExhausted = defineAttention({
  kind: "tender_exhausted",
  severity: "warning",
  record_kind: "order",
  title: titles.tender_exhausted,
  opens_after: { "tender_offer.ended": ({ payload }) => [Number(payload["order_id"])] },
  clears_after: {
    ...(Object.fromEntries(ORDER_KINDS.map((kind) => [kind, byOrder])) as {
      [Kind in EventKind]?: typeof byOrder;
    }),
    "tender_offer.created": ({ payload }) => ({ order_id: Number(payload["order_id"]) }),
  },
  actions: [],
  async find({ db, business_id }, ids) {
    const rows = await db.rows<{ id: number; order_id: number; ended_at: string; reason: string | null }>(
      `select f.id, f.order_id, f.ended_at, f.explanation -> -1 ->> 'reason' as reason from tender_offer f
         join delivery_order o on o.business_id = $1 and o.id = f.order_id
        where f.business_id = $1 and f.state = 'EXHAUSTED' and f.order_id = any($2::bigint[])
          and o.route_id is null and o.assignment_id is null and o.tender_state is null
          and (o.status in ('NEW_ORDER', 'FAILED_ATTEMPT', 'EXCEPTION')
            or (o.status = 'AT_WAREHOUSE' and o.status_since < f.ended_at))
          and not exists (select from tender_offer n where n.business_id = $1 and n.order_id = f.order_id and n.id > f.id)`,
      [business_id, ids ?? []],
    );
    return rows.map(({ id, order_id, ended_at, reason }) => ({
      subject_id: order_id,
      key: `offer ${id}`,
      at: ended_at,
      order_id,
      facts: { reason, ended_at },
    }));
  },
});
