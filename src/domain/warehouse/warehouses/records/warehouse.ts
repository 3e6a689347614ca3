/** Warehouses: what one is, and how those are found and locked at which the caller may work. */
import assert from "node:assert";
import type { Context } from "#operation/define/context.ts";
import { defineGet } from "#operation/define/get.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { Db } from "#platform/db/db.ts";
import type { Place } from "#vocabulary/place.ts";
import { messages } from "../messages.ts";
import type { STATUSES } from "../shapes.ts";

export interface WarehouseRow extends Row<"warehouse"> {
  place: Place;
  status: (typeof STATUSES)[number];
}

export const WarehouseRecord = defineRecord<"warehouse", WarehouseRow>("warehouse");

export type Reader = Pick<Context<never>, "db" | "business_id" | "actor">;

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
    `select * from warehouse
      where business_id = $1 and id = $2 and ($3::bigint[] is null or id = any($3)) ${lock}`,
    [business_id, id, listReach(context)],
  );
}

export const getVisibleWarehouse = defineGet(findWarehouse, messages.unknown_warehouse);

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
    `select * from warehouse where business_id = $1 and id = any($2::bigint[])`,
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
  const known_ids = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !known_ids.has(id));
}

/** The first one of the business is its depot. Undefined where the code is taken. */
export function insertWarehouse(
  { db, business_id, now }: Context<never>,
  { code, name, place }: { code: string; name: string; place: Place },
): Promise<WarehouseRow | undefined> {
  return db.row<WarehouseRow>(
    `insert into warehouse (business_id, code, name, place, is_depot, created_at)
     values ($1, $2, $3, $4, not exists (select 1 from warehouse where business_id = $1), $5)
     on conflict (business_id, code) do nothing returning *`,
    [business_id, code, name, JSON.stringify(place), now],
  );
}

/** A depot with a code that is free. */
export async function insertDepot(
  { db, business_id, now }: Context<never>,
  { name, place }: { name: string; place: Place },
): Promise<WarehouseRow> {
  const created = await db.row<WarehouseRow>(
    `insert into warehouse (business_id, code, name, place, is_depot, created_at)
     select $1, 'DEPOT' || case when taken = 0 then '' else '-' || (taken + 1) end, $2, $3, true, $4
       from (select count(*) as taken from warehouse where business_id = $1 and code ~ '^DEPOT') as t
     returning *`,
    [business_id, name, JSON.stringify(place), now],
  );
  assert(created !== undefined, "A warehouse that was inserted has no row.");
  return created;
}

export function lockDepot({
  db,
  business_id,
}: Pick<Reader, "db" | "business_id">): Promise<WarehouseRow | undefined> {
  return db.row<WarehouseRow>("select * from warehouse where business_id = $1 and is_depot for update", [
    business_id,
  ]);
}

/** The business is without a depot until another one is it. */
export async function unsetDepot({ db, business_id }: Pick<Reader, "db" | "business_id">): Promise<void> {
  await db.execute(
    "update warehouse set is_depot = false, version = version + 1 where business_id = $1 and is_depot",
    [business_id],
  );
}
