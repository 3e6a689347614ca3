/** Stores a pickup before the carrier is asked for it, with the labels whose packages are to be collected. */
import { randomBytes } from "node:crypto";
import type { Context } from "#operation/define/context.ts";
import type { Place } from "#vocabulary/place.ts";
import { computeNextPoll } from "../reconcile.ts";
import { type LabelOrderRow, setManifestOrPickup } from "../records/label.ts";
import type { LabelPackageRow } from "../records/label-package.ts";
import { type LabelPickupRow, PickupRecord } from "../records/label-pickup.ts";

/** A due task: ask the carrier what it holds of a pickup that it has not confirmed, or that was given up. */
export const RECONCILE_PICKUP = "shipping.reconcile_pickup";

interface NewPickup {
  /** Locked, all of one account and carrier. */
  labels: readonly LabelOrderRow[];
  place: Place;
  warehouse_id: number | null;
  window: { start: Date; end: Date };
  time_zone: string;
  instructions: string;
}

export async function startPickup(
  context: Context<never>,
  { labels, place, warehouse_id, window, time_zone, instructions }: NewPickup,
): Promise<LabelPickupRow> {
  const { db, business_id, now, actor, emit, due } = context;
  const [first] = labels;
  if (first === undefined) throw new Error("A pickup needs a label.");
  const packages = await db.rows<LabelPackageRow>(
    "select * from label_package where business_id = $1 and label_order_id = any($2::bigint[]) and state = 'bought'",
    [business_id, labels.map(({ id }) => id)],
  );
  const shipments = new Map(labels.map(({ id, shipment }) => [id, shipment]));
  const weight_g = packages.reduce(
    (sum, { label_order_id, seq }) => sum + (shipments.get(label_order_id)?.packages[seq - 1]?.weight_g ?? 0),
    0,
  );
  const pickup = await PickupRecord.insert(context, {
    reference: `PP${randomBytes(10).toString("hex").toUpperCase()}`,
    carrier_account_id: first.carrier_account_id,
    carrier: first.carrier,
    warehouse_id,
    place,
    window_start: window.start.toISOString(),
    window_end: window.end.toISOString(),
    time_zone,
    instructions,
    label_count: labels.length,
    package_count: packages.length,
    weight_g,
    state: "pending",
    asked_at: now.toISOString(),
    created_by: actor.account_id,
  });
  await setManifestOrPickup(context, labels, { pickup_id: pickup.id });
  due.set(RECONCILE_PICKUP, pickup.id, computeNextPoll(now, 1));
  emit({
    subject: { type: "label_pickup", id: pickup.id, is_new: true },
    kind: "label_pickup.changed",
    payload: {
      carrier: pickup.carrier,
      state_before: null,
      state: "pending",
      labels: labels.length,
      failure: null,
    },
  });
  return pickup;
}
