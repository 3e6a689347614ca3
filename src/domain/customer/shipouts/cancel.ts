/** Cancels a ship-out, for its customer and for the business: what was paid is returned, and its packages are free again. */
import { cancelBill, lockBill } from "#domain/customer/bills/public.ts";
import { releaseStoredPackages } from "#domain/customer/storage-orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";
import { changeShipout, type ShipoutRow } from "./records/shipout.ts";
import { getNextStatus } from "./rules.ts";

export const cancelRefusals = { not_cancellable: "conflict" } as const;

export async function cancelLockedShipout(
  context: Context<keyof typeof cancelRefusals>,
  shipout: ShipoutRow,
): Promise<void> {
  const { db, business_id } = context;
  const status = getNextStatus(shipout.status, "cancel");
  if (status === null) {
    throw context.refuse("not_cancellable", {
      message: messages.not_cancellable,
      values: { status: shipout.status },
      extra: { status: shipout.status },
    });
  }
  await releaseStoredPackages(context, shipout.id);
  await db.execute(
    "update shipout_package set is_active = false where business_id = $1 and shipout_id = $2",
    [business_id, shipout.id],
  );
  const bill = await lockBill(context, { type: "shipout", id: shipout.id });
  await cancelBill(context, bill);
  await changeShipout(context, shipout, { trigger: "cancel", status });
}
