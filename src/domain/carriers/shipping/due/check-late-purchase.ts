/** Look whether a carrier carried out a purchase after it had been given up. */
import { defineDue } from "#operation/define/due.ts";
import { CHECK_LATE } from "../reconcile.ts";

const AGAIN_AFTER_MS = 3_600_000;

export const checkLatePurchaseDue = defineDue({
  kind: CHECK_LATE,

  async run({ db, enqueue, business_id, due, now }, { subject, payload }) {
    const label = await db.row("select 1 as found from label_order where business_id = $1 and id = $2", [
      business_id,
      payload["label_order_id"] ?? 0,
    ]);
    if (label === undefined) return;
    // The job sets or clears it; should the job itself fail for good, it starts again.
    due.set(CHECK_LATE, subject, new Date(now.getTime() + AGAIN_AFTER_MS), { ...payload });
    const data = { ...payload, business_id, reference: subject };
    enqueue({ name: "check-late-purchase", data, unique_key: subject });
  },
});
