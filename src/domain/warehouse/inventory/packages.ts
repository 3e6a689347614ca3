/**
 * Packages for the families above, such as stored packages and ship-outs: received into stock, held for one subject,
 * released, issued. Each call decides on all of its packages or on none, in the caller's transaction.
 */
import { type BinRow, lockBins } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import { type NotPosted, postMovements } from "./post.ts";
import {
  type AlreadyReceived,
  endHold,
  lockPackages,
  type NewPackage,
  type PackageRow,
  storeHold,
  storePackages,
} from "./records/stock-package.ts";
import { findPackageFault, type Holder, type Movement, type PackageFault } from "./rules.ts";
import { lockStockAtHand } from "./stock-at-hand.ts";

/**
 * Receives packages into a bin. Two calls with one code at once: the later one waits for the row of the code, and gets
 * `already`. A package that left the stock comes back as the same row.
 */
export async function receivePackages(
  context: Context<never>,
  request: { bin: BinRow; packages: readonly NewPackage[]; subject?: Holder; note?: string },
): Promise<{ batch_id: number; packages: PackageRow[] } | { already: AlreadyReceived[] } | NotPosted> {
  const { bin, packages, subject, note } = request;
  const storing_result = await storePackages(context, packages);
  if ("already" in storing_result) return storing_result;
  const movements = storing_result.rows.map(
    ({ id, customer_id }, index): Movement => ({
      ...goodsOfPackage(id, customer_id),
      reason: "received",
      qty: 1,
      from_bin_id: null,
      to_bin_id: bin.id,
      scanned: packages[index]?.scanned ?? null,
    }),
  );
  const posted = await postMovements(context, {
    kind: "receipt",
    bins: [bin],
    movements,
    ...(subject === undefined ? {} : { subject }),
    ...(note === undefined ? {} : { note }),
  });
  if ("problem" in posted) return posted;
  return {
    batch_id: posted.batch_id,
    packages: storing_result.rows.map((row) => ({
      ...row,
      status: "in_stock",
      bin_id: bin.id,
      left_at: null,
    })),
  };
}

export function goodsOfPackage(package_id: number, customer_id: number | null) {
  return { article_id: null, package_id, customer_id, lot: "", expires_date: null };
}

export interface FaultyPackage {
  package_id: number;
  fault: PackageFault;
}

/**
 * Reserves packages for one holder, such as a ship-out. They may still be moved between bins, and nobody else may hold or
 * issue them. Holding again changes nothing. With `customer_id`, packages of another owner are refused.
 */
export async function holdPackages(
  context: Context<never>,
  request: { package_ids: readonly number[]; holder: Holder; customer_id?: number | null },
): Promise<{ packages: PackageRow[] } | { faulty: FaultyPackage[] }> {
  const { package_ids, holder, customer_id } = request;
  const locked = await lockPackages(context, package_ids);
  const faulty = package_ids.flatMap((package_id): FaultyPackage[] => {
    const fault = findPackageFault(locked.get(package_id), holder, customer_id);
    return fault === null ? [] : [{ package_id, fault }];
  });
  if (faulty.length > 0) return { faulty };
  const newly = await storeHold(context, package_ids, holder);
  const packages = package_ids.flatMap((id) => locked.get(id) ?? []);
  for (const { id, code } of packages)
    if (newly.has(id))
      context.emit({
        subject: { type: "stock_package", id },
        kind: "wms.package_held",
        payload: { code, holder_type: holder.type, holder_id: holder.id },
      });
  return { packages };
}

/** Ends the holds of a holder, on all of its packages or on those named; returns the packages. Again: none. */
export async function releasePackages(
  context: Context<never>,
  { holder, package_ids }: { holder: Holder; package_ids?: readonly number[] },
): Promise<PackageRow[]> {
  const released = await endHold(context, holder, package_ids);
  for (const { id, code } of released)
    context.emit({
      subject: { type: "stock_package", id },
      kind: "wms.package_released",
      payload: { code, holder_type: holder.type, holder_id: holder.id },
    });
  return released;
}

/**
 * Takes packages out of stock, with what is in them: they leave the building. Those of another holder are refused. Their
 * holds end. The packages are of one warehouse, where the caller may work.
 */
export async function issuePackages(
  context: Context<never>,
  request: { package_ids: readonly number[]; holder: Holder; scanned?: ReadonlyMap<number, string> },
): Promise<{ batch_id: number; packages: PackageRow[] } | { faulty: FaultyPackage[] }> {
  const { package_ids, holder, scanned } = request;
  const present = await lockStockAtHand(context, { package_ids });
  const locked = await lockPackages(context, package_ids);
  const warehouses = new Map(present.bins.map((bin) => [bin.id, bin.warehouse_id]));
  const [first] = warehouses.values();
  const faulty = package_ids.flatMap((package_id): FaultyPackage[] => {
    const row = locked.get(package_id);
    const fault = findPackageFault(row, holder, undefined);
    if (fault !== null) return [{ package_id, fault }];
    const warehouse_id = warehouses.get(row?.bin_id ?? 0);
    if (warehouse_id === undefined) return [{ package_id, fault: "unknown" }];
    return warehouse_id === first ? [] : [{ package_id, fault: "other_warehouse" }];
  });
  if (faulty.length > 0) return { faulty };
  const posted = await postMovements(context, {
    kind: "issue",
    bins: present.bins,
    subject: holder,
    movements: present.lines.map((line) => ({
      ...line,
      reason: "issued",
      from_bin_id: line.bin_id,
      to_bin_id: null,
      scanned: scanned?.get(line.package_id ?? 0) ?? null,
    })),
  });
  if ("problem" in posted)
    throw new Error(`Packages that are in stock could not be issued: ${posted.problem}.`);
  await releasePackages(context, { holder, package_ids });
  return { batch_id: posted.batch_id, packages: package_ids.flatMap((id) => locked.get(id) ?? []) };
}

/** An open bin of the caller's warehouses, locked for a receipt. */
export async function lockReceivingBin(context: Context<never>, bin_id: number): Promise<BinRow | undefined> {
  const [bin] = await lockBins(context, [bin_id]);
  return bin;
}
