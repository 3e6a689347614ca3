/** Ask the carrier how a purchase or a cancellation ended that it did not answer. */
import { defineDue } from "#operation/define/due.ts";
import { RECONCILE } from "../reconcile.ts";

const AGAIN_AFTER_MS = 3_600_000;

export const reconcileLabelDue = defineDue({
  kind: RECONCILE,

  async run({ db, enqueue, business_id, due, now }, { subject }) {
    const label = await db.row("select 1 as found from label_order where business_id = $1 and id = $2", [
      business_id,
      subject,
    ]);
    if (label === undefined) return;
    // The job sets or clears it; should the job itself fail for good, it starts again.
    due.set(RECONCILE, subject, new Date(now.getTime() + AGAIN_AFTER_MS));
    // Carriers are called by jobs: this transaction must not wait for one.
    const data = { business_id, label_order_id: Number(subject) };
    enqueue({ name: "reconcile-label", data, unique_key: subject });
  },
});
