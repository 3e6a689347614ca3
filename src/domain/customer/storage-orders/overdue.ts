/** Which of some locked orders are overdue now. */
import type { BillRow } from "#domain/customer/bills/public.ts";
import { loadServiceVersion } from "#domain/customer/services/public.ts";
import type { Context } from "#operation/define/context.ts";
import { computeOverdueAt } from "./charges.ts";
import type { LeavingPackages } from "./packages.ts";

/** The bills of those that are overdue. */
export async function findOverdue(
  context: Context<never>,
  orders: LeavingPackages["orders"],
): Promise<BillRow[]> {
  const { time_zone } = context.business;
  const overdue: BillRow[] = [];
  for (const { order, bill } of orders) {
    const { definition } = await loadServiceVersion(context, order.service_id, order.service_version);
    const { grace_days = 0 } = definition.storage ?? {};
    const overdue_at = computeOverdueAt(order, bill, { grace_days, time_zone });
    if (overdue_at !== null && overdue_at <= context.now) overdue.push(bill);
  }
  return overdue;
}
