/** Cancel at the carrier what it sold after the purchase had been given up: the customer got its money back. */
import { defineJob } from "#operation/define/job.ts";
import { setLateCheck } from "../purchase/record.ts";
import { openLabelCarrier } from "../purchase/request-purchase.ts";
import { CHECK_LATE } from "../reconcile.ts";
import { LabelRecord, labelFacts, lockLabel } from "../records/label.ts";

export const checkLatePurchase = defineJob({
  name: "check-late-purchase",
  retries: 8,
  expires_s: 180,
  // A carrier that was away leaves many: each waits for it most of the time.
  concurrency: 4,
  unique: "unfinished",

  async run(job, data) {
    const id = Number(data["label_order_id"]);
    const carrier_account_id = Number(data["carrier_account_id"]);
    const check = Number(data["check"]);
    const reference = String(data["reference"]);
    const { reader } = job;
    const order = await LabelRecord.find(reader, id);
    // Bought under this reference after all, or about to be.
    const is_wanted =
      order?.reference === reference && (order.purchased_at !== null || order.state === "PURCHASING");
    if (order === undefined || is_wanted) {
      await job.transaction(async ({ due }) => due.clear(CHECK_LATE, reference));
      return;
    }
    // A carrier that fails is asked again by this job, with pauses: what stays bought there is paid for.
    const carrier = await openLabelCarrier(reader, { carrier_account_id });
    const held = await carrier.find(reference);
    const was_sold = held?.packages.some(({ state }) => state === "bought") === true;
    if (was_sold)
      await carrier.cancel({
        reference,
        carrier_reference: held.carrier_reference,
        tracking_number: null,
      });
    await job.transaction(async (context) => {
      const locked = await lockLabel(context, id);
      if (locked === undefined) return;
      if (was_sold)
        context.emit({
          subject: { type: "label", id },
          kind: "label.late_purchase_cancelled",
          payload: labelFacts(locked),
        });
      setLateCheck(context, { id, reference, carrier_account_id, check: check + 1 });
    });
  },
});
