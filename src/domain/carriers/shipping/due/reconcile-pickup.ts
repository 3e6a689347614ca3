/** Ask the carrier what it holds of a pickup that it has not confirmed or cancelled, or that was given up. */
import { defineDue } from "#operation/define/due.ts";
import { RECONCILE_PICKUP } from "../pickups/start.ts";

const AGAIN_AFTER_MS = 3_600_000;

export const reconcilePickupDue = defineDue({
  kind: RECONCILE_PICKUP,

  async run({ db, enqueue, business_id, due, now }, { subject, payload }) {
    const pickup = await db.row("select 1 as found from label_pickup where business_id = $1 and id = $2", [
      business_id,
      subject,
    ]);
    if (pickup === undefined) return;
    // The job sets or clears it; should the job itself fail for good, it starts again.
    due.set(RECONCILE_PICKUP, subject, new Date(now.getTime() + AGAIN_AFTER_MS), { ...payload });
    const data = { ...payload, business_id, pickup_id: Number(subject) };
    enqueue({ name: "reconcile-pickup", data, unique_key: subject });
  },
});
