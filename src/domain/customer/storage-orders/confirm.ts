/** Confirms an order, by staff or when it is paid, where the service says that a payment does. */
import { loadServiceVersion } from "#domain/customer/services/public.ts";
import type { Context } from "#operation/define/context.ts";
import { setOverdue } from "./charges.ts";
import { changeOrder, StorageBill, type StorageOrderRow } from "./records/storage-order.ts";

export async function confirmLockedOrder(
  context: Context<never>,
  order: StorageOrderRow,
): Promise<StorageOrderRow> {
  const confirmed_at = context.now.toISOString();
  const confirmed = await changeOrder(context, order, {
    trigger: "confirm",
    status: "CONFIRMED",
    columns: { confirmed_at },
  });
  await updateOverdue(context, confirmed);
  return confirmed;
}

export async function confirmIfPaid(
  context: Context<never>,
  order: StorageOrderRow,
  remaining_minor: number,
): Promise<StorageOrderRow> {
  if (remaining_minor > 0 || order.status !== "PENDING") return order;
  const { definition } = await loadServiceVersion(context, order.service_id, order.service_version);
  return definition.payment === "before_confirmation" ? confirmLockedOrder(context, order) : order;
}

/** After a change of what is left to pay: arranges for the end of its grace days. The order is locked. */
export async function updateOverdue(context: Context<never>, order: StorageOrderRow): Promise<void> {
  const [bill, { definition }] = await Promise.all([
    StorageBill.lockOrderBill(context, order),
    loadServiceVersion(context, order.service_id, order.service_version),
  ]);
  const { grace_days = 0 } = definition.storage ?? {};
  const { time_zone } = context.business;
  await setOverdue(context, order, { bill, grace_days, time_zone });
}
