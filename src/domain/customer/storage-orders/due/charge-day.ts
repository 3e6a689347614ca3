/** Charge the days of storage that have ended, and follow what happened to the packages in stock. */
import { defineDue } from "#operation/define/due.ts";
import { chargeDays, STORAGE_DAY } from "../charges.ts";
import { followPackages, lockStorageOrders } from "../records/storage-order.ts";
import { computeStatus } from "../rules.ts";

export const chargeStorageDay = defineDue({
  kind: STORAGE_DAY,

  async run(context, { subject }) {
    const [order] = await lockStorageOrders(context, [Number(subject)]);
    if (order === undefined) return;
    const { packages } = await chargeDays(context, order);
    if (computeStatus(order.status, packages) !== order.status)
      await followPackages(context, order, { trigger: "stock" });
  },
});
