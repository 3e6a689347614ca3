import { randomUUID } from "node:crypto";
import { receiveParcel } from "#domain/execution/warehouse-mobile/operations/receive-parcel.ts";
import { createOrder } from "#domain/orders/orders/operations/create-order.ts";
import { getOrder } from "#domain/orders/orders/operations/get-order.ts";
import { createWarehouse } from "#domain/warehouse/warehouses/operations/create-warehouse.ts";
import { defineSamples, type Fixture } from "#tests/support/samples.ts";
import { createTransfer } from "./operations/create-transfer.ts";
import { scanTransferOut } from "./operations/scan-transfer-out.ts";
import { TRANSFER_STATES } from "./rules.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    /** Transfers lead there from `warehouse`. */
    transfer_warehouse: number;
    /** At `warehouse`, in no transfer. */
    movable_parcel: number;
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

async function receive({ people, place, id }: Fixture): Promise<Parcel> {
  const { call } = people.client_admin;
  const { order_id } = await call(createOrder, { dropoff: place });
  const { order } = await call(getOrder, { order_id });
  const [parcel] = order.parcels;
  const code = parcel?.label_code ?? "";
  await call(receiveParcel, { code, warehouse_id: await id("warehouse") });
  return { parcel_id: parcel?.id ?? 0, code };
}

async function open(fixture: Fixture, parcels: readonly Parcel[] = []): Promise<number> {
  const { transfer_id } = await fixture.people.client_admin.call(createTransfer, {
    from_warehouse_id: await fixture.id("warehouse"),
    to_warehouse_id: await fixture.id("transfer_warehouse"),
    reason: "mis_sort",
    note: fixture.unique_word,
    parcel_ids: parcels.map(({ parcel_id }) => parcel_id),
  });
  return transfer_id;
}

/** The parcels that are out, by fixture. */
const parcels = new WeakMap<Fixture, number>();

export const samples = defineSamples({
  shared_texts: ["route_number"],
  worded_codes: { "pages/execution/warehouse-mobile#floor.statuses": TRANSFER_STATES },
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
    movable_parcel: async (fixture) => (await receive(fixture)).parcel_id,
    // Nothing scanned.
    transfer: async (fixture) => open(fixture, [await receive(fixture)]),
    transfer_out: async (fixture) => {
      const parcel = await receive(fixture);
      const transfer_id = await open(fixture, [parcel]);
      await fixture.people.client_admin.call(scanTransferOut, { transfer_id, code: parcel.code });
      parcels.set(fixture, parcel.parcel_id);
      return transfer_id;
    },
    transfer_parcel: async (fixture) => {
      await fixture.id("transfer_out");
      return parcels.get(fixture) ?? 0;
    },
  },
  operations: {
    transfers: {
      needs: ["transfer"],
      grow: (fixture) => open(fixture),
    },
    transferCandidates: { needs: ["transfer"] },
    transferCreate: {
      inputs: [
        (i) => ({
          to_warehouse_id: i.transfer_warehouse,
          reason: "overflow",
          parcel_ids: [i.movable_parcel],
          vehicle_id: i.vehicle,
        }),
      ],
    },
    transferScanOut: {
      inputs: [(i) => ({ transfer_id: i.transfer_out, parcel_id: i.transfer_parcel })],
    },
    transferDepart: { member_kinds: { transfer_id: "transfer_out" } },
    transferScanIn: {
      inputs: [
        (i) => ({ transfer_id: i.transfer_out, parcel_id: i.transfer_parcel }),
        (i) => ({
          transfer_id: i.transfer_out,
          parcel_id: i.transfer_parcel,
          warehouse_id: i.transfer_warehouse,
        }),
      ],
    },
    transferClose: { member_kinds: { transfer_id: "transfer_out" } },
    transferRollback: { member_kinds: { transfer_id: "transfer_out" } },
  },
});
