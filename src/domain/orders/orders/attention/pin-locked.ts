/** The recipient's PIN was entered wrongly too often. It ends when the tries are reset. */
import { defineAttention, toRecordId } from "#operation/define/attention.ts";
import { titles } from "../attention-titles.ts";
import { afterAnyChange } from "../lifecycle/attention.ts";
import { PIN_TRIES_MAX } from "../lifecycle/pin-tries.ts";

export const pinLocked = defineAttention({
  kind: "pin_locked",
  severity: "critical",
  record_kind: "order",
  title: titles.pin_locked,
  opens_after: { "order.pin_locked": toRecordId },
  clears_after: afterAnyChange,
  actions: [{ operation: "clientOrderResetPinTries", input: ({ subject_id }) => ({ order_id: subject_id }) }],
  async find({ db, business_id }, ids) {
    const rows = await db.rows<{
      order_id: number;
      route_id: number | null;
      driver_id: number | null;
      at: string;
      tries: number;
    }>(
      `select t.order_id, o.route_id, max(t.driver_id) as driver_id, max(t.at) as at, count(*) as tries
       from pin_try t join delivery_order o on o.business_id = $1 and o.id = t.order_id
       where t.business_id = $1 and t.order_id = any($2::bigint[]) and t.reset_at is null
         and o.status not in ('DELIVERED', 'RETURNED', 'REJECTED', 'CANCELLED')
       group by t.order_id, o.route_id having count(*) >= $3`,
      [business_id, ids ?? [], PIN_TRIES_MAX],
    );
    return rows.map(({ order_id, route_id, driver_id, at, tries }) => ({
      subject_id: order_id,
      key: new Date(at).toISOString(),
      at,
      order_id,
      route_id,
      facts: { driver_id, tries },
    }));
  },
});
