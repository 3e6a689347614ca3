/** What a scan is before it is decided: which parcels have the code, and what is recorded of one that changes nothing. */
import {
  findScannedParcels,
  findStopReason,
  listCandidates,
  lockOrder,
  type OrderRow,
  type StopReason,
} from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { PayloadOf } from "#operation/define/events.ts";
import type { Refusal } from "#operation/define/refusal.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { messages } from "./messages.ts";
import { findParcelsByCode, loadMovableParcels, type MovableParcel } from "./parcels.ts";
import { describeTransfer, getLockedTransfer, type TransferRow } from "./records/transfer.ts";
import { findOpenItems, type TransferItemRow } from "./records/transfer-item.ts";
import { recordSteps, type ScanFacts } from "./records/transfer-step.ts";
import type { ItemState, StepKind } from "./rules.ts";

export const scanRefusals = {
  wrong_state: "conflict",
  wrong_warehouse: "forbidden",
  unknown_code: "invalid",
  duplicate_label: "conflict",
  moved_on: "conflict",
  in_other_transfer: "conflict",
  too_many: "conflict",
} as const;
export type ScanContext = Context<keyof typeof scanRefusals>;

export interface Scan extends ScanFacts {
  transfer_id: number;
  code?: string | undefined;
  /** Instead of a code, or which of several parcels that have it. */
  parcel_id?: number | undefined;
}

export interface Scanned {
  transfer: TransferRow;
  /** Of one order. */
  parcels: MovableParcel[];
  order: OrderRow;
  /** Those of the parcels that this transfer has, by parcel. */
  items: Map<number, TransferItemRow>;
}

type Problem = PayloadOf<"transfer.scan_refused">["problem"];

interface Refused {
  transfer: TransferRow;
  direction: "out" | "in";
  warehouse_id: number;
  parcel_id: number | null;
  item_id?: number;
  problem: Problem;
}

/** Records a scan that changes nothing, as a step and as an event. */
export async function recordRefusedScan(
  context: Context<never>,
  scan: Scan,
  { transfer, direction, warehouse_id, parcel_id, item_id, problem }: Refused,
): Promise<void> {
  const kind: StepKind = problem === "duplicate" || problem === "unknown_code" ? problem : "refused";
  const detail = kind === "refused" ? problem : null;
  const step = { kind, item_id: item_id ?? null, scanned: scan.code ?? null, warehouse_id, detail };
  await recordSteps(context, transfer.id, [step], scan);
  context.emit({
    subject: { type: "transfer", id: transfer.id },
    kind: "transfer.scan_refused",
    payload: { ...describeTransfer(transfer), direction, warehouse_id, parcel_id, problem },
  });
}

/**
 * The parcels of a scan, their order and the transfer, locked in this order. A label of several orders is refused with its
 * parcels, unless the transfer waits for those of one order alone.
 */
export async function lockScanned(
  context: ScanContext,
  scan: Scan,
  step: { direction: "out" | "in"; warehouse_id: number; waiting: readonly ItemState[] },
): Promise<Scanned | Refusal> {
  const { db, business_id, refuse } = context;
  const command = step.direction === "out" ? "scan_out" : "scan_in";
  const scanned_parcels =
    scan.code === undefined
      ? await loadMovableParcels(context, scan.parcel_id === undefined ? [] : [scan.parcel_id])
      : await findParcelsByCode(context, scan.code);
  const chosen_parcels = await chooseParcels(context, scan, scanned_parcels, step);
  const [first] = chosen_parcels;
  // Nothing was scanned that could be recorded.
  if (first === undefined && scan.code === undefined)
    throw refuse("unknown_code", {
      message: messages.no_parcel,
      errors: [{ field: scan.parcel_id === undefined ? "code" : "parcel_id", message: fields.not_known }],
    });
  const several = new Set(chosen_parcels.map(({ order_id }) => order_id)).size > 1;
  if (first === undefined || several) {
    const transfer = await getLockedTransfer(context, scan.transfer_id, command);
    const problem = first === undefined ? "unknown_code" : "duplicate_label";
    await recordRefusedScan(context, scan, { transfer, ...step, parcel_id: null, problem });
    return refuse(problem, {
      message: messages[problem],
      values: { code: scan.code ?? "", parcels: chosen_parcels.length },
      ...(first === undefined ? { errors: [{ field: "code", message: fields.not_known }] } : {}),
      extra: {
        parcels: chosen_parcels.map(({ id, order_id, tracking_number }) => ({
          parcel_id: id,
          order_id,
          tracking_number,
        })),
        candidates:
          scan.code === undefined ? [] : await describeCandidates(context, scan.code, chosen_parcels),
      },
    });
  }
  const order = await lockOrder(db, business_id, first.order_id);
  if (order === undefined) throw new Error("The order of a parcel was not found.");
  const transfer = await getLockedTransfer(context, scan.transfer_id, command);
  // Read again: what was read before the locks may have changed.
  const ids = chosen_parcels.map(({ id }) => id);
  const parcels = await loadMovableParcels(context, ids);
  const rows = await db.rows<TransferItemRow>(
    "select * from transfer_item where business_id = $1 and transfer_id = $2 and parcel_id = any($3::bigint[])",
    [business_id, scan.transfer_id, ids],
  );
  return { transfer, parcels, order, items: new Map(rows.map((row) => [row.parcel_id, row])) };
}

