/** What the rollback of a transfer takes back, and what it leaves. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { receiveParcel } from "#domain/execution/warehouse-mobile/operations/receive-parcel.ts";
import { sortParcel } from "#domain/execution/warehouse-mobile/operations/sort-parcel.ts";
import { updateEmployee } from "#domain/identity/accounts/operations/update-employee.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { releaseRoute } from "#domain/planning/routes/operations/release-route.ts";
import { getTracking } from "#domain/tracking/tracking/operations/get-tracking.ts";
import { checkStockOfBusiness } from "#domain/warehouse/inventory/check-stock.ts";
import { moveStock } from "#domain/warehouse/inventory/operations/move-stock.ts";
import { confirmPutaway } from "#domain/warehouse/receiving/operations/confirm-putaway.ts";
import { createReceipt } from "#domain/warehouse/receiving/operations/create-receipt.ts";
import { listPutaways } from "#domain/warehouse/receiving/operations/list-putaways.ts";
import { receiveGoods } from "#domain/warehouse/receiving/operations/receive-goods.ts";
import { applyFact, assertFoldConsistent } from "#tests/support/orders.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { misreceive } from "#tests/support/transfers.ts";
import { cancelTransfer } from "./operations/cancel-transfer.ts";
import { closeTransfer } from "./operations/close-transfer.ts";
import { departTransfer } from "./operations/depart-transfer.ts";
import { listCandidates } from "./operations/list-candidates.ts";
import { rollBackTransfer } from "./operations/roll-back-transfer.ts";
import { scanTransferIn } from "./operations/scan-transfer-in.ts";
import { scanTransferOut } from "./operations/scan-transfer-out.ts";

const service = await testService();

describe("a rollback", () => {
  test("takes back nothing that was received after the transfer, also where that changed no custody", async () => {
    const business = await service.business();
    const { admin, NORTH, SOUTH, first, second, open, out, bring, whereIs } = await misreceive(
      business,
      [1, 1],
    );
    const { id } = await open();
    for (const { code } of [first, second]) await out(id, code);
    for (const { code } of [first, second]) await bring(id, code);
    // Two receipts confirm that it is here.
    for (let n = 0; n < 2; n += 1) await admin(receiveParcel, { code: first.code, warehouse_id: NORTH });
    await admin(closeTransfer, { transfer_id: id });
    const rollback = await admin(rollBackTransfer, { transfer_id: id });
    assert.deepEqual(
      rollback.items.map((item) => [item.parcel_id, item.outcome, item.why_left]),
      [
        [first.parcel_id, "left", "moved_on"],
        [second.parcel_id, "restored", null],
      ],
    );
    assert.deepEqual(await whereIs(first.id), ["AT_WAREHOUSE", NORTH, `warehouse ${NORTH}`]);
    assert.deepEqual(await whereIs(second.id), ["AT_WAREHOUSE", SOUTH, `warehouse ${SOUTH}`]);
  });

  test("leaves what was delivered, restores the rest and its route eligibility, and is made once", async () => {
    const business = await service.business();
    const { admin, NORTH, SOUTH, first, second, ...rest } = await misreceive(business, [1, 1]);
    const { open, out, bring, whereIs, readStates } = rest;
    const driver = await business.driver();
    const { route } = await admin(createRoute, {
      driver_id: driver.id,
      order_ids: [second.id],
      start_warehouse_id: NORTH,
    });
    await admin(releaseRoute, { route_id: route.id });
    const { id } = await open();
    for (const { code } of [first, second]) {
      await out(id, code);
      service.advance(1000);
    }
    for (const { code } of [first, second]) await bring(id, code);
    await admin(sortParcel, { code: second.code, warehouse_id: NORTH });
    service.advance(1000);
    await applyFact(business, first.id, { trigger: "load", custody: { to: "vehicle", ref: "1" } });
    service.advance(1000);
    await applyFact(business, first.id, {
      trigger: "complete",
      goods_aboard: true,
      custody: { to: "recipient", ref: null },
    });
    await admin(closeTransfer, { transfer_id: id });
    const before = await whereIs(second.id);
    const preview = await business.http(
      "client_admin",
      "POST",
      `/api/v1/warehouse-transfers/${id}/rollback`,
      {},
      { "x-dry-run": "1" },
    );
    assert.partialDeepStrictEqual(preview.body, { dry_run: true, restored: 1, left: 1 });
    assert.deepEqual(await whereIs(second.id), before, "a preview changes nothing");
    assert.equal((await readStates(id)).state, "CLOSED");

    const rollback = await admin(rollBackTransfer, { transfer_id: id, reason: "wrong cage" });
    assert.deepEqual(
      rollback.items.map((item) => [item.parcel_id, item.outcome, item.why_left, item.order_status]),
      [
        [first.parcel_id, "left", "ended", "DELIVERED"],
        [second.parcel_id, "restored", null, "AT_WAREHOUSE"],
      ],
    );
    assert.deepEqual(await whereIs(second.id), ["AT_WAREHOUSE", SOUTH, `warehouse ${SOUTH}`]);
    assert.deepEqual(await whereIs(first.id), ["DELIVERED", null, "recipient"]);
    const sorting = await catchRefusal(admin(sortParcel, { code: second.code, warehouse_id: NORTH }));
    assert.equal(sorting.code, "not_here");
    const sorted = await service.system.rows("select from parcel_sorting where parcel_id = $1", [
      second.parcel_id,
    ]);
    assert.equal(sorted.length, 0, "it is in no lane any more");
    const { candidates } = await admin(listCandidates, {});
    assert.deepEqual(
      candidates.map(({ parcel_id, why }) => [parcel_id, why]),
      [[second.parcel_id, "route"]],
    );
    const number = { number: second.tracking_number };
    assert.equal((await service.anonymous(getTracking, number)).status_code, "otep:transfer:rolled_back");
    const again = await catchRefusal(admin(rollBackTransfer, { transfer_id: id }));
    assert.deepEqual([again.code, again.status], ["already_rolled_back", 409]);
    assert.equal((await catchRefusal(bring(id, second.code))).code, "wrong_state");
    await assertFoldConsistent(business);
  });

  test("returns packages to their bins and ends put-away, also when they were put away", async () => {
    const business = await service.business();
    const { admin, NORTH, SOUTH, north, south, first, second, open, out, bring } = await misreceive(business);
    const { receipt_id } = await admin(createReceipt, { warehouse_id: SOUTH });
    for (const { code } of [first, second]) {
      const { scan } = await admin(receiveGoods, { receipt_id, code, kind: "package" });
      await admin(moveStock, {
        to_bin_id: south.a1,
        items: [{ package_id: scan.package?.id ?? 0 }],
      });
    }
    const lying = { [first.code]: 1, [second.code]: 1 };
    assert.deepEqual(await south.readContent(south.a1), lying);
    const { id } = await open();
    for (const { code } of [first, second]) await out(id, code);
    assert.deepEqual(await south.readContent(south.a1), {});
    for (const { code } of [first, second]) await bring(id, code);
    assert.deepEqual(await north.readContent(north.r1), lying);
    const tasks = async () => (await admin(listPutaways, { warehouse_id: NORTH })).putaways;
    const [task, ...others] = await tasks();
    assert.equal(others.length, 1);
    await admin(confirmPutaway, { line_id: task?.line_id ?? 0, bin_code: "A-2", override_reason: "near" });
    const { items } = await admin(rollBackTransfer, { transfer_id: id });
    assert.deepEqual(
      items.map(({ bin_code }) => bin_code),
      ["A-1", "A-1"],
    );
    assert.deepEqual(await south.readContent(south.a1), lying);
    assert.deepEqual([await north.readContent(north.r1), await north.readContent(north.a2)], [{}, {}]);
    assert.deepEqual(await tasks(), []);
    assert.deepEqual((await checkStockOfBusiness(service.system, business.id)).differences, []);
    await assertFoldConsistent(business);
  });

  test("needs its permission, both warehouses and something to undo", async () => {
    const business = await service.business();
    const { admin, NORTH, SOUTH, first, second, open, out, whereIs } = await misreceive(business);
    const { id } = await open({ parcel_ids: [first.parcel_id] });
    assert.equal((await catchRefusal(admin(rollBackTransfer, { transfer_id: id }))).code, "wrong_state");
    await out(id, first.code);
    assert.deepEqual((await catchRefusal(admin(cancelTransfer, { transfer_id: id }))).code, "wrong_state");
    const person = await business.person("employee");
    const give = (permissions: string[], warehouse_ids: number[]) =>
      admin(updateEmployee, { employee_id: person.account_id, permissions, warehouse_ids } as never);
    const roll = () => person.call(rollBackTransfer, { transfer_id: id });
    await give(["wms:read", "wms:write"], []);
    assert.deepEqual((await catchRefusal(roll())).status, 403);
    await give(["wms:read", "transfers:rollback"], [SOUTH]);
    assert.deepEqual((await catchRefusal(roll())).code, "both_warehouses");
    assert.equal((await whereIs(first.id))[0], "IN_TRANSFER");
    await give(["wms:read", "transfers:rollback"], [SOUTH, NORTH]);
    assert.equal((await roll()).restored, 1);
    // Out with the transfer, and then straight onto another vehicle.
    const next = await open({ parcel_ids: [second.parcel_id] });
    await out(next.id, second.code);
    service.advance(1000);
    await applyFact(business, second.id, {
      trigger: "receive",
      warehouse_id: NORTH,
      custody: { to: "warehouse" },
    });
    const gone = await catchRefusal(admin(rollBackTransfer, { transfer_id: next.id }));
    assert.deepEqual([gone.code, gone.status], ["moved_on", 409]);
    const { transfer, items } = await admin(closeTransfer, { transfer_id: next.id });
    assert.deepEqual([transfer.state, items[0]?.state], ["CLOSED", "in"], "it was received otherwise");
  });

  describe("restores only the custody that its own moves took", () => {
    type World = Awaited<ReturnType<typeof misreceive>> & { id: number; business: TestBusiness };
    const receive = ({ admin }: World, code: string, warehouse_id: number) =>
      admin(receiveParcel, { code, warehouse_id });
    /** Both orders leave the south, and come to the north. */
    const move = async ({ out, bring, id, orders }: World) => {
      for (const { boxes } of orders) for (const { code } of boxes) await out(id, code);
      for (const { boxes } of orders) for (const { code } of boxes) await bring(id, code);
    };
    /** The first parcel goes on to the east with another transfer. */
    const moveOn = async ({ admin, open, first, NORTH, EAST }: World) => {
      const parcel_ids = [first.parcel_id];
      const next = await open({ from_warehouse_id: NORTH, to_warehouse_id: EAST, parcel_ids });
      await admin(scanTransferOut, { transfer_id: next.id, code: first.code });
      await admin(scanTransferIn, { transfer_id: next.id, code: first.code });
      return next.id;
    };
    const later = () => service.advance(1000);
    const RESTORED = "restored SOUTH";
    const CASES: {
      name: string;
      parcels?: number[];
      act: (world: World) => Promise<unknown>;
      /** Outcome of each parcel, and where it is afterwards. */
      expected: string[];
    }[] = [
      { name: "nothing happened since", act: move, expected: [RESTORED, RESTORED] },
      {
        name: "one receipt confirmed it",
        act: async (world) => {
          await move(world);
          await receive(world, world.first.code, world.NORTH);
        },
        expected: ["left NORTH", RESTORED],
      },
      {
        name: "a receipt at a third warehouse took it",
        act: async (world) => {
          await move(world);
          later();
          await receive(world, world.first.code, world.EAST);
        },
        expected: ["left EAST", RESTORED],
      },
      {
        name: "on its way it came to a third warehouse only, by a receipt there",
        act: async (world) => {
          for (const { code } of world.orders) await world.out(world.id, code);
          await world.admin(departTransfer, { transfer_id: world.id });
          await receive(world, world.first.code, world.EAST);
        },
        expected: ["left EAST", RESTORED],
      },
      {
        name: "on its way it came to a third warehouse only, by a scan of the transfer",
        act: async (world) => {
          for (const { code } of world.orders) await world.out(world.id, code);
          await world.bring(world.id, world.first.code, { warehouse_id: world.EAST });
          await world.bring(world.id, world.second.code);
        },
        expected: ["left EAST", RESTORED],
      },
      {
        name: "a third warehouse had it first, and it came in the end",
        act: async (world) => {
          for (const { code } of world.orders) await world.out(world.id, code);
          await world.bring(world.id, world.first.code, { warehouse_id: world.EAST });
          later();
          for (const { code } of world.orders) await world.bring(world.id, code);
        },
        expected: [RESTORED, RESTORED],
      },
      {
        name: "a third warehouse had it, and gave it back",
        act: async (world) => {
          await move(world);
          for (const warehouse_id of [world.EAST, world.NORTH]) {
            later();
            await receive(world, world.first.code, warehouse_id);
          }
        },
        expected: ["left NORTH", RESTORED],
      },
      {
        name: "the place from where it was moved received it again",
        act: async (world) => {
          await move(world);
          later();
          await receive(world, world.first.code, world.SOUTH);
        },
        expected: ["left SOUTH", RESTORED],
      },
      {
        name: "a receipt before the transfer says nothing of it",
        act: async (world) => {
          await receive(world, world.first.code, world.SOUTH);
          later();
          await move(world);
        },
        expected: [RESTORED, RESTORED],
      },
      {
        name: "the desk received it instead of a scan in: that is its arrival",
        act: async (world) => {
          for (const { code } of world.orders) await world.out(world.id, code);
          for (const { code } of world.orders) await receive(world, code, world.NORTH);
        },
        expected: [RESTORED, RESTORED],
      },
      {
        name: "the desk received it instead of a scan in, and once more",
        act: async (world) => {
          for (const { code } of world.orders) await world.out(world.id, code);
          for (const { code } of world.orders) await receive(world, code, world.NORTH);
          await receive(world, world.second.code, world.NORTH);
        },
        expected: [RESTORED, "left NORTH"],
      },
      {
        name: "one of two parcels of an order was confirmed",
        parcels: [2, 1],
        act: async (world) => {
          await move(world);
          await receive(world, world.first.boxes[1]?.code ?? "", world.NORTH);
        },
        expected: [RESTORED, "left NORTH", RESTORED],
      },
      {
        name: "the whole order was confirmed",
        parcels: [2, 1],
        act: async (world) => {
          await move(world);
          await applyFact(world.business, world.first.id, {
            trigger: "receive",
            kind: "order.received",
            warehouse_id: world.NORTH,
            custody: { to: "warehouse" },
          });
        },
        expected: ["left NORTH", "left NORTH", RESTORED],
      },
      {
        name: "half of it came, the other half is on its vehicle",
        act: async (world) => {
          for (const { code } of world.orders) await world.out(world.id, code);
          await world.admin(departTransfer, { transfer_id: world.id });
          await world.bring(world.id, world.second.code);
        },
        expected: [RESTORED, RESTORED],
      },
      {
        name: "one was never scanned: it is taken off",
        act: ({ out, id, first }) => out(id, first.code),
        expected: [RESTORED, "taken_off SOUTH"],
      },
      {
        name: "another transfer moved it on",
        act: async (world) => {
          await move(world);
          later();
          await moveOn(world);
        },
        expected: ["left EAST", RESTORED],
      },
      {
        name: "another transfer moved it on, and was undone before: that one has had it since",
        act: async (world) => {
          await move(world);
          later();
          const transfer_id = await moveOn(world);
          const { items } = await world.admin(rollBackTransfer, { transfer_id });
          assert.deepEqual([items[0]?.outcome, items[0]?.warehouse?.id], ["restored", world.NORTH]);
        },
        expected: ["left NORTH", RESTORED],
      },
    ];
    for (const { name, parcels, act, expected } of CASES)
      test(name, async () => {
        const business = await service.business();
        const setting = await misreceive(business, parcels);
        const { admin, NORTH, SOUTH, EAST, orders } = setting;
        const transfer_id = (await setting.open()).id;
        await act({ ...setting, business, id: transfer_id } as World);
        const names = new Map([
          [String(NORTH), "NORTH"],
          [String(SOUTH), "SOUTH"],
          [String(EAST), "EAST"],
        ]);
        const preview = await business.http(
          "client_admin",
          "POST",
          `/api/v1/warehouse-transfers/${transfer_id}/rollback`,
          {},
          { "x-dry-run": "1" },
        );
        const rollback = await admin(rollBackTransfer, { transfer_id });
        const ids = orders.flatMap(({ boxes }) => boxes.map(({ id }) => id));
        const rows = await service.system.rows<{ id: number; custody_ref: string }>(
          "select id, custody_ref from parcel where id = any($1::bigint[])",
          [ids],
        );
        const getState = (items: { parcel_id: number; outcome: string }[]) =>
          ids.map((id) => {
            const at = rows.find((row) => row.id === id)?.custody_ref ?? "";
            return `${items.find((item) => item.parcel_id === id)?.outcome} ${names.get(at)}`;
          });
        assert.deepEqual(getState(rollback.items), expected);
        assert.deepEqual(getState(preview.body.items), expected, "the preview says the same");
        const again = await catchRefusal(admin(rollBackTransfer, { transfer_id }));
        assert.deepEqual([again.code, again.status], ["already_rolled_back", 409]);
        await assertFoldConsistent(business);
      });

    test("a receipt and the rollback at once: whichever is later decides, and both are told", async () => {
      const business = await service.business();
      const setting = await misreceive(business);
      const world = { ...setting, business, id: (await setting.open()).id };
      await move(world);
      const [received, undone] = await Promise.allSettled([
        receive(world, world.first.code, world.NORTH),
        world.admin(rollBackTransfer, { transfer_id: world.id }),
      ]);
      assert.equal(received.status, "fulfilled");
      const place = (await world.whereIs(world.first.id))[1];
      assert.equal(place, world.NORTH, "the receipt is a fact, before or after");
      if (undone.status === "fulfilled") assert.equal(undone.value.items.length, 2);
      else assert.equal(undone.reason.status, 503);
      await assertFoldConsistent(business);
    });
  });
});
