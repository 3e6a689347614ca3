import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { identifyScannedCode } from "#domain/execution/warehouse-mobile/operations/identify-scanned-code.ts";
import { receiveParcel } from "#domain/execution/warehouse-mobile/operations/receive-parcel.ts";
import { syncCommands } from "#domain/execution/warehouse-mobile/operations/sync-commands.ts";
import { updateEmployee } from "#domain/identity/accounts/operations/update-employee.ts";
import { getOrder } from "#domain/orders/orders/operations/get-order.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { getTracking } from "#domain/tracking/tracking/operations/get-tracking.ts";
import { assertFoldConsistent } from "#tests/support/orders.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { openWarehouse } from "#tests/support/stock.ts";
import { misreceive } from "#tests/support/transfers.ts";
import { cancelTransfer } from "./operations/cancel-transfer.ts";
import { closeTransfer } from "./operations/close-transfer.ts";
import { createTransfer } from "./operations/create-transfer.ts";
import { departTransfer } from "./operations/depart-transfer.ts";
import { getTransfer } from "./operations/get-transfer.ts";
import { listCandidates } from "./operations/list-candidates.ts";
import { listTransferSteps } from "./operations/list-transfer-steps.ts";
import { listTransfers } from "./operations/list-transfers.ts";
import { rollBackTransfer } from "./operations/roll-back-transfer.ts";
import { scanTransferOut } from "./operations/scan-transfer-out.ts";

const service = await testService();

describe("candidates", () => {
  test("are parcels where they do not belong, with the right place and why, until a transfer takes them", async () => {
    const business = await service.business();
    const { admin, NORTH, SOUTH, EAST, first, second, open } = await misreceive(business);
    const driver = await business.driver();
    await admin(createRoute, {
      driver_id: driver.id,
      order_ids: [second.id],
      start_warehouse_id: EAST,
    });
    const read = async (more = {}) =>
      (await admin(listCandidates, more)).candidates.map((one) => [
        one.parcel_id,
        one.found_warehouse.id,
        one.expected_warehouse.id,
        one.why,
      ]);
    const expected_moves = [
      [first.parcel_id, SOUTH, NORTH, "origin"],
      [second.parcel_id, SOUTH, EAST, "route"],
    ];
    assert.deepEqual(await read(), expected_moves);
    assert.deepEqual(await read({ warehouse_id: SOUTH }), expected_moves);
    assert.deepEqual(await read({ warehouse_id: NORTH }), []);
    const { id } = await open({ parcel_ids: [first.parcel_id] });
    assert.deepEqual(await read(), expected_moves.slice(1));
    await admin(cancelTransfer, { transfer_id: id });
    assert.deepEqual(await read(), expected_moves);
    await admin(receiveParcel, { code: first.code, warehouse_id: NORTH });
    assert.deepEqual(await read(), expected_moves.slice(1));
    const stranger = await service.business();
    assert.equal((await stranger.as("client_admin")(listCandidates, {})).total, 0);
  });
});

describe("opening a transfer", () => {
  test("refuses warehouses, vehicles and parcels that it cannot take, and changes nothing", async () => {
    const business = await service.business();
    const { admin, NORTH, SOUTH, EAST, first, second, open } = await misreceive(business);
    const foreign = await openWarehouse(await service.business());
    const catchCode = async (more: Record<string, unknown>) => {
      const { code, errors } = await catchRefusal(open(more));
      return [code, errors?.[0]?.["field"]];
    };
    assert.deepEqual(await catchCode({ to_warehouse_id: SOUTH }), ["same_warehouse", "to_warehouse_id"]);
    assert.deepEqual(await catchCode({ to_warehouse_id: foreign.warehouse_id }), [
      "unknown_warehouse",
      "to_warehouse_id",
    ]);
    assert.deepEqual(await catchCode({ vehicle_id: 999_999_999 }), ["unknown_vehicle", "vehicle_id"]);
    assert.deepEqual(await catchCode({ parcel_ids: [999_999_999] }), ["unknown_parcel", "parcel_ids/0"]);
    assert.deepEqual(await catchCode({ codes: ["NOTHING"] }), ["unknown_parcel", "codes/0"]);
    assert.equal((await catchRefusal(open({ from_warehouse_id: EAST }))).code, "moved_on");
    assert.equal((await admin(listTransfers, {})).total, 0);
    const { id, code } = await open({ parcel_ids: [first.parcel_id], codes: [first.code] });
    const refusal = await catchRefusal(open());
    assert.deepEqual([refusal.code, refusal.status], ["in_other_transfer", 409]);
    assert.partialDeepStrictEqual(refusal.extra, {
      parcels: [{ parcel_id: first.parcel_id, transfer_id: id, transfer_code: code }],
    });
    const outsider = await business.person("employee");
    await admin(updateEmployee, { employee_id: outsider.account_id, warehouse_ids: [EAST] });
    const transfer_input = { from_warehouse_id: SOUTH, to_warehouse_id: NORTH, reason: "overflow" } as const;
    assert.equal((await catchRefusal(outsider.call(createTransfer, transfer_input))).status, 403);
    assert.equal((await catchRefusal(outsider.call(getTransfer, { transfer_id: id }))).status, 404);
    assert.equal((await admin(listTransfers, { code: code.toLowerCase() })).transfers[0]?.id, id);
    assert.equal(second.boxes.length, 1);
  });
});

