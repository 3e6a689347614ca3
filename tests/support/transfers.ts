/** Parcels that were received at the wrong warehouse, and a transfer that brings them where they belong. */
import { createTransfer } from "#domain/execution/transfers/operations/create-transfer.ts";
import { getTransfer } from "#domain/execution/transfers/operations/get-transfer.ts";
import { listTransferSteps } from "#domain/execution/transfers/operations/list-transfer-steps.ts";
import { scanTransferIn } from "#domain/execution/transfers/operations/scan-transfer-in.ts";
import { scanTransferOut } from "#domain/execution/transfers/operations/scan-transfer-out.ts";
import { receiveParcel } from "#domain/execution/warehouse-mobile/operations/receive-parcel.ts";
import { getOrder } from "#domain/orders/orders/operations/get-order.ts";
import type { TestBusiness } from "./service.ts";
import { openWarehouse } from "./stock.ts";

/** Orders that start in the north and were received in the south, one for each number of parcels. */
export async function misreceive(business: TestBusiness, parcels: readonly number[] = [1, 1]) {
  const north = await openWarehouse(business, "NORTH");
  const south = await openWarehouse(business, "SOUTH");
  const east = await openWarehouse(business, "EAST");
  const { admin } = north;
  const orders: {
    id: number;
    tracking_number: string;
    boxes: { id: number; code: string }[];
    code: string;
    parcel_id: number;
  }[] = [];
  for (const count of parcels) {
    const { id, tracking_number } = await business.order({
      origin_warehouse_id: north.warehouse_id,
      parcels: Array.from({ length: count }, () => ({ weight_g: 1000 })),
    });
    const { order } = await admin(getOrder, { order_id: id });
    const boxes = order.parcels.map((parcel) => ({ id: parcel.id, code: parcel.label_code }));
    for (const { code } of boxes) await admin(receiveParcel, { code, warehouse_id: south.warehouse_id });
    orders.push({ id, tracking_number, boxes, code: boxes[0]?.code ?? "", parcel_id: boxes[0]?.id ?? 0 });
  }
  const open = async (more: Record<string, unknown> = {}) =>
    (
      await admin(createTransfer, {
        from_warehouse_id: south.warehouse_id,
        to_warehouse_id: north.warehouse_id,
        reason: "mis_received",
        parcel_ids: orders.flatMap(({ boxes }) => boxes.map(({ id }) => id)),
        ...more,
      })
    ).transfer;
  const whereIs = async (order_id: number) => {
    const { order } = await admin(getOrder, { order_id });
    const parcels = await business.service.system.rows<{ custody: string; custody_ref: string | null }>(
      "select custody, custody_ref from parcel where order_id = $1 order by seq",
      [order_id],
    );
    return [
      order.status,
      order.current_warehouse_id,
      ...parcels.map(({ custody, custody_ref }) => `${custody} ${custody_ref ?? ""}`.trim()),
    ];
  };
  const out = (transfer_id: number, code: string) => admin(scanTransferOut, { transfer_id, code });
  const bring = (transfer_id: number, code: string, more: Record<string, unknown> = {}) =>
    admin(scanTransferIn, { transfer_id, code, ...more });
  const readStates = async (transfer_id: number) => {
    const { items, transfer } = await admin(getTransfer, { transfer_id });
    return {
      state: transfer.state,
      items: Object.fromEntries(items.map((item) => [item.parcel_id, item.state])),
    };
  };
  const readKinds = async (transfer_id: number) =>
    (await admin(listTransferSteps, { transfer_id, per_page: 200 })).steps.map(({ kind }) => kind).reverse();
  const [first, second] = orders as [(typeof orders)[number], (typeof orders)[number]];
  const [NORTH, SOUTH, EAST] = [north, south, east].map(({ warehouse_id }) => warehouse_id) as [
    number,
    number,
    number,
  ];
  return {
    ...{ admin, north, south, east, NORTH, SOUTH, EAST, orders, first, second },
    ...{ open, whereIs, out, bring, readStates, readKinds },
  };
}
