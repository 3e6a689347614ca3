/**
 * Scan a parcel out of the warehouse. One that was not on the list goes too and is recorded as surplus; one that a driver
 * has, or whose order has ended, is not here.
 */
import Type from "typebox";
import { recordFact } from "#domain/orders/orders/public.ts";
import { findWarehouse } from "#domain/warehouse/warehouses/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import type { MovableParcel } from "../parcels.ts";
import { describeTransfer, getVisibleTransfer, saveTransfer } from "../records/transfer.ts";
import { insertItems, loadItems, saveItem } from "../records/transfer-item.ts";
import { recordSteps } from "../records/transfer-step.ts";
import { decideScanOut, isAt } from "../rules.ts";
import {
  findOtherTransfer,
  findStop,
  lockScanned,
  nameScan,
  readCustody,
  recordRefusedScan,
  type Scan,
  type ScanContext,
  type Scanned,
  scanRefusals,
} from "../scan.ts";
import { ITEMS_MAX, ScanAnswer, scanMembers } from "../shapes.ts";
import { takeFromStock } from "../stock.ts";

export const scanTransferOut = defineOperation({
  name: "transferScanOut",
  summary: "Scan a parcel out with a transfer",
  access: { scopes: ["wms:write"] },
  rest: { method: "POST", path: "/api/v1/warehouse-transfers/{transfer_id}/scan-out" },
  queueable: true,
  input: Type.Object({
    transfer_id: Ref("transfer"),
    ...scanMembers,
  }),
  output: ScanAnswer,
  refusals: scanRefusals,

  async run(context, input) {
    const { refuse } = context;
    const { transfer_id } = input;
    const before = await getVisibleTransfer(context, transfer_id);
    const warehouse_id = before.from_warehouse.id;
    if ((await findWarehouse(context, warehouse_id)) === undefined)
      throw refuse("wrong_warehouse", { message: messages.wrong_warehouse });
    const at = { direction: "out", warehouse_id } as const;
    const scanned = await lockScanned(context, input, { ...at, waiting: ["listed"] });
    if (scanned instanceof Refusal) return scanned;
    const { transfer, parcels, items } = scanned;

    const decided = parcels.map((parcel) => ({
      parcel,
      outcome: decideScanOut(items.get(parcel.id), parcel),
    }));
    const gone = decided.find(({ outcome }) => outcome === "moved_on")?.parcel;
    const other = await findOtherTransfer(context, transfer_id, parcels);
    if (gone !== undefined || other !== undefined) {
      const problem = other === undefined ? "moved_on" : "in_other_transfer";
      const parcel_id = gone?.id ?? parcels[0]?.id ?? null;
      await recordRefusedScan(context, input, { transfer, ...at, parcel_id, problem });
      return refuse(problem, {
        message: messages[problem],
        values: {
          code: nameScan(input, parcels),
          status: gone?.order_status ?? "",
          transfer: other?.code ?? "",
        },
        extra: {
          order_id: parcels[0]?.order_id ?? null,
          order_status: parcels[0]?.order_status ?? null,
          custody: parcels[0]?.custody ?? null,
          transfer_id: other?.transfer_id ?? null,
          transfer_code: other?.code ?? null,
        },
      });
    }
    const leaving = decided.flatMap(({ parcel, outcome }) => (outcome === "out" ? [parcel] : []));
    if (leaving.length === 0)
      await recordRefusedScan(context, input, {
        transfer,
        ...at,
        parcel_id: parcels[0]?.id ?? null,
        problem: "duplicate",
        ...(items.get(parcels[0]?.id ?? 0) === undefined
          ? {}
          : { item_id: items.get(parcels[0]?.id ?? 0)?.id as number }),
      });
    else await moveOut(context, scanned, leaving, input);

    const ids = parcels.map(({ id }) => id);
    const listed_items = await loadItems(context, transfer_id, ids);
    const after = await getVisibleTransfer(context, transfer_id);
    return {
      result: true,
      outcome: leaving.length === 0 ? ("duplicate" as const) : ("out" as const),
      items: listed_items,
      is_surplus: listed_items.some(({ is_listed }) => !is_listed),
      set_aside: findStop(scanned.order, parcels),
      transfer: after,
    };
  },
});

/** The parcels are here, whatever was scanned before: those that are elsewhere by the books are received first. */
async function moveOut(
  context: ScanContext,
  { transfer, order, items }: Scanned,
  leaving: readonly MovableParcel[],
  scan: Scan,
): Promise<void> {
  const { db, business_id, refuse, actor, now, emit } = context;
  const warehouse_id = transfer.from_warehouse_id;
  const added = leaving.filter(({ id }) => !items.has(id));
  const counted = await db.row<{ n: number }>(
    "select count(*)::int as n from transfer_item where business_id = $1 and transfer_id = $2",
    [business_id, transfer.id],
  );
  if ((counted?.n ?? 0) + added.length > ITEMS_MAX)
    throw refuse("too_many", { message: messages.too_many, values: { most: ITEMS_MAX } });
  const surplus = await insertItems(
    context,
    transfer.id,
    added.map((parcel) => ({
      parcel_id: parcel.id,
      order_id: parcel.order_id,
      expected_warehouse_id: parcel.expected_warehouse_id ?? transfer.to_warehouse_id,
      found_warehouse_id: warehouse_id,
      home_warehouse_id: warehouse_id,
      state: "out",
      is_listed: false,
    })),
  );
  const rows = new Map([...items, ...surplus.map((row) => [row.parcel_id, row] as const)]);
  const absent = leaving.filter((parcel) => !isAt(parcel, warehouse_id));
  const payload = { transfer_id: transfer.id };
  let current = order;
  if (absent.length > 0)
    current = (
      await recordFact(context, current, {
        trigger: "receive",
        kind: "order.received",
        payload,
        custody: { to: "warehouse" },
        warehouse_id,
        parcel_ids: absent.map(({ id }) => id),
      })
    ).order;
  const parcel_ids = leaving.map(({ id }) => id);
  const ref = transfer.vehicle_id === null ? null : String(transfer.vehicle_id);
  const custody_after = { to: "vehicle", ref } as const;
  await recordFact(context, current, {
    trigger: "transfer_out",
    payload,
    custody: custody_after,
    parcel_ids,
  });
  const custody = await readCustody(context, parcel_ids);
  for (const parcel of leaving) {
    const item = rows.get(parcel.id);
    if (item === undefined) throw new Error("A parcel of a transfer has no row.");
    const stock = await takeFromStock(context, transfer.id, parcel, warehouse_id);
    await saveItem(context, item, {
      ...custody.get(parcel.id),
      ...stock,
      state: "out",
      found_warehouse_id: warehouse_id,
      home_warehouse_id: warehouse_id,
      out_at: now.toISOString(),
      out_by: actor.account_id,
    });
    await recordSteps(
      context,
      transfer.id,
      [
        {
          kind: "scanned_out",
          item_id: item.id,
          scanned: scan.code ?? null,
          warehouse_id,
          detail: item.is_listed ? null : "surplus",
        },
      ],
      scan,
    );
    emit({
      subject: { type: "transfer", id: transfer.id },
      kind: "transfer.item_moved",
      payload: {
        ...describeTransfer(transfer),
        parcel_id: parcel.id,
        order_id: parcel.order_id,
        direction: "out",
        warehouse_id,
        state: "out",
        is_listed: item.is_listed,
      },
    });
  }
  await saveTransfer(context, transfer, { state: "OUTBOUND" });
}
