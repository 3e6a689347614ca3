/**
 * The package of a parcel in stock, where it has one: a parcel that was received into a bin leaves that bin with the
 * transfer, lies in receiving where it comes, from where it is put away, and returns with a rollback.
 */
import { buildCodeKey } from "#codes/read-code.ts";
import {
  goodsOfPackage,
  issuePackages,
  lockStockAtHand,
  postMovements,
  receivePackages,
} from "#domain/warehouse/inventory/public.ts";
import { findBinOfZone } from "#domain/warehouse/receiving/public.ts";
import { lockBins } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { MovableParcel } from "./parcels.ts";

/** Nothing was put into it: what has a content of its own is no parcel on its way. */
const IS_EMPTY = `not exists (select from stock_line l
  where l.business_id = p.business_id and l.package_id = p.id and l.article_id is not null and l.qty > 0)`;

const toHolder = (transfer_id: number) => ({ type: "transfer", id: transfer_id });

/** Takes the package of a parcel out of its bin; undefined where it has none there, or somebody reserved it. */
export async function takeFromStock(
  context: Context<never>,
  transfer_id: number,
  parcel: MovableParcel,
  warehouse_id: number,
): Promise<{ package_id: number; from_bin_id: number } | undefined> {
  const { db, business_id } = context;
  const codes = [parcel.label_code, parcel.tracking_number].map(buildCodeKey);
  const stock_package = await db.row<{ id: number; bin_id: number }>(
    `select p.id, p.bin_id from stock_package p join warehouse_bin b on b.business_id = $1 and b.id = p.bin_id
      where p.business_id = $1 and p.code = any($2) and p.status = 'in_stock' and b.warehouse_id = $3 and ${IS_EMPTY}
      order by p.id limit 1`,
    [business_id, codes, warehouse_id],
  );
  if (stock_package === undefined) return undefined;
  const holder = toHolder(transfer_id);
  const issued = await issuePackages(context, { package_ids: [stock_package.id], holder });
  return "faulty" in issued ? undefined : { package_id: stock_package.id, from_bin_id: stock_package.bin_id };
}

/** Puts a package into one of these bins, the first that takes it; null where none does. */
async function putInto(
  context: Context<never>,
  transfer_id: number,
  package_id: number,
  bin_ids: readonly (number | null | undefined)[],
): Promise<number | null> {
  const { db, business_id } = context;
  const row = await db.row<{
    code: string;
    customer_id: number | null;
    weight_g: number | null;
    length_mm: number | null;
    width_mm: number | null;
    height_mm: number | null;
    damaged: boolean;
    ref: string;
  }>(
    `select code, customer_id, weight_g, length_mm, width_mm, height_mm, damaged, ref from stock_package
      where business_id = $1 and id = $2`,
    [business_id, package_id],
  );
  if (row === undefined) return null;
  for (const bin_id of bin_ids) {
    if (bin_id == null) continue;
    const [bin] = await lockBins(context, [bin_id]);
    if (bin === undefined) continue;
    const received = await receivePackages(context, {
      bin,
      packages: [row],
      subject: toHolder(transfer_id),
    });
    if ("packages" in received) return bin_id;
    // Somebody received it meanwhile: it lies there.
    if ("already" in received) return null;
  }
  return null;
}

/** Into receiving of the warehouse where it came. */
export async function putIntoReceiving(
  context: Context<never>,
  transfer_id: number,
  package_id: number,
  warehouse_id: number,
): Promise<number | null> {
  const bin_id = await findBinOfZone(context, warehouse_id, "receiving");
  return putInto(context, transfer_id, package_id, [bin_id]);
}

/** Whether a package that came with a transfer can go back: nobody reserved it, filled it or took it out of the warehouse. */
export async function isFree(
  { db, business_id }: Pick<Context<never>, "db" | "business_id">,
  package_id: number,
  warehouse_id: number,
): Promise<boolean> {
  const row = await db.row<{ is_free: boolean }>(
    `select p.holder_id is null and b.warehouse_id = $3 and ${IS_EMPTY} as is_free from stock_package p
       join warehouse_bin b on b.business_id = $1 and b.id = p.bin_id
      where p.business_id = $1 and p.id = $2`,
    [business_id, package_id, warehouse_id],
  );
  return row?.is_free === true;
}

/**
 * Back into the bin from which it was taken, else into receiving there. Where it was put away meanwhile does not matter:
 * that was part of the transfer.
 */
export async function returnToStock(
  context: Context<never>,
  transfer_id: number,
  { package_id, from_bin_id }: { package_id: number; from_bin_id: number },
  home_warehouse_id: number,
): Promise<number | null> {
  const { lines, bins } = await lockStockAtHand(context, { package_ids: [package_id] }, [from_bin_id]);
  const [own_line] = lines;
  if (own_line !== undefined) {
    // Its bin is locked now, so only a reservation can have come between.
    const { warehouse_id } = own_line;
    if (lines.length > 1 || !(await isFree(context, package_id, warehouse_id))) throw context.refuse("busy");
    await postMovements(context, {
      kind: "rollback",
      bins: bins.filter(({ id }) => id === own_line.bin_id),
      subject: toHolder(transfer_id),
      movements: [
        {
          ...goodsOfPackage(package_id, own_line.customer_id),
          reason: "rolled_back",
          qty: 1,
          from_bin_id: own_line.bin_id,
          to_bin_id: null,
        },
      ],
    });
  }
  const receiving = await findBinOfZone(context, home_warehouse_id, "receiving");
  return putInto(context, transfer_id, package_id, [from_bin_id, receiving]);
}
