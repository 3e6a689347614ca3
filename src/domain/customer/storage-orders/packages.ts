/**
 * Stored packages for the family above, the ship-outs: which can be shipped out, held, given back, taken out.
 *
 * Stock is locked before storage orders everywhere, so that what receives and what ships out never wait for each other.
 */
import { holdPackages, issuePackages, releasePackages } from "#domain/warehouse/inventory/public.ts";
import type { Context } from "#operation/define/context.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { chargeDays } from "./charges.ts";
import { followPackages, lockStorageOrders, type StorageOrderRow } from "./records/storage-order.ts";
import type { StoredPackageRow } from "./records/stored-package.ts";

const toHolder = (shipout_id: number) => ({ type: "shipout", id: shipout_id });

export type StoredPackageFault = "unknown" | "not_stored" | "held" | "other_warehouse";

export interface FaultyStoredPackage {
  stored_package_id: number;
  fault: StoredPackageFault;
}

/** A stored package with where it is. */
export interface PlacedPackage extends StoredPackageRow {
  code: string;
  warehouse_id: number;
}

const PLACED = `select p.*, k.code, b.warehouse_id
  from stored_package p
  join stock_package k on k.business_id = p.business_id and k.id = p.stock_package_id
  join warehouse_bin b on b.business_id = k.business_id and b.id = k.bin_id
 where p.business_id = $1 and p.id = any($2::bigint[])`;

/** The packages of a customer that are stored and held by no ship-out, in the order of the request; or what is wrong. */
export async function findAvailablePackages(
  { db, business_id }: Pick<Context<never>, "db" | "business_id">,
  { customer_id, stored_package_ids }: { customer_id: number; stored_package_ids: readonly number[] },
): Promise<{ packages: PlacedPackage[] } | { faulty: FaultyStoredPackage[] }> {
  const [known_packages, placed] = await Promise.all([
    db.rows<{ id: number; status: string }>(
      "select id, status from stored_package where business_id = $1 and id = any($2::bigint[]) and customer_id = $3",
      [business_id, [...stored_package_ids], customer_id],
    ),
    db.rows<PlacedPackage>(PLACED, [business_id, [...stored_package_ids]]),
  ]);
  const statuses = new Map(known_packages.map(({ id, status }) => [id, status]));
  const rows = new Map(placed.map((row) => [row.id, row]));
  const warehouse_id = rows.get(stored_package_ids[0] ?? 0)?.warehouse_id;
  const faulty = stored_package_ids.flatMap((id): FaultyStoredPackage[] => {
    const status = statuses.get(id);
    const fault =
      status === undefined
        ? "unknown"
        : status === "HELD"
          ? "held"
          : status !== "RECEIVED" || !rows.has(id)
            ? "not_stored"
            : rows.get(id)?.warehouse_id !== warehouse_id
              ? "other_warehouse"
              : null;
    return fault === null ? [] : [{ stored_package_id: id, fault }];
  });
  if (faulty.length > 0) return { faulty };
  return { packages: stored_package_ids.flatMap((id) => rows.get(id) ?? []) };
}

/** Holds packages for one ship-out, or says which of them another one took meanwhile. */
export async function holdStoredPackages(
  context: Context<never>,
  {
    shipout_id,
    customer_id,
    packages,
  }: { shipout_id: number; customer_id: number; packages: readonly PlacedPackage[] },
): Promise<FaultyStoredPackage[]> {
  const { db, business_id } = context;
  const by_stock = new Map(packages.map(({ id, stock_package_id }) => [stock_package_id ?? 0, id]));
  const held = await holdPackages(context, {
    package_ids: [...by_stock.keys()],
    holder: toHolder(shipout_id),
    customer_id,
  });
  if ("faulty" in held)
    return held.faulty.map(({ package_id, fault }) => ({
      stored_package_id: by_stock.get(package_id) ?? 0,
      fault: fault === "held" ? "held" : "not_stored",
    }));
  const ids = packages.map(({ id }) => id);
  const changed = await db.execute(
    `update stored_package set status = 'HELD', shipout_id = $3
      where business_id = $1 and id = any($2::bigint[]) and status = 'RECEIVED'`,
    [business_id, ids, shipout_id],
  );
  return changed === ids.length
    ? []
    : ids.map((stored_package_id) => ({ stored_package_id, fault: "not_stored" as const }));
}

/** Gives back the packages of a ship-out that is cancelled: they can be shipped out again. */
export async function releaseStoredPackages(context: Context<never>, shipout_id: number): Promise<void> {
  const { db, business_id } = context;
  await releasePackages(context, { holder: toHolder(shipout_id) });
  await db.execute(
    `update stored_package set status = case status when 'HELD' then 'RECEIVED' else status end, shipout_id = null
      where business_id = $1 and shipout_id = $2 and status <> 'STOCKED_OUT'`,
    [business_id, shipout_id],
  );
}

/** The orders whose packages leave, locked and charged until yesterday. */
export interface LeavingPackages {
  orders: { order: StorageOrderRow; bill: Awaited<ReturnType<typeof chargeDays>>["bill"] }[];
}

/**
 * Takes packages out of stock, for a ship-out or over the counter. Their storage orders are charged for the days that have
 * ended; the day on which they leave costs nothing. What is in another warehouse, held by another ship-out or not in stock
 * any more is named, and nothing changes.
 */
export async function takeOutPackages(
  context: Context<never>,
  {
    packages,
    shipout_id,
    trigger,
  }: {
    packages: readonly StoredPackageRow[];
    /** Null: over the counter. */
    shipout_id: number | null;
    trigger: "ship_out" | "release";
  },
): Promise<LeavingPackages | { faulty: FaultyStoredPackage[] }> {
  const { db, business_id, now } = context;
  const by_stock = new Map(packages.map(({ id, stock_package_id }) => [stock_package_id ?? 0, id]));
  const order_ids = [...new Set(packages.map(({ storage_order_id }) => storage_order_id))];
  const holder =
    shipout_id === null ? { type: "storage_order", id: order_ids[0] ?? 0 } : toHolder(shipout_id);
  const issued = await issuePackages(context, { package_ids: [...by_stock.keys()], holder });
  if ("faulty" in issued)
    return {
      faulty: issued.faulty.map(({ package_id, fault }) => ({
        stored_package_id: by_stock.get(package_id) ?? 0,
        fault: fault === "held" || fault === "other_warehouse" ? fault : "not_stored",
      })),
    };
  const orders: LeavingPackages["orders"] = [];
  const { time_zone } = context.business;
  for (const order of await lockStorageOrders(context, order_ids)) {
    const ids = packages.filter((one) => one.storage_order_id === order.id).map(({ id }) => id);
    await db.execute(
      `update stored_package set status = 'STOCKED_OUT', stored_until = $3, left_at = $4
        where business_id = $1 and id = any($2::bigint[])`,
      [business_id, ids, toLocalDate(now, time_zone), now],
    );
    const { bill } = await chargeDays(context, order);
    const changed = await followPackages(context, order, { trigger, facts: { stored_package_ids: ids } });
    orders.push({ order: changed, bill });
  }
  return { orders };
}
