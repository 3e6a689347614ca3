/**
 * Ask the carrier what it holds of a pickup, and record it. Nothing is scheduled here: what the carrier does not hold some
 * minutes after it was asked is given up, and cancelled there should it arrive later.
 */
import { defineJob } from "#operation/define/job.ts";
import { recordPickupCancellation, recordScheduling, setLatePickupCheck } from "../pickups/record.ts";
import { findCarrierPickup, requestPickupCancellation } from "../pickups/request-pickup.ts";
import { RECONCILE_PICKUP } from "../pickups/start.ts";
import { openLabelCarrier } from "../purchase/request-purchase.ts";
import { PickupRecord } from "../records/label-pickup.ts";

export const reconcilePickup = defineJob({
  name: "reconcile-pickup",
  retries: 8,
  expires_s: 180,
  unique: "unfinished",

  async run(job, data) {
    const id = Number(data["pickup_id"]);
    const check = Number(data["check"] ?? 0);
    const { reader } = job;
    const pickup = await PickupRecord.find(reader, id);
    if (pickup === undefined) return;
    if (pickup.state === "pending") {
      const outcome = await findCarrierPickup(reader, pickup);
      await job.transaction((context) => recordScheduling(context, id, outcome));
      return;
    }
    if (pickup.state === "cancel_pending") {
      const outcome = await requestPickupCancellation(reader, pickup);
      await job.transaction((context) => recordPickupCancellation(context, id, outcome));
      return;
    }
    if (pickup.state === "scheduled") {
      await job.transaction(async ({ due }) => due.clear(RECONCILE_PICKUP, id));
      return;
    }
    // A carrier that fails is asked again by this job, with pauses.
    const carrier = await openLabelCarrier(reader, pickup);
    const held = await carrier.findPickup(pickup.reference);
    const is_scheduled = held?.state === "scheduled";
    if (is_scheduled) await carrier.cancelPickup(held);
    await job.transaction(async (context) => {
      if ((await PickupRecord.lock(context, id)) === undefined) return;
      if (is_scheduled)
        context.emit({
          subject: { type: "label_pickup", id },
          kind: "label_pickup.late_cancelled",
          payload: { carrier: pickup.carrier },
        });
      setLatePickupCheck(context, id, check + 1);
    });
  },
});
