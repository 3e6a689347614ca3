/** What is offered for a parcel or a cage of a transfer, at each warehouse: a worker can take every step that is offered. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { closeTransfer } from "#domain/execution/transfers/operations/close-transfer.ts";
import { createTransfer } from "#domain/execution/transfers/operations/create-transfer.ts";
import { departTransfer } from "#domain/execution/transfers/operations/depart-transfer.ts";
import { getTransfer } from "#domain/execution/transfers/operations/get-transfer.ts";
import { listCandidates } from "#domain/execution/transfers/operations/list-candidates.ts";
import { rollBackTransfer } from "#domain/execution/transfers/operations/roll-back-transfer.ts";
import { scanTransferIn } from "#domain/execution/transfers/operations/scan-transfer-in.ts";
import { updateEmployee } from "#domain/identity/accounts/operations/update-employee.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { misreceive } from "#tests/support/transfers.ts";
import { identifyScannedCode } from "./operations/identify-scanned-code.ts";
import { receiveParcel } from "./operations/receive-parcel.ts";
import { syncCommands } from "./operations/sync-commands.ts";

const service = await testService();

type World = Awaited<ReturnType<typeof misreceive>> & {
  business: Awaited<ReturnType<typeof service.business>>;
  id: number;
  code: string;
};
type Place = "NORTH" | "SOUTH" | "EAST";

const leave = ({ out, id, first }: World) => out(id, first.code);
const depart = async (world: World) => {
  await leave(world);
  await world.admin(departTransfer, { transfer_id: world.id });
};
const receiveAt = (place: Place) => async (world: World) => {
  await depart(world);
  await world.admin(receiveParcel, { code: world.first.code, warehouse_id: world[place] });
};
const arrive = async (world: World) => {
  await depart(world);
  await world.admin(scanTransferIn, { transfer_id: world.id, code: world.first.code });
};

/** Orders belong in the north, and leave the south for it. */
const CASES: {
  name: string;
  act: (world: World) => Promise<unknown>;
  at: Place;
  scan?: "cage";
  actions: string[];
  next?: RegExp;
}[] = [
  {
    name: "listed, and still where it was",
    act: async () => undefined,
    at: "SOUTH",
    actions: ["transfer_out"],
  },
  {
    name: "listed, and carried to a third warehouse",
    act: async () => undefined,
    at: "EAST",
    actions: ["receive"],
  },
  {
    name: "listed, and carried to where it belongs",
    act: async () => undefined,
    at: "NORTH",
    actions: ["receive"],
  },
  { name: "scanned out, and back again", act: leave, at: "SOUTH", actions: ["transfer_in"] },
  {
    name: "scanned out, before the vehicle left",
    act: leave,
    at: "EAST",
    actions: ["receive"],
    next: /NORTH.*TR/,
  },
  {
    name: "under way, at a third warehouse",
    act: depart,
    at: "EAST",
    actions: ["receive"],
    next: /NORTH.*TR/,
  },
  { name: "under way, where it leads", act: depart, at: "NORTH", actions: ["transfer_in"] },
  { name: "received at a third warehouse", act: receiveAt("EAST"), at: "EAST", actions: ["transfer"] },
  {
    name: "received at a third warehouse, and come after all",
    act: receiveAt("EAST"),
    at: "NORTH",
    actions: ["receive"],
  },
  {
    name: "received at a third warehouse, and back again",
    act: receiveAt("EAST"),
    at: "SOUTH",
    actions: ["receive"],
  },
  {
    name: "scanned in with its transfer at a third warehouse",
    act: async (world) => {
      await depart(world);
      await world.admin(scanTransferIn, {
        transfer_id: world.id,
        code: world.first.code,
        warehouse_id: world.EAST,
      });
    },
    at: "EAST",
    actions: ["transfer"],
  },
  {
    name: "planned on a route of the third warehouse, where it was received",
    act: async (world) => {
      await receiveAt("EAST")(world);
      const { id } = await world.business.driver();
      await world.admin(createRoute, {
        driver_id: id,
        order_ids: [world.first.id],
        start_warehouse_id: world.EAST,
      });
    },
    at: "EAST",
    actions: ["sort"],
  },
  {
    name: "rolled back while it was at the third warehouse, where it stays",
    act: async (world) => {
      await receiveAt("EAST")(world);
      await world.admin(rollBackTransfer, { transfer_id: world.id });
    },
    at: "EAST",
    actions: ["transfer"],
  },
  {
    name: "taken on by another transfer from the third warehouse",
    act: async (world) => {
      await receiveAt("EAST")(world);
      const { EAST, NORTH, first } = world;
      await world.open({ from_warehouse_id: EAST, to_warehouse_id: NORTH, parcel_ids: [first.parcel_id] });
    },
    at: "EAST",
    actions: ["transfer_out"],
  },
  { name: "the cage where it leads", act: depart, at: "NORTH", scan: "cage", actions: ["transfer_in"] },
  {
    name: "the cage at a third warehouse",
    act: depart,
    at: "EAST",
    scan: "cage",
    actions: [],
    next: /TR\d+ goes to NORTH/,
  },
  { name: "the cage where it was loaded", act: leave, at: "SOUTH", scan: "cage", actions: ["transfer_out"] },
  {
    name: "the cage where it was loaded, back from the way",
    act: depart,
    at: "SOUTH",
    scan: "cage",
    actions: [],
    next: /TR\d+ goes to NORTH/,
  },
  {
    name: "the cage of which every parcel has come",
    act: arrive,
    at: "NORTH",
    scan: "cage",
    actions: ["close"],
  },
  {
    name: "the cage of which every parcel has come, back where it was loaded",
    act: arrive,
    at: "SOUTH",
    scan: "cage",
    actions: [],
    next: /TR\d+ to NORTH is over/,
  },
  {
    name: "the cage of a transfer that was closed",
    act: async (world) => {
      await arrive(world);
      await world.admin(closeTransfer, { transfer_id: world.id });
    },
    at: "NORTH",
    scan: "cage",
    actions: [],
    next: /TR\d+ to NORTH is over/,
  },
];
for (const { name, act, at, scan, actions, next } of CASES)
  test(name, async () => {
    const business = await service.business();
    const setting = await misreceive(business);
    const transfer = await setting.open();
    const world: World = { ...setting, business, id: transfer.id, code: transfer.code };
    await act(world);
    const warehouse_id = world[at];
    const worker = await business.person("employee");
    await world.admin(updateEmployee, {
      employee_id: worker.account_id,
      permissions: ["wms:read", "wms:write", "routes:read"],
      warehouse_ids: [warehouse_id],
    });
    const code = scan === "cage" ? transfer.code : world.first.code;
    const [match] = (await worker.call(identifyScannedCode, { code, warehouse_id })).matches;
    assert.deepEqual(match?.actions, actions);
    if (next) assert.match(match?.next ?? "", next);
    else assert.equal(match?.next, null);

    const transfer_id = match?.transfer_id ?? 0;
    for (const action of actions) {
      if (scan === "cage") {
        assert.equal((await worker.call(getTransfer, { transfer_id })).transfer.id, transfer_id);
        continue;
      }
      if (action === "transfer") {
        const { candidates } = await worker.call(listCandidates, { warehouse_id });
        assert.deepEqual(
          candidates.map(({ parcel_id }) => parcel_id),
          [world.first.parcel_id],
        );
        const onward = {
          from_warehouse_id: warehouse_id,
          to_warehouse_id: world.NORTH,
          reason: "mis_sort",
        } as const;
        await worker.call(createTransfer, { ...onward, parcel_ids: [world.first.parcel_id] });
        continue;
      }
      const types = {
        receive: "parcel_receive",
        sort: "sort_scan",
        transfer_out: "transfer_out",
        transfer_in: "transfer_in",
      } as const;
      const type = types[action as keyof typeof types];
      const body =
        type === "transfer_out"
          ? { transfer_id, code }
          : type === "transfer_in"
            ? { transfer_id, code, warehouse_id }
            : { code, warehouse_id };
      const occurred_at = service.now().toISOString();
      const { items } = await worker.call(syncCommands, {
        device_id: "scanner",
        items: [{ seq: 1, type, occurred_at, body }],
      });
      assert.equal(items[0]?.result, true, JSON.stringify(items[0]));
    }
    const [after] = (await worker.call(identifyScannedCode, { code, warehouse_id })).matches;
    assert.ok(after !== undefined, "it is known after the step as well");
    const stranger = (await service.business()).as("client_admin");
    assert.equal((await catchRefusal(stranger(identifyScannedCode, { code, warehouse_id }))).status, 422);
  });
