/** The depot of a business: the one warehouse where its routes start, and its goods without a pickup address. */
import type { Context } from "#operation/define/context.ts";
import type { Place } from "#vocabulary/place.ts";
import { insertDepot, lockDepot, WarehouseRecord } from "./records/warehouse.ts";

/**
 * Sets the depot's address from the settings of the business; null leaves the business without a depot and its
 * warehouse open. The first address creates the first warehouse. The caller has locked the business.
 */
export async function setDepot(context: Context<never>, place: Place | null): Promise<void> {
  const depot = await lockDepot(context);
  if (depot !== undefined) {
    await WarehouseRecord.change(context, depot, {
      place: place ?? depot.place,
      is_depot: place !== null,
    });
    context.emit({
      subject: { type: "warehouse", id: depot.id },
      kind: "warehouse.changed",
      payload: { members: place === null ? ["is_depot"] : ["place"] },
    });
    return;
  }
  if (place === null) return;
  const { id, code } = await insertDepot(context, { name: place.name?.trim() || "Depot", place });
  context.emit({
    subject: { type: "warehouse", id, is_new: true },
    kind: "warehouse.created",
    payload: { code, is_depot: true },
  });
}