describe("moving parcels", () => {
  test("changes custody, status and warehouse of their orders, and tracking, with every scan", async () => {
    const business = await service.business();
    const { admin, NORTH, SOUTH, first, second, ...rest } = await misreceive(business, [1, 2]);
    const { open, whereIs, out, bring, readStates, readKinds } = rest;
    const actions = async (scanned: string, warehouse_id: number) =>
      (await admin(identifyScannedCode, { code: scanned, warehouse_id })).matches.map((one) => [
        one.type,
        one.transfer_id,
        ...one.actions,
      ]);
    assert.deepEqual(await actions(first.code, SOUTH), [["parcel", null, "transfer"]]);
    const { id, code } = await open();
    assert.deepEqual(await actions(first.code, SOUTH), [["parcel", id, "transfer_out"]]);
    assert.deepEqual(await actions(code, SOUTH), [["transfer", id, "transfer_out"]]);
    const after_out = await out(id, first.code);
    assert.deepEqual(
      [after_out.outcome, after_out.is_surplus, after_out.transfer.state],
      ["out", false, "OUTBOUND"],
    );
    assert.deepEqual(await whereIs(first.id), ["IN_TRANSFER", null, "vehicle"]);
    assert.deepEqual(await actions(first.code, NORTH), [["parcel", id, "transfer_in"]]);
    assert.deepEqual(await actions(code, NORTH), [["transfer", id, "transfer_in"]]);
    const tracking = () => service.anonymous(getTracking, { number: first.tracking_number });
    assert.equal((await tracking()).status_code, "otep:transfer:dispatched");
    const [box, other] = second.boxes;
    // Its label cannot be read: it is chosen from the list.
    await admin(scanTransferOut, { transfer_id: id, parcel_id: box?.id ?? 0 });
    assert.deepEqual((await whereIs(second.id)).slice(0, 2), ["AT_WAREHOUSE", SOUTH], "one is still here");
    await out(id, other?.code ?? "");
    assert.equal((await whereIs(second.id))[0], "IN_TRANSFER");
    service.advance(60_000);
    await admin(departTransfer, { transfer_id: id });
    assert.equal((await catchRefusal(out(id, first.code))).code, "wrong_state");

    assert.equal((await bring(id, first.code)).outcome, "in");
    assert.equal((await tracking()).status_code, "otep:transfer:received");
    assert.deepEqual(await whereIs(first.id), ["AT_WAREHOUSE", NORTH, `warehouse ${NORTH}`]);
    await bring(id, box?.code ?? "");
    assert.equal((await whereIs(second.id))[0], "IN_TRANSFER", "the other one is under way");
    assert.equal((await readStates(id)).state, "IN_TRANSIT");
    // Received at the desk of the warehouse: the transfer learns it.
    const received = await admin(receiveParcel, { code: other?.code ?? "", warehouse_id: NORTH });
    assert.deepEqual([received.transfers, received.order_status], [[code], "AT_WAREHOUSE"]);
    assert.equal((await readStates(id)).state, "RECEIVED");
    const { transfer } = await admin(closeTransfer, { transfer_id: id });
    assert.deepEqual([transfer.state, transfer.counts.in, transfer.counts.short], ["CLOSED", 3, 0]);
    assert.deepEqual(await readKinds(id), [
      ...["opened", "scanned_out", "scanned_out", "scanned_out", "departed"],
      ...["scanned_in", "scanned_in", "scanned_in", "received", "closed"],
    ]);
    await assertFoldConsistent(business);
  });

  test("records shortage and surplus, and takes what is found after it was closed", async () => {
    const business = await service.business();
    const { admin, NORTH, first, second, open, out, bring, readStates, whereIs } = await misreceive(
      business,
      [1, 1, 1],
    );
    const third = (await admin(listCandidates, {})).candidates[2];
    const { id } = await open({ parcel_ids: [first.parcel_id, second.parcel_id] });
    const unlisted = await out(id, third?.label_code ?? "");
    assert.deepEqual([unlisted.outcome, unlisted.is_surplus], ["out", true]);
    await out(id, first.code);
    const off = await admin(departTransfer, { transfer_id: id });
    assert.equal(off.transfer.counts.short, 1, "the second one was left behind");
    const again = await open({ parcel_ids: [second.parcel_id] });
    await admin(cancelTransfer, { transfer_id: again.id });
    // One that was never listed nor scanned out comes with the others.
    const stray = await business.order({ origin_warehouse_id: NORTH });
    const { order } = await admin(getOrder, { order_id: stray.id });
    const over = await bring(id, order.parcels[0]?.label_code ?? "");
    assert.deepEqual([over.outcome, over.is_surplus], ["over", true]);
    assert.deepEqual(await whereIs(stray.id), ["AT_WAREHOUSE", NORTH, `warehouse ${NORTH}`]);
    await bring(id, third?.label_code ?? "");
    const closed = await admin(closeTransfer, { transfer_id: id });
    assert.partialDeepStrictEqual(closed.transfer.counts, { in: 1, short: 2, over: 1, listed: 0, out: 0 });
    const events = await business.readEvents("transfer", id);
    assert.partialDeepStrictEqual(events.at(-1), {
      kind: "transfer.closed",
      payload: { arrived: 1, over_parcel_ids: [order.parcels[0]?.id] },
    });
    service.advance(60_000);
    const late = await bring(id, first.code);
    assert.deepEqual([late.outcome, late.transfer.state], ["in", "CLOSED"]);
    assert.equal(late.transfer.ended_at, closed.transfer.ended_at);
    assert.equal((await readStates(id)).items[first.parcel_id], "in");
    await assertFoldConsistent(business);
  });

  test("a parcel that comes to a third warehouse is short, and a candidate there; one that comes back goes again", async () => {
    const business = await service.business();
    const { admin, EAST, SOUTH, NORTH, first, second, ...rest } = await misreceive(business);
    const { open, out, bring, readStates, whereIs, readKinds } = rest;
    const { id } = await open();
    await out(id, first.code);
    await out(id, second.code);
    const back = await bring(id, second.code, { warehouse_id: SOUTH });
    assert.deepEqual([back.outcome, back.transfer.state], ["came_back", "OUTBOUND"]);
    assert.deepEqual(await whereIs(second.id), ["AT_WAREHOUSE", SOUTH, `warehouse ${SOUTH}`]);
    assert.equal((await out(id, second.code)).outcome, "out");
    const strange = await bring(id, first.code, { warehouse_id: EAST });
    assert.deepEqual([strange.outcome, strange.items[0]?.found_warehouse.id], ["elsewhere", EAST]);
    assert.deepEqual(await whereIs(first.id), ["AT_WAREHOUSE", EAST, `warehouse ${EAST}`]);
    const { candidates } = await admin(listCandidates, { warehouse_id: EAST });
    assert.deepEqual(
      candidates.map((one) => [one.parcel_id, one.expected_warehouse.id]),
      [[first.parcel_id, NORTH]],
    );
    await bring(id, second.code);
    assert.deepEqual((await readStates(id)).items, {
      [first.parcel_id]: "short",
      [second.parcel_id]: "in",
    });
    const undone = await admin(rollBackTransfer, { transfer_id: id });
    assert.deepEqual(
      undone.items.map((item) => [item.parcel_id, item.outcome, item.warehouse?.id]),
      [
        [first.parcel_id, "left", undefined],
        [second.parcel_id, "restored", SOUTH],
      ],
    );
    assert.deepEqual(await whereIs(first.id), ["AT_WAREHOUSE", EAST, `warehouse ${EAST}`]);
    assert.ok((await readKinds(id)).includes("elsewhere"));
    await assertFoldConsistent(business);
  });

  test("a label that two parcels have is refused until one is named; a parcel scanned twice changes nothing", async () => {
    const business = await service.business();
    const { admin, first, second, open, out, readKinds } = await misreceive(business, [1, 1, 1]);
    await service.system.execute("update parcel set label_code = $2 where id = $1", [
      second.parcel_id,
      first.code,
    ]);
    const { id } = await open({ parcel_ids: [] });
    const refusal = await catchRefusal(out(id, first.code));
    assert.deepEqual([refusal.code, refusal.status], ["duplicate_label", 409]);
    assert.deepEqual(
      (refusal.extra as { parcels: { parcel_id: number }[] }).parcels.map(({ parcel_id }) => parcel_id),
      [first.parcel_id, second.parcel_id],
    );
    const scan = { transfer_id: id, code: first.code, parcel_id: second.parcel_id };
    const scan_answer = await admin(scanTransferOut, scan);
    assert.equal(scan_answer.items[0]?.parcel_id, second.parcel_id);
    const before = await business.readEvents("order", second.id);
    assert.equal((await admin(scanTransferOut, scan)).outcome, "duplicate");
    assert.equal((await business.readEvents("order", second.id)).length, before.length);
    // On the list alone one of them is meant.
    const other = await open({ parcel_ids: [first.parcel_id] });
    assert.equal((await out(other.id, first.code)).items[0]?.parcel_id, first.parcel_id);
    const scanning = admin(scanTransferOut, { ...scan, parcel_id: first.parcel_id });
    assert.equal((await catchRefusal(scanning)).code, "in_other_transfer");
    const nothing = await catchRefusal(admin(scanTransferOut, { transfer_id: id }));
    assert.deepEqual([nothing.code, nothing.errors?.[0]?.["field"]], ["unknown_code", "code"]);
    const unknown = await catchRefusal(out(id, "NOTHING"));
    assert.deepEqual([unknown.code, unknown.status], ["unknown_code", 422]);
    assert.deepEqual(await readKinds(id), [
      ...["opened", "refused", "scanned_out", "duplicate", "refused", "unknown_code"],
    ]);
  });

  test("two people who scan one parcel at once: one takes it, the other is told so", async () => {
    const business = await service.business();
    const { admin, first, open, out, bring, readKinds } = await misreceive(business);
    const { id } = await open();
    const outcomes = async (scans: Promise<{ outcome: string }>[]) =>
      (await Promise.all(scans)).map(({ outcome }) => outcome).sort();
    assert.deepEqual(await outcomes([out(id, first.code), out(id, first.code), out(id, first.code)]), [
      ...["duplicate", "duplicate", "out"],
    ]);
    assert.deepEqual(await outcomes([bring(id, first.code), bring(id, first.code)]), ["duplicate", "in"]);
    const facts = (await business.readEvents("order", first.id)).map(
      ({ payload }) => (payload as { trigger?: string }).trigger,
    );
    assert.deepEqual(facts.filter(Boolean), ["receive", "transfer_out", "receive"]);
    assert.equal((await readKinds(id)).filter((kind) => kind === "scanned_out").length, 1);
    // Scans against a rollback: whichever comes first, nothing is lost.
    const race = await Promise.allSettled([
      admin(rollBackTransfer, { transfer_id: id }),
      bring(id, (await admin(getTransfer, { transfer_id: id })).items[1]?.label_code ?? ""),
    ]);
    assert.ok(race.some(({ status }) => status === "fulfilled"));
    await assertFoldConsistent(business);
  });

  test("two parcels of one order leave with two transfers at once: no change of the order is lost", async () => {
    const business = await service.business();
    const { second, open, out, whereIs } = await misreceive(business, [1, 2]);
    const readVersion = () =>
      service.system.row<{ version: number }>("select version from delivery_order where id = $1", [
        second.id,
      ]);
    const transfers = [];
    for (const { id } of second.boxes) transfers.push(await open({ parcel_ids: [id] }));
    const before = await readVersion();
    await Promise.all(transfers.map(({ id }, index) => out(id, second.boxes[index]?.code ?? "")));
    assert.equal((await readVersion())?.version, (before?.version ?? 0) + 2);
    assert.equal((await whereIs(second.id))[0], "IN_TRANSFER");
    await assertFoldConsistent(business);
  });

  test("is queued offline and sent in order; each step says who, where and on what", async () => {
    const business = await service.business();
    const { admin, first, second, open } = await misreceive(business);
    const { id } = await open({ parcel_ids: [first.parcel_id] });
    const at = { device_id: "scanner 7", position: { lat: -15.7, lng: -47.9, accuracy_m: 12 } };
    const item = (seq: number, type: "transfer_out" | "transfer_depart" | "transfer_in", body: object) => ({
      seq,
      type,
      occurred_at: service.now().toISOString(),
      body: { transfer_id: id, ...body },
    });
    const synced = await admin(syncCommands, {
      device_id: "phone",
      items: [
        item(1, "transfer_out", { code: first.code, ...at }),
        item(2, "transfer_out", { code: "NOTHING" }),
        item(3, "transfer_depart", {}),
        item(4, "transfer_out", { code: second.code }),
        item(5, "transfer_in", { code: first.code }),
      ],
    });
    assert.deepEqual(
      synced.items.map(({ result, error_code }) => error_code ?? result),
      [true, "UNKNOWN_CODE", true, "WRONG_STATE", true],
    );
    const { steps } = await admin(listTransferSteps, { transfer_id: id });
    assert.deepEqual(steps.map(({ kind }) => kind).reverse(), [
      ...["opened", "scanned_out", "unknown_code", "departed", "scanned_in", "received"],
    ]);
    const moved = steps.find(({ kind }) => kind === "scanned_out");
    assert.partialDeepStrictEqual(moved, { ...at, scanned: first.code, surface: "rest" });
    assert.equal(moved?.by?.account_id, (await business.person("client_admin")).account_id);
  });
});
