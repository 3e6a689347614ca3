/** Bins of a zone: what one is, and how those are found and locked at which the caller may work. */
import type { Context } from "#operation/define/context.ts";
import { defineGet } from "#operation/define/get.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { Db } from "#platform/db/db.ts";
import { messages } from "../messages.ts";
import type { BIN_KINDS, STATUSES } from "../shapes.ts";
import { listReach, type Reader } from "./warehouse.ts";
import type { ZoneRow } from "./zone.ts";

export interface BinRow extends Row<"warehouse_bin"> {
  kind: (typeof BIN_KINDS)[number];
  status: (typeof STATUSES)[number];
}

export const BinRecord = defineRecord<"warehouse_bin", BinRow>("warehouse_bin");

function findBin(context: Reader, id: number, lock: "" | "for update" = ""): Promise<BinRow | undefined> {
  const { db, business_id } = context;
  return db.row<BinRow>(
    `select * from warehouse_bin
      where business_id = $1 and id = $2 and ($3::bigint[] is null or warehouse_id = any($3)) ${lock}`,
    [business_id, id, listReach(context)],
  );
}

export const getVisibleBin = defineGet(findBin, messages.unknown_bin);

/**
 * Bins that stock moves into or out of, with the kind of their zone, by id. Locked in the order of their ids: all movements
 * of a bin wait for each other here, before they look at what is in it, so no line of stock needs a lock of its own. A bin
 * that the caller may not work at is left out.
 */
export function lockBins(
  context: Reader,
  ids: readonly number[],
): Promise<(BinRow & { zone_kind: ZoneRow["kind"] })[]> {
  const { db, business_id } = context;
  return db.rows(
    `select *,
       (select kind from warehouse_zone z where z.business_id = $1 and z.id = warehouse_bin.zone_id) as zone_kind
       from warehouse_bin
      where business_id = $1 and id = any($2::bigint[]) and ($3::bigint[] is null or warehouse_id = any($3))
      order by id for no key update`,
    [business_id, [...ids], listReach(context)],
  );
}

/**
 * Locks the bins of a zone or of a warehouse, so that what is counted afterwards stays: operations that move stock lock its bins
 * first.
 */
export async function lockBinsInside(
  db: Db,
  business_id: number,
  inside: { warehouse_id: number } | { zone_id: number },
): Promise<void> {
  const [[column, id] = []] = Object.entries(inside);
  await db.execute(
    `select from warehouse_bin where business_id = $1 and ${column} = $2 order by id for update`,
    [business_id, id],
  );
}

/** With their zone or warehouse; they are locked. */
export async function closeBins(
  { db, business_id }: Pick<Context<never>, "db" | "business_id">,
  inside: { warehouse_id: number } | { zone_id: number },
): Promise<void> {
  const [[column, id] = []] = Object.entries(inside);
  await db.execute(
    `update warehouse_bin set status = 'closed', version = version + 1 where business_id = $1 and ${column} = $2 and status = 'open'`,
    [business_id, id],
  );
}
