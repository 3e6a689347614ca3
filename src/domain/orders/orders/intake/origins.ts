/** The warehouses where the goods of new orders start. */
import { lockOpenWarehouses } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Place } from "#vocabulary/place.ts";
import type { OrderDraft } from "./draft.ts";
import { findDepotWarehouse } from "./insert.ts";

/** Open warehouses by id. */
export type OriginWarehouses = ReadonlyMap<number, { id: number; place: Place }>;

/**
 * The open warehouses that these drafts name, locked against being closed meanwhile. The depot is known from the
 * settings of the caller, so drafts that name no other one need no query.
 */
export async function loadOrigins(
  context: Context<never>,
  drafts: readonly (Pick<OrderDraft, "origin_warehouse_id"> | null)[],
): Promise<OriginWarehouses> {
  const depot = findDepotWarehouse(context.business.settings);
  const origins = new Map(depot === null ? [] : [[depot.id, depot]]);
  // A customer's goods start at the depot: which other warehouses there are is not shown to customers.
  const named_warehouses =
    context.actor.role === "customer"
      ? new Set<number>()
      : new Set(drafts.flatMap((draft) => draft?.origin_warehouse_id ?? []));
  for (const warehouse of await lockOpenWarehouses(
    context,
    [...named_warehouses].filter((id) => !origins.has(id)),
  ))
    origins.set(warehouse.id, warehouse);
  return origins;
}
