/**
 * Ask the carrier what it holds of a label whose purchase or cancellation is pending, and record it. Nothing is bought
 * here: what the carrier does not hold some minutes after it was asked is given up.
 */
import { defineJob } from "#operation/define/job.ts";
import { recordCarrierState } from "../cancellation/record.ts";
import { findCancellation } from "../cancellation/request-cancellation.ts";
import { recordPurchase } from "../purchase/record.ts";
import { findPurchase } from "../purchase/request-purchase.ts";
import { RECONCILE } from "../reconcile.ts";
import { LabelRecord } from "../records/label.ts";
import { loadPackages } from "../records/label-package.ts";

export const reconcileLabel = defineJob({
  name: "reconcile-label",
  retries: 8,
  expires_s: 180,
  // A carrier that was away leaves many: each waits for it most of the time.
  concurrency: 4,
  unique: "unfinished",

  async run(job, data) {
    const id = Number(data["label_order_id"]);
    const { reader } = job;
    const order = await LabelRecord.find(reader, id);
    if (order === undefined) return;
    if (order.state === "PURCHASING") {
      const outcome = await findPurchase(reader, order);
      await job.transaction((context) => recordPurchase(context, order, outcome));
      return;
    }
    if (order.purchased_at === null) {
      await job.transaction(async ({ due }) => due.clear(RECONCILE, id));
      return;
    }
    const packages = await loadPackages(reader, id);
    const outcome = await findCancellation(reader, order, packages);
    await job.transaction((context) => recordCarrierState(context, id, outcome));
  },
});
