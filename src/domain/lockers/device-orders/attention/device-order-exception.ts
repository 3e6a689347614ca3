/** An exception of a device order is open. It ends with it. */
import { defineAttention, toAffectedRecord, toRecordId } from "#operation/define/attention.ts";
import { titles } from "../attention-titles.ts";
import type { ExceptionRow } from "../records/device-order.ts";

export const deviceOrderException = defineAttention({
  kind: "device_order_exception",
  severity: "warning",
  record_kind: "device_order",
  title: titles.device_order_exception,
  opens_after: { "device_order.exception": toRecordId },
  clears_after: { "device_order.changed": toAffectedRecord },
  searches_whole_business: true,
  actions: [{ operation: "deviceOrder", input: ({ subject_id }) => ({ device_order_id: subject_id }) }],
  async find({ db, business_id }, ids) {
    const rows = await db.rows<
      ExceptionRow & { order_id: number | null; locker: string; compartment_code: string; step: string }
    >(
      `select e.*, o.order_id, o.step, d.name as locker, c.code as compartment_code
         from device_order o
         join device_order_exception e on e.business_id = o.business_id and e.device_order_id = o.id and e.resolution is null
         join locker_device d on d.business_id = o.business_id and d.id = o.device_id
         join locker_compartment c on c.business_id = o.business_id and c.id = e.compartment_id
        where o.business_id = $1 and o.open_exceptions > 0 and ($2::bigint[] is null or o.id = any($2)) order by e.id`,
      [business_id, ids],
    );
    return rows.map(
      ({ id, device_order_id, kind, occurred_at, order_id, locker, compartment_code, step }) => ({
        subject_id: device_order_id,
        order_id,
        key: `exception ${id}`,
        at: occurred_at,
        facts: { exception_id: id, exception: kind, locker, compartment_code, step },
      }),
    );
  },
});
