/** Cancels a ship-out, for its customer and for the business: what was paid is returned, and its packages are free again. */
import { showStatus } from "#domain/customer/service-orders/public.ts";
import { releaseStoredPackages } from "#domain/customer/storage-orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";
import { ShipoutBill, type ShipoutRow } from "./records/shipout.ts";
import { getNextStatus } from "./rules.ts";

export const cancelRefusals = { not_cancellable: "conflict" } as const;

export async function cancelLockedShipout(
  context: Context<keyof typeof cancelRefusals>,
  shipout: ShipoutRow,
): Promise<void> {
  const { db, business_id } = context;
  if (getNextStatus(shipout.status, "cancel") === null)
    throw context.refuse("not_cancellable", { message: messages.not_cancellable, ...showStatus(shipout) });
  await releaseStoredPackages(context, shipout.id);
  await db.execute(
    "update shipout_package set is_active = false where business_id = $1 and shipout_id = $2",
    [business_id, shipout.id],
  );
  await ShipoutBill.cancel(context, shipout);
}
