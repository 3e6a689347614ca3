/** Parcels that came to a warehouse: what that means for the transfer that moves them. */
import type { Context } from "#operation/define/context.ts";
import type { MovableParcel } from "./parcels.ts";
import { describeTransfer, saveTransfer, type TransferRow } from "./records/transfer.ts";
import { insertItems, saveItem, type TransferItemRow } from "./records/transfer-item.ts";
import { recordSteps, type ScanFacts } from "./records/transfer-step.ts";
import { decideScanIn, getStateAfterArrival, type ItemState, STATE_AFTER, type StepKind } from "./rules.ts";
import { readCustody } from "./scan.ts";
import { putIntoReceiving } from "./stock.ts";

type ArrivalOutcome = ReturnType<typeof decideScanIn>;

const STEPS: Record<Exclude<ArrivalOutcome, "duplicate">, StepKind> = {
  in: "scanned_in",
  over: "surplus",
  came_back: "came_back",
  elsewhere: "elsewhere",
};

export interface Arrival extends ScanFacts {
  warehouse_id: number;
  /** Null for one that was chosen from a list. */
  scanned: string | null;
}

/**
 * Records that parcels, whose custody has changed already, came to a warehouse. Their orders and the transfer are locked.
 * Returns the outcome of each.
 */
export async function recordArrivals(
  context: Context<never>,
  transfer: TransferRow,
  parcels: readonly MovableParcel[],
  items: ReadonlyMap<number, TransferItemRow>,
  arrival: Arrival,
): Promise<ArrivalOutcome[]> {
  const { warehouse_id } = arrival;
  const custody = await readCustody(
    context,
    parcels.map(({ id }) => id),
  );
  const outcomes: ArrivalOutcome[] = [];
  for (const parcel of parcels) {
    const known_item = items.get(parcel.id);
    const outcome = decideScanIn(known_item, transfer, warehouse_id);
    outcomes.push(outcome);
    if (outcome === "duplicate") continue;
    const item = known_item ?? (await insertSurplus(context, transfer, parcel, warehouse_id));
    const state = STATE_AFTER[outcome];
    const to_bin_id =
      item.package_id === null
        ? null
        : await putIntoReceiving(context, transfer.id, item.package_id, warehouse_id);
    await saveItem(context, item, {
      ...custody.get(parcel.id),
      state,
      found_warehouse_id: warehouse_id,
      to_bin_id,
      in_at: context.now.toISOString(),
      in_by: context.actor.account_id,
      // One that came back is scanned out again, or stays behind when the vehicle leaves.
      ...(outcome === "came_back" ? { out_at: null, out_by: null, in_at: null, in_by: null } : {}),
      ...(transfer.ended_at === null ? {} : { is_open: false }),
    });
    const step = { kind: STEPS[outcome], item_id: item.id, scanned: arrival.scanned, warehouse_id };
    await recordSteps(context, transfer.id, [step], arrival);
    context.emit({
      subject: { type: "transfer", id: transfer.id },
      kind: "transfer.item_moved",
      payload: {
        ...describeTransfer(transfer),
        parcel_id: parcel.id,
        order_id: parcel.order_id,
        direction: "in",
        warehouse_id,
        state,
        is_listed: item.is_listed,
      },
    });
  }
  // The vehicle has not left while parcels come back from it.
  if (outcomes.some((outcome) => outcome === "came_back")) await saveTransfer(context, transfer);
  else if (outcomes.some((outcome) => outcome !== "duplicate")) await saveArrived(context, transfer);
  return outcomes;
}

/** A parcel that nobody had announced. Where it came from is known by who had it before. */
async function insertSurplus(
  context: Context<never>,
  transfer: TransferRow,
  parcel: MovableParcel,
  warehouse_id: number,
): Promise<TransferItemRow> {
  const home =
    parcel.custody === "warehouse" && parcel.custody_ref !== null ? Number(parcel.custody_ref) : null;
  const [item] = await insertItems(context, transfer.id, [
    {
      parcel_id: parcel.id,
      order_id: parcel.order_id,
      expected_warehouse_id: parcel.expected_warehouse_id ?? transfer.to_warehouse_id,
      found_warehouse_id: warehouse_id,
      home_warehouse_id: home === warehouse_id ? null : home,
      state: "over",
      is_listed: false,
    },
  ]);
  if (item === undefined) throw new Error("A parcel that was added to a transfer has no row.");
  return item;
}

async function saveArrived(context: Context<never>, transfer: TransferRow): Promise<void> {
  const { db, business_id, now } = context;
  const rows = await db.rows<{ state: ItemState }>(
    "select distinct state from transfer_item where business_id = $1 and transfer_id = $2",
    [business_id, transfer.id],
  );
  const state = getStateAfterArrival(
    transfer.state,
    rows.map((row) => row.state),
  );
  await saveTransfer(context, transfer, { state, departed_at: transfer.departed_at ?? now.toISOString() });
  if (state === "RECEIVED" && transfer.state !== "RECEIVED")
    await recordSteps(context, transfer.id, [{ kind: "received", warehouse_id: transfer.to_warehouse_id }]);
}
