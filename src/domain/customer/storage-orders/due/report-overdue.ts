/** Report that a balance was not paid in its grace days. */
import { lockBill } from "#domain/customer/bills/public.ts";
import { loadServiceVersion } from "#domain/customer/services/public.ts";
import { defineDue } from "#operation/define/due.ts";
import { computeOverdueAt, STORAGE_OVERDUE } from "../charges.ts";
import { lockStorageOrders } from "../records/storage-order.ts";

export const reportStorageOverdue = defineDue({
  kind: STORAGE_OVERDUE,

  async run(context, { subject }) {
    const [order] = await lockStorageOrders(context, [Number(subject)]);
    if (order === undefined) return;
    const [bill, { definition }] = await Promise.all([
      lockBill(context, { type: "storage_order", id: order.id }),
      loadServiceVersion(context, order.service_id, order.service_version),
    ]);
    const { grace_days = 0 } = definition.storage ?? {};
    const { time_zone } = context.business;
    const overdue_at = computeOverdueAt(order, bill, { grace_days, time_zone });
    // It may have been paid, or a part of it returned, since.
    if (overdue_at === null || overdue_at > context.now) return;
    context.emit({
      subject: { type: "storage_order", id: order.id },
      kind: "storage_order.overdue",
      payload: { tracking_number: order.tracking_number, customer_id: order.customer_id },
    });
  },
});
