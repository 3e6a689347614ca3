/** Pickups by carriers: what one is, and how its state changes. */
import type { Context } from "#operation/define/context.ts";
import { type Changes, defineRecord, type Row } from "#operation/define/record.ts";
import type { Place } from "#vocabulary/place.ts";
import { messages } from "../messages.ts";
import { getNextPickupState, type PickupState, type PickupTrigger } from "../pickups/rules.ts";
import { releaseFromPickup } from "./label.ts";

export interface LabelPickupRow extends Row<"label_pickup"> {
  place: Place;
  state: PickupState;
}

export const PickupRecord = defineRecord<"label_pickup", LabelPickupRow>(
  "label_pickup",
  messages.unknown_pickup,
);

/** A pickup with what responses show of its account. */
export interface ListedPickup extends LabelPickupRow {
  carrier_account: string;
}

export const PICKUPS = `select k.*, a.code as carrier_account from label_pickup k
  join carrier_account a on a.business_id = k.business_id and a.id = k.carrier_account_id`;

/** Changes the state of a locked pickup. Of one that nobody comes for any more, the labels are on none again. */
export async function applyTrigger(
  context: Context<never>,
  pickup: LabelPickupRow,
  trigger: PickupTrigger,
  columns: Omit<Changes<"label_pickup", LabelPickupRow>, "state">,
): Promise<LabelPickupRow> {
  const state = getNextPickupState(pickup.state, trigger);
  if (state === null) throw new Error(`A pickup that is ${pickup.state} cannot ${trigger}.`);
  const changed = await PickupRecord.change(context, pickup, { ...columns, state });
  if (state === "failed" || state === "cancelled") await releaseFromPickup(context, pickup.id);
  context.emit({
    subject: { type: "label_pickup", id: pickup.id },
    kind: "label_pickup.changed",
    payload: {
      carrier: pickup.carrier,
      state_before: pickup.state,
      state,
      labels: pickup.label_count,
      failure: columns.failure ?? null,
    },
  });
  return changed;
}