async function describeCandidates(
  context: ScanContext,
  code: string,
  chosen_parcels: readonly MovableParcel[],
) {
  const ids = new Set(chosen_parcels.map(({ id }) => id));
  const parcels = (await findScannedParcels(context, [code])).get(code) ?? [];
  return listCandidates(parcels.filter(({ id }) => ids.has(id)));
}

/** Why parcels of this order are set aside where they came. */
export const findStop = (order: OrderRow, [first]: readonly MovableParcel[]): StopReason | null =>
  findStopReason({
    order_status: order.status,
    cancel_requested: order.cancel_requested,
    custody: first?.custody ?? "",
  });

/** Those of this transfer that wait for the scan; of what comes in, else those that came before; else all. */
async function chooseParcels(
  { db, business_id }: ScanContext,
  { transfer_id, parcel_id }: Scan,
  parcels: readonly MovableParcel[],
  { direction, waiting }: { direction: "out" | "in"; waiting: readonly ItemState[] },
): Promise<readonly MovableParcel[]> {
  if (parcel_id !== undefined) return parcels.filter(({ id }) => id === parcel_id);
  if (parcels.length < 2) return parcels;
  const rows = await db.rows<{ parcel_id: number; state: ItemState }>(
    "select parcel_id, state from transfer_item where business_id = $1 and transfer_id = $2 and parcel_id = any($3::bigint[])",
    [business_id, transfer_id, parcels.map(({ id }) => id)],
  );
  const choose = (of: (state: ItemState) => boolean) => {
    const ids = new Set(rows.filter(({ state }) => of(state)).map((row) => row.parcel_id));
    return parcels.filter(({ id }) => ids.has(id));
  };
  const expected = choose((state) => waiting.includes(state));
  if (expected.length > 0) return expected;
  const own_parcels = direction === "in" ? choose(() => true) : [];
  return own_parcels.length > 0 ? own_parcels : parcels;
}

/** What a refusal calls it. */
export const nameScan = ({ code }: Scan, [first]: readonly MovableParcel[]) =>
  code ?? first?.tracking_number ?? "";

/** Another open transfer that takes one of these parcels, if any. */
export async function findOtherTransfer(
  context: ScanContext,
  transfer_id: number,
  parcels: readonly MovableParcel[],
): Promise<{ transfer_id: number; code: string } | undefined> {
  const open = await findOpenItems(
    context,
    parcels.map(({ id }) => id),
  );
  return open.find((one) => one.transfer_id !== transfer_id);
}

/** Custody of parcels as it is now, for the rollback to compare. */
export async function readCustody(
  { db, business_id }: Pick<Context<never>, "db" | "business_id">,
  parcel_ids: readonly number[],
) {
  const rows = await db.rows<
    Pick<TransferItemRow, "custody" | "custody_ref" | "custody_since"> & { id: number }
  >(
    "select id, custody, custody_ref, custody_since from parcel where business_id = $1 and id = any($2::bigint[])",
    [business_id, [...parcel_ids]],
  );
  return new Map(rows.map(({ id, ...custody }) => [id, custody]));
}
