/** The depot of a business: the one warehouse where its routes start, and its goods without a pickup address. */
import type { Context } from "#operation/define/context.ts";
import type { Place } from "#vocabulary/place.ts";
import { WAREHOUSE_COLUMNS, type WarehouseRow } from "./shapes.ts";

/**
 * Sets the depot's address from the settings of the business; null leaves the business without a depot and its
 * warehouse open. The first address creates the first warehouse. The caller has locked the business.
 */
export async function setDepot(context: Context<never>, place: Place | null): Promise<void> {
  const { db, business_id, now, emit } = context;
  const depot = await db.row<WarehouseRow>(
    `select ${WAREHOUSE_COLUMNS} from warehouse where business_id = $1 and is_depot for update`,
    [business_id],
  );
  if (depot !== undefined) {
    await db.execute(
      `update warehouse set place = coalesce($3, place), is_depot = $3 is not null, version = version + 1
        where business_id = $1 and id = $2`,
      [business_id, depot.id, place === null ? null : JSON.stringify(place)],
    );
    emit({
      subject: { type: "warehouse", id: depot.id },
      kind: "warehouse.changed",
      payload: { members: place === null ? ["is_depot"] : ["place"] },
    });
    return;
  }
  if (place === null) return;
  const created = await db.row<{ id: number; code: string }>(
    `insert into warehouse (business_id, code, name, place, is_depot, created_at)
     select $1, 'DEPOT' || case when taken = 0 then '' else '-' || (taken + 1) end, $2, $3, true, $4
       from (select count(*) as taken from warehouse where business_id = $1 and code ~ '^DEPOT') as t
     returning id, code`,
    [business_id, place.name?.trim() || "Depot", JSON.stringify(place), now],
  );
  if (created === undefined) throw new Error("A warehouse that was inserted has no row.");
  emit({
    subject: { type: "warehouse", id: created.id, is_new: true },
    kind: "warehouse.created",
    payload: { code: created.code, is_depot: true },
  });
}
