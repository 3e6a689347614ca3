/** Stores a pickup before the carrier is asked for it, with the labels whose packages are to be collected. */
import { randomBytes } from "node:crypto";
import type { Context } from "#operation/define/context.ts";
import type { Place } from "#vocabulary/place.ts";
import { getNextQuestion } from "../change.ts";
import type { LabelOrderRow, LabelPackageRow, LabelPickupRow } from "../tables.ts";

/** A due task: ask the carrier what it holds of a pickup that it has not confirmed, or that was given up. */
export const RECONCILE_PICKUP = "shipping.reconcile_pickup";

type Writer = Pick<Context<never>, "db" | "business_id">;

/** Locked: of two calls at once the second finds them on the pickup of the first. */
export function lockLabels(
  { db, business_id }: Writer,
  { label_order_ids, manifest_ids }: { label_order_ids: readonly number[]; manifest_ids: readonly number[] },
): Promise<LabelOrderRow[]> {
  return manifest_ids.length > 0
    ? db.rows<LabelOrderRow>(
        "select * from label_order where business_id = $1 and manifest_id = any($2::bigint[]) order by id for update",
        [business_id, manifest_ids],
      )
    : db.rows<LabelOrderRow>(
        "select * from label_order where business_id = $1 and id = any($2::bigint[]) order by id for update",
        [business_id, label_order_ids],
      );
}

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
  const ids = labels.map(({ id }) => id);
  const packages = await db.rows<LabelPackageRow>(
    "select * from label_package where business_id = $1 and label_order_id = any($2::bigint[]) and state = 'bought'",
    [business_id, ids],
  );
  const shipments = new Map(labels.map(({ id, shipment }) => [id, shipment]));
  const weight_g = packages.reduce(
    (sum, { label_order_id, seq }) => sum + (shipments.get(label_order_id)?.packages[seq - 1]?.weight_g ?? 0),
    0,
  );
  const pickup = await db.row<LabelPickupRow>(
    `insert into label_pickup (business_id, reference, carrier_account_id, carrier, warehouse_id, place, window_start, window_end,
       time_zone, instructions, label_count, package_count, weight_g, state, asked_at, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'pending', $14, $15, $14) returning *`,
    [
      business_id,
      `PP${randomBytes(10).toString("hex").toUpperCase()}`,
      first.carrier_account_id,
      first.carrier,
      warehouse_id,
      JSON.stringify(place),
      window.start,
      window.end,
      time_zone,
      instructions,
      labels.length,
      packages.length,
      weight_g,
      now,
      actor.account_id,
    ],
  );
  if (pickup === undefined) throw new Error("A pickup that was inserted has no row.");
  await db.execute(
    "update label_order set pickup_id = $3, version = version + 1 where business_id = $1 and id = any($2::bigint[])",
    [business_id, ids, pickup.id],
  );
  due.set(RECONCILE_PICKUP, pickup.id, getNextQuestion(now, 1));
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
