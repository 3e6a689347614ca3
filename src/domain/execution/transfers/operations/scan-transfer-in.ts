/**
 * Scan a parcel in. It is there, so nothing is refused for where it should be: surplus, a parcel at a third warehouse and one
 * that came back are recorded as what they are.
 */
import Type from "typebox";
import { recordFact } from "#domain/orders/orders/public.ts";
import { findWarehouse } from "#domain/warehouse/warehouses/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { Id } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { recordArrivals } from "../arrivals.ts";
import { messages } from "../messages.ts";
import { getVisibleTransfer } from "../records/transfer.ts";
import { loadItems } from "../records/transfer-item.ts";
import { decideScanIn } from "../rules.ts";
import {
  findOtherTransfer,
  findStop,
  lockScanned,
  nameScan,
  recordRefusedScan,
  scanRefusals,
} from "../scan.ts";
import { ScanAnswer, scanMembers } from "../shapes.ts";

export const scanTransferIn = defineOperation({
  name: "transferScanIn",
  summary: "Scan a parcel in with a transfer",
  access: { scopes: ["wms:write"] },
  rest: { method: "POST", path: "/api/v1/warehouse-transfers/{transfer_id}/scan-in" },
  queueable: true,
  input: Type.Object({
    transfer_id: Ref("transfer"),
    warehouse_id: Type.Optional(
      Ref("warehouse", {
        ...Id,
        description: "Where the caller stands; the warehouse where the transfer leads when absent.",
      }),
    ),
    ...scanMembers,
  }),
  output: ScanAnswer,
  refusals: scanRefusals,

  async run(context, input) {
    const { refuse } = context;
    const { transfer_id } = input;
    const before = await getVisibleTransfer(context, transfer_id);
    const warehouse_id = input.warehouse_id ?? before.to_warehouse.id;
    if ((await findWarehouse(context, warehouse_id)) === undefined)
      throw refuse("wrong_warehouse", { message: messages.wrong_warehouse });
    const at = { direction: "in", warehouse_id } as const;
    const scanned = await lockScanned(context, input, { ...at, waiting: ["out", "listed", "short"] });
    if (scanned instanceof Refusal) return scanned;
    const { transfer, parcels, order, items } = scanned;
    const parcel_ids = parcels.map(({ id }) => id);

    const other = await findOtherTransfer(context, transfer_id, parcels);
    if (other !== undefined) {
      const parcel_id = parcel_ids[0] ?? null;
      await recordRefusedScan(context, input, { transfer, ...at, parcel_id, problem: "in_other_transfer" });
      return refuse("in_other_transfer", {
        message: messages.in_other_transfer,
        values: { code: nameScan(input, parcels), transfer: other.code },
        extra: { transfer_id: other.transfer_id, transfer_code: other.code },
      });
    }
    const coming = parcels.filter(
      ({ id }) => decideScanIn(items.get(id), transfer, warehouse_id) !== "duplicate",
    );
    if (coming.length === 0) {
      const item_id = items.get(parcel_ids[0] ?? 0)?.id;
      await recordRefusedScan(context, input, {
        transfer,
        ...at,
        parcel_id: parcel_ids[0] ?? null,
        problem: "duplicate",
        ...(item_id === undefined ? {} : { item_id }),
      });
    } else
      await recordFact(context, order, {
        trigger: "receive",
        kind: "order.received",
        payload: { transfer_id },
        tracking: { code: "otep:transfer:received" },
        custody: { to: "warehouse" },
        warehouse_id,
        parcel_ids: coming.map(({ id }) => id),
      });
    const outcomes = await recordArrivals(context, transfer, coming, items, {
      ...input,
      warehouse_id,
      scanned: input.code ?? null,
    });

    const listed_items = await loadItems(context, transfer_id, parcel_ids);
    const after = await getVisibleTransfer(context, transfer_id);
    return {
      result: true,
      outcome: outcomes.find((outcome) => outcome !== "duplicate") ?? ("duplicate" as const),
      items: listed_items,
      is_surplus: listed_items.some(({ is_listed }) => !is_listed),
      set_aside: findStop(scanned.order, parcels),
      transfer: after,
    };
  },
});
