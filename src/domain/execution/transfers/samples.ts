import { randomUUID } from "node:crypto";
import { receiveParcel } from "#domain/execution/warehouse-mobile/operations/receive-parcel.ts";
import { createOrder } from "#domain/orders/orders/operations/create-order.ts";
import { getOrder } from "#domain/orders/orders/operations/get-order.ts";
import { createWarehouse } from "#domain/warehouse/warehouses/operations/create-warehouse.ts";
import { defineSamples, type World } from "#tests/support/samples.ts";
import { createTransfer } from "./operations/create-transfer.ts";
import { scanTransferOut } from "./operations/scan-out.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    /** Transfers lead there from `warehouse`. */
    transfer_warehouse: number;
    /** At `warehouse`, in no transfer. */
    movable_parcel: number;
    /** Nothing scanned. */
    transfer: number;
    /** Its parcel scanned out. */
    transfer_out: number;
    /** Of `transfer_out`. */
    transfer_parcel: number;
  }
}

interface Parcel {
  parcel_id: number;
  code: string;
}

async function receive({ people, place, id }: World): Promise<Parcel> {
  const { call } = people.client_admin;
  const { order_id } = await call(createOrder, { dropoff: place });
  const { order } = await call(getOrder, { order_id });
  const [parcel] = order.parcels;
  const code = parcel?.label_code ?? "";
  await call(receiveParcel, { code, warehouse_id: await id("warehouse") });
  return { parcel_id: parcel?.id ?? 0, code };
}

async function open(world: World, parcels: readonly Parcel[] = []): Promise<number> {
  const { transfer_id } = await world.people.client_admin.call(createTransfer, {
    from_warehouse_id: await world.id("warehouse"),
    to_warehouse_id: await world.id("transfer_warehouse"),
    reason: "mis_sort",
    note: world.unique_word,
    parcel_ids: parcels.map(({ parcel_id }) => parcel_id),
  });
  return transfer_id;
}

/** The parcels that are out, by world. */
const parcels = new WeakMap<World, number>();

export const samples = defineSamples({
  records: {
    transfer_warehouse: {
      create: async ({ people, place, unique_word: name }) =>
        (
          await people.client_admin.call(createWarehouse, {
            code: `TO-${randomUUID().slice(0, 8).toUpperCase()}`,
            name,
            place,
          })
        ).warehouse_id,
      shared: "parcels are moved to any warehouse of the business",
    },
    movable_parcel: async (world) => (await receive(world)).parcel_id,
    transfer: async (world) => open(world, [await receive(world)]),
    transfer_out: async (world) => {
      const parcel = await receive(world);
      const transfer_id = await open(world, [parcel]);
      await world.people.client_admin.call(scanTransferOut, { transfer_id, code: parcel.code });
      parcels.set(world, parcel.parcel_id);
      return transfer_id;
    },
    transfer_parcel: async (world) => {
      await world.id("transfer_out");
      return parcels.get(world) ?? 0;
    },
  },
  members: {
    transfer_id: "transfer",
    from_warehouse_id: "warehouse",
    to_warehouse_id: "transfer_warehouse",
  },
  operations: {
    transfers: {
      needs: ["transfer"],
      grow: (world) => open(world),
      no_references: { code: "what is printed on a cage" },
    },
    transferCandidates: { needs: ["transfer"] },
    transferCreate: {
      inputs: [
        (i) => ({
          from_warehouse_id: i.warehouse,
          to_warehouse_id: i.transfer_warehouse,
          reason: "overflow",
          parcel_ids: [i.movable_parcel],
          vehicle_id: i.vehicle,
        }),
      ],
      no_references: { codes: "what is printed on goods" },
    },
    transferScanOut: {
      inputs: [(i) => ({ transfer_id: i.transfer_out, parcel_id: i.transfer_parcel })],
      no_references: { code: "what is printed on goods", device_id: "a device's own word" },
    },
    transferDepart: { inputs: [(i) => ({ transfer_id: i.transfer_out })] },
    transferScanIn: {
      inputs: [
        (i) => ({ transfer_id: i.transfer_out, parcel_id: i.transfer_parcel }),
        (i) => ({
          transfer_id: i.transfer_out,
          parcel_id: i.transfer_parcel,
          warehouse_id: i.transfer_warehouse,
        }),
      ],
      no_references: { code: "what is printed on goods", device_id: "a device's own word" },
    },
    transferClose: { inputs: [(i) => ({ transfer_id: i.transfer_out })] },
    transferRollback: { inputs: [(i) => ({ transfer_id: i.transfer_out })] },
  },
});
