/** A recipient asked for something that a dispatcher decides, or wrote. It ends with the decision or the answer. */
import { type Affected, defineAttention } from "#operation/define/attention.ts";
import type { LoggedEvent } from "#platform/db/event-log.ts";
import { titles } from "../attention-titles.ts";

const getOrderId = ({ payload }: LoggedEvent) => Number(payload["order_id"]);
const ofOrder = (event: LoggedEvent): Affected => ({ order_id: getOrderId(event) });
const itself = ({ subject_id }: LoggedEvent): Affected => ({ order_id: Number(subject_id) });

export const recipientRequest = defineAttention({
  kind: "recipient_request",
  severity: "warning",
  record_kind: "order",
  title: titles.recipient_request,
  opens_after: { "recipient_request.created": (event) => [getOrderId(event)] },
  clears_after: {
    "recipient_request.decided": ofOrder,
    "order.delivered": itself,
    "order.cancelled": itself,
    "order.rejected": itself,
    "order.rerouted": itself,
    "order.return_started": itself,
    "order.status_changed": itself,
  },
  searches_whole_business: true,
  actions: [
    {
      operation: "clientRecipientRequestDecide",
      input: ({ facts }) => ({ request_id: facts["request_id"] }),
    },
  ],
  async find({ db, business_id }, order_ids) {
    const rows = await db.rows<{
      id: number;
      order_id: number;
      route_id: number | null;
      choice: string;
      scheduled_date: string | null;
      created_at: string;
    }>(
      `select q.id, q.order_id, o.route_id, q.choice, q.scheduled_date, q.created_at
       from recipient_request q join delivery_order o on o.business_id = $1 and o.id = q.order_id
       where q.business_id = $1 and q.state = 'open' and ($2::bigint[] is null or q.order_id = any($2))
         and (q.choice = 'contact' or o.status not in ('DELIVERED', 'RETURNED', 'REJECTED', 'CANCELLED', 'RETURNING'))`,
      [business_id, order_ids],
    );
    return rows.map(({ id, order_id, route_id, choice, scheduled_date, created_at }) => ({
      subject_id: order_id,
      key: `request ${id}`,
      at: created_at,
      order_id,
      route_id,
      facts: { request_id: id, choice, scheduled_date },
    }));
  },
});
