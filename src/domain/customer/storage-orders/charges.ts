/**
 * Charges days of storage: each date once, after it has ended in the business's time zone, for the packages that were in
 * store at its end. The holder of the lock of the order charges what is not charged yet: the job of the day, a payment, a
 * ship-out. So nothing depends on when the job runs.
 */
import {
  addToLines,
  type BillRow,
  computeRemaining,
  lockBill,
  setPrice,
  settleHidden,
} from "#domain/customer/bills/public.ts";
import { getSoldPricing, toMeasuredPiece } from "#domain/customer/service-orders/public.ts";
import {
  findWarehousePlace,
  loadServiceVersion,
  loadStorageDayPrice,
} from "#domain/customer/services/public.ts";
import type { Context } from "#operation/define/context.ts";
import { addDays, toInstant, toLocalDate } from "#vocabulary/calendar.ts";
import type { StorageOrderRow } from "./records/storage-order.ts";
import { listPackages, type StoredPackageRow } from "./records/stored-package.ts";
import { findNextChargedDate, groupByStorageDay, listUnchargedDates } from "./rules.ts";

/** Things that become due: the end of a day of storage, and the end of the grace days of a balance. */
export const STORAGE_DAY = "storage_order.day";
export const STORAGE_OVERDUE = "storage_order.overdue";

/** The line of a bill that days of storage are added to. */
export const STORAGE_LINE = "storage_days";

/** The bill, charged with all days that have ended. The order is locked. */
export async function chargeDays(
  context: Context<never>,
  order: StorageOrderRow,
): Promise<{ bill: BillRow; packages: StoredPackageRow[] }> {
  const { time_zone } = context.business;
  const today = toLocalDate(context.now, time_zone);
  const [locked, packages, { definition }] = await Promise.all([
    lockBill(context, { type: "storage_order", id: order.id }),
    listPackages(context, order.id),
    loadServiceVersion(context, order.service_id, order.service_version),
  ]);
  const { free_days = 0, grace_days = 0 } = definition.storage ?? {};
  const dates = listUnchargedDates(packages, { charged_until: order.charged_until, today });
  const bill =
    dates.length === 0
      ? locked
      : await chargeDates(context, order, { bill: locked, packages, dates, free_days });
  const next = findNextChargedDate(packages, free_days, today);
  if (next === null) context.due.clear(STORAGE_DAY, order.id);
  else context.due.set(STORAGE_DAY, order.id, toInstant(addDays(next, 1), "00:00", time_zone));
  await setOverdue(context, order, { bill, grace_days, time_zone });
  return { bill, packages };
}

async function chargeDates(
  context: Context<never>,
  order: StorageOrderRow,
  {
    bill,
    packages,
    dates,
    free_days,
  }: { bill: BillRow; packages: StoredPackageRow[]; dates: readonly string[]; free_days: number },
): Promise<BillRow> {
  const { db, business_id, now } = context;
  const until = dates.at(-1) ?? "";
  const charged = dates.flatMap((date) => {
    const groups = groupByStorageDay(packages, date, free_days);
    return groups.size === 0 ? [] : [{ date, groups }];
  });
  const price = charged.length === 0 ? () => 0 : await loadDayPrice(context, order, bill);
  const rows = charged.flatMap(({ date, groups }) => {
    const amounts = [...groups].map(([day, pieces]) => price(pieces, day));
    const amount_minor = amounts.includes(null)
      ? null
      : amounts.reduce<number>((sum, one) => sum + (one ?? 0), 0);
    const count = [...groups.values()].reduce((sum, pieces) => sum + pieces.length, 0);
    return amount_minor === 0 ? [] : [{ date, packages: count, amount_minor }];
  });
  await db.execute(
    `insert into storage_charge (business_id, storage_order_id, date, packages, amount_minor, created_at)
     select $1, $2, r.date, r.packages, r.amount_minor, $4
       from json_to_recordset($3::json) as r(date date, packages int, amount_minor bigint)`,
    [business_id, order.id, JSON.stringify(rows), now],
  );
  await db.execute("update storage_order set charged_until = $3 where business_id = $1 and id = $2", [
    business_id,
    order.id,
    until,
  ]);
  const amount_minor = rows.reduce((sum, row) => sum + (row.amount_minor ?? 0), 0);
  if (amount_minor === 0) return bill;
  const label = `Storage until ${until}`;
  const priced = await setPrice(context, bill, {
    kind: "charged",
    lines: addToLines(bill.lines, { code: STORAGE_LINE, label, amount_minor }),
    total_minor: (bill.total_minor ?? 0) + amount_minor,
    note: label,
  });
  return settleHidden(context, priced.bill);
}

/** What one day costs for packages that have been stored for equally long. */
async function loadDayPrice(
  context: Context<never>,
  order: StorageOrderRow,
  bill: BillRow,
): Promise<(packages: readonly StoredPackageRow[], day: number) => number | null> {
  if (order.day_price_minor !== null) {
    const each = order.day_price_minor;
    return (packages) => packages.length * each;
  }
  const before = getSoldPricing(bill);
  if (before === undefined) return () => 0;
  const [service, warehouse] = await Promise.all([
    loadServiceVersion(context, order.service_id, order.service_version),
    findWarehousePlace(context, order.warehouse_id),
  ]);
  const priceDay = await loadStorageDayPrice(context, { service, request: order, warehouse, before });
  return (packages, day) => priceDay(packages.map(toMeasuredPiece), day);
}

/** Arranges for the moment at which what is left to pay becomes overdue; nothing where that is past. */
export async function setOverdue(
  context: Context<never>,
  order: Pick<StorageOrderRow, "id" | "confirmed_at" | "status">,
  { bill, grace_days, time_zone }: { bill: BillRow; grace_days: number; time_zone: string },
): Promise<void> {
  const overdue_at = computeOverdueAt(order, bill, { grace_days, time_zone });
  if (overdue_at === null) context.due.clear(STORAGE_OVERDUE, order.id);
  else if (overdue_at > context.now) context.due.set(STORAGE_OVERDUE, order.id, overdue_at);
}

/** When the balance of a confirmed order becomes overdue: at the start of the day after its grace days. */
export function computeOverdueAt(
  { confirmed_at, status }: Pick<StorageOrderRow, "confirmed_at" | "status">,
  bill: BillRow,
  { grace_days, time_zone }: { grace_days: number; time_zone: string },
): Date | null {
  if (bill.unpaid_since === null || computeRemaining(bill) === 0) return null;
  if (status === "PENDING" || status === "CANCELLED") return null;
  const since = Math.max(Date.parse(bill.unpaid_since), Date.parse(confirmed_at ?? bill.unpaid_since));
  const date = addDays(toLocalDate(new Date(since), time_zone), grace_days + 1);
  return toInstant(date, "00:00", time_zone);
}
