/** Reads and locks rows of warehouses, zones and bins that the caller may work at. */
import type { Context } from "#operation/define/context.ts";
import type { Db } from "#platform/db/db.ts";
import {
  BIN_COLUMNS,
  type BinRow,
  WAREHOUSE_COLUMNS,
  type WarehouseRow,
  ZONE_COLUMNS,
  type ZoneRow,
} from "./shapes.ts";

type Reader = Pick<Context<never>, "db" | "business_id" | "actor">;

/**
 * The warehouses that the caller may work at, for `id = any($n)`; null for all. An account without a list works at
 * all of them.
 */
export function listReach({ actor }: Pick<Context<never>, "actor">): readonly number[] | null {
  return actor.warehouse_ids.length === 0 ? null : actor.warehouse_ids;
}

/** A warehouse that the caller may not work at is unknown to it. */
export function findWarehouse(
  context: Reader,
  id: number,
  lock: "" | "for share" | "for update" = "",
): Promise<WarehouseRow | undefined> {
  const { db, business_id } = context;
  return db.row<WarehouseRow>(
    `select ${WAREHOUSE_COLUMNS} from warehouse
      where business_id = $1 and id = $2 and ($3::bigint[] is null or id = any($3)) ${lock}`,
    [business_id, id, listReach(context)],
  );
}

export function findZone(
  context: Reader,
  id: number,
  lock: "" | "for share" | "for update" = "",
): Promise<ZoneRow | undefined> {
  const { db, business_id } = context;
  return db.row<ZoneRow>(
    `select ${ZONE_COLUMNS} from warehouse_zone
      where business_id = $1 and id = $2 and ($3::bigint[] is null or warehouse_id = any($3)) ${lock}`,
    [business_id, id, listReach(context)],
  );
}

export function findBin(
  context: Reader,
  id: number,
  lock: "" | "for update" = "",
): Promise<BinRow | undefined> {
  const { db, business_id } = context;
  return db.row<BinRow>(
    `select ${BIN_COLUMNS} from warehouse_bin
      where business_id = $1 and id = $2 and ($3::bigint[] is null or warehouse_id = any($3)) ${lock}`,
    [business_id, id, listReach(context)],
  );
}

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
    `select ${BIN_COLUMNS},
       (select kind from warehouse_zone z where z.business_id = $1 and z.id = warehouse_bin.zone_id) as zone_kind
       from warehouse_bin
      where business_id = $1 and id = any($2::bigint[]) and ($3::bigint[] is null or warehouse_id = any($3))
      order by id for no key update`,
    [business_id, [...ids], listReach(context)],
  );
}

/**
 * The open warehouses of the business among `ids`, locked against being closed in a concurrent transaction. No query
 * when there are no ids.
 */
export async function lockOpenWarehouses(
  { db, business_id }: { db: Db; business_id: number },
  ids: readonly number[],
): Promise<Pick<WarehouseRow, "id" | "place">[]> {
  if (ids.length === 0) return [];
  return db.rows(
    `select id, place from warehouse where business_id = $1 and id = any($2::bigint[]) and status = 'open'
      order by id for key share`,
    [business_id, [...ids]],
  );
}

/** Warehouses of the business by id, closed ones too. */
export async function loadWarehouses(
  { db, business_id }: { db: Db; business_id: number },
  ids: readonly number[],
): Promise<Map<number, WarehouseRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db.rows<WarehouseRow>(
    `select ${WAREHOUSE_COLUMNS} from warehouse where business_id = $1 and id = any($2::bigint[])`,
    [business_id, [...ids]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Of these ids, those that are no open warehouses of the business. */
export async function listUnknownWarehouses(
  { db, business_id }: { db: Db; business_id: number },
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db.rows<{ id: number }>(
    "select id from warehouse where business_id = $1 and id = any($2::bigint[]) and status = 'open'",
    [business_id, ids],
  );
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}
