/** What devices report and what time brings, over HTTP: doors, faults, gaps, claims that never come, and a device that is back. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { runDue } from "#operation/due/run-due.ts";
import { readAttention } from "#tests/support/attention.ts";
import { buildProvision, buildTestDevice, generateKeys } from "#tests/support/devices.ts";
import {
  closed,
  opened,
  openTestLocker,
  readKinds,
  readReservation,
  reserve,
  reserveId,
  type TestLocker,
} from "#tests/support/lockers.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService();
service.freezeClock();
const MINUTE = 60_000;
const ROOT = "/api/v1/lockers";
const openLocker = async (columns?: string[][]) => openTestLocker(await service.business(), columns);

async function runDueTasks(): Promise<void> {
  await runDue(service.runtime);
}

describe("what devices report", () => {
  test("power cut with an open door: a report of all doors later says that it was closed, and what is in it", async () => {
    const locker = await openLocker();
    const id = await reserveId(locker);
    await locker.tell(opened("A01", "deposit"), { action: "power_lost" });
    const report = (seq: number, door: string, contents: string) =>
      locker.device.send("/snapshot", {
        type: "snapshot",
        seq,
        compartments: [{ code: "A01", door, contents }],
        firmware: "1.0.0",
      });
    assert.equal((await report(2, "OPEN", "EMPTY")).status, 200);
    assert.equal((await locker.compartment("A01")).status, "LOADING");
    await report(2, "CLOSED", "FULL");
    assert.equal((await locker.compartment("A01")).status, "OCCUPIED");
    assert.equal((await readReservation(locker, id)).status, "IN_USE");
  });

  test("the recipient takes one of two: sensor and person differ, and only a check ends it", async () => {
    const locker = await openLocker();
    const id = await reserveId(locker);
    await locker.tell(opened("A01", "deposit"), closed("A01", "FULL"), opened("A01", "collect"));
    await locker.tell(
      { action: "collect_confirmed", compartment: "A01", details: { by: "person" } },
      closed("A01", "FULL"),
    );
    const compartment = await locker.compartment("A01");
    assert.partialDeepStrictEqual(compartment, {
      status: "VERIFY",
      reason: "claim_and_sensor_differ",
      can_check: true,
    });
    await locker.tell(closed("A01", "EMPTY"));
    assert.equal((await locker.compartment("A01")).status, "VERIFY");
    assert.equal((await reserve(locker)).status, 409);
    const path = `${ROOT}/${locker.id}/compartments/${compartment.id}`;
    const checked = await locker.admin("POST", `${path}/check`, {
      contents: "FULL",
      note: "One parcel is left.",
    });
    assert.equal(checked.body.compartment.status, "OCCUPIED");
    assert.equal((await readReservation(locker, id)).status, "IN_USE");
    const again = await locker.admin("POST", `${path}/check`, { contents: "EMPTY", note: "Again." });
    assert.deepEqual([again.status, again.body.error_code], [409, "NOT_WAITING_FOR_CHECK"]);
  });

  test("a door that was forced, and one left open, raise exceptions and items for dispatchers", async () => {
    const locker = await openLocker();
    await locker.tell({ action: "door_opened", compartment: "A02", details: { cause: "forced" } });
    const forced = await locker.compartment("A02");
    assert.partialDeepStrictEqual(forced, { status: "VERIFY", reason: "forced", door: "OPEN" });
    assert.deepEqual(await readKinds(locker, "locker_compartment", forced.id), ["locker.exception"]);
    service.advance(4 * MINUTE);
    await runDueTasks();
    assert.deepEqual(await readKinds(locker, "locker_compartment", forced.id), [
      "locker.exception",
      "locker.exception",
    ]);
    const { lockers } = (await locker.admin("GET", `${ROOT}/health?only_problems=true`)).body;
    const kinds = lockers[0].problems.map(({ kind }: { kind: string }) => kind);
    assert.deepEqual(kinds, ["offline", "door_left_open", "verify"]);
  });

  test("a stuck door that operations tell is an item for dispatchers, and one that they tell moved ends it", async () => {
    const locker = await openLocker();
    const readFaults = async (state: string) => {
      await readAttention(service, locker.business.id);
      const path = `/api/v1/dispatch/board?kind=locker_fault&state=${state}`;
      const { status, body } = await locker.admin("GET", path);
      assert.equal(status, 200, JSON.stringify(body));
      return body.items;
    };
    await locker.tell({
      action: "door_stuck",
      compartment: "A02",
      result: "failed",
      details: { door: "CLOSED" },
    });
    assert.partialDeepStrictEqual(await readFaults("open"), [
      { subject_id: locker.id, facts: { fault: "door_stuck", compartment_code: "A02" } },
    ]);
    await locker.tell({ action: "temperature", compartment: "A02", details: { celsius: 4 } });
    assert.equal((await readFaults("open")).length, 1);
    await locker.tell(closed("A02", "EMPTY"));
    assert.deepEqual(await readFaults("open"), []);
    assert.equal((await readFaults("cleared")).length, 1);
  });

  test("a claim that never comes leaves the compartment to a check", async () => {
    const locker = await openLocker();
    await reserveId(locker);
    await locker.tell(opened("A01", "deposit"), closed("A01", "NONE"));
    assert.equal((await locker.compartment("A01")).status, "LOADING");
    service.advance(2 * MINUTE);
    await runDueTasks();
    assert.partialDeepStrictEqual(await locker.compartment("A01"), {
      status: "VERIFY",
      reason: "claim_missing",
    });
  });

  test("what is not collected in time is overdue, can still be collected, and is not when the time is extended", async () => {
    const locker = await openLocker();
    const collect_until = new Date(service.now().getTime() + 60 * MINUTE).toISOString();
    const id = await reserveId(locker, { collect_until });
    await locker.tell(opened("A01", "deposit"), closed("A01", "FULL"));
    service.advance(61 * MINUTE);
    await runDueTasks();
    assert.equal((await locker.compartment("A01")).status, "OVERDUE");
    const until = new Date(service.now().getTime() + 60 * MINUTE).toISOString();
    await locker.admin("POST", `${ROOT}/reservations/${id}/extend`, { until });
    assert.equal((await locker.compartment("A01")).status, "OCCUPIED");
    service.advance(61 * MINUTE);
    await runDueTasks();
    await locker.tell(opened("A01", "collect"), closed("A01", "EMPTY"));
    assert.equal((await readReservation(locker, id)).status, "ENDED");
    assert.deepEqual(
      (await readKinds(locker, "locker_reservation", id)).filter((kind) => kind === "locker.expired").length,
      2,
    );
  });

  test("operations that are lost hide what happened: what was granted waits for a check, what was free stays free", async () => {
    const locker = await openLocker();
    await reserveId(locker);
    const push = await locker.device.push(
      [{ seq: 3, action: "network_restored", occurred_at: service.now().toISOString(), result: "ok" }],
      { lost: [{ from: 1, to: 2 }] },
    );
    assert.equal(push.body.applied_seq, 3);
    assert.partialDeepStrictEqual(await locker.compartment("A01"), {
      status: "VERIFY",
      reason: "operations_missing",
    });
    assert.equal((await locker.compartment("A02")).status, "FREE");
  });
});

describe("a device that is back", () => {
  interface DeviceCommand {
    kind: string;
    compartment?: string;
    body: object;
  }
  const readUses = async (locker: TestLocker, device = locker.device) => {
    const { commands } = (await device.call("GET", "/api/v1/device-operations/commands")).body;
    return (commands as DeviceCommand[])
      .filter(({ kind }) => kind === "set_use" || kind === "configure")
      .map(({ kind, compartment, body }) => ({ kind, compartment, ...body }));
  };
  /** Something is in A01 that a code collects, and the device has never been told the code. */
  async function fillLocker(): Promise<TestLocker> {
    const locker = await openLocker();
    const id = await reserveId(locker);
    await locker.tell(opened("A01", "deposit"), closed("A01", "FULL"));
    await locker.admin("POST", `${ROOT}/reservations/${id}/codes`, { use: "collect" });
    return locker;
  }

  test("after more than the life of a command is told once what it accepts and has", async () => {
    const locker = await fillLocker();
    await locker.admin("POST", `${ROOT}/${locker.id}/compartments`, { columns: [["L"]] });
    service.advance(8 * 24 * 60 * MINUTE);
    await runDueTasks();
    assert.deepEqual(await locker.compartment("A01").then(({ status }) => status), "OCCUPIED");
    await locker.device.send("/heartbeat", { type: "heartbeat" });
    await locker.device.send("/heartbeat", { type: "heartbeat" });
    assert.partialDeepStrictEqual(await readUses(locker), [
      { kind: "configure", compartments: ["A01", "A02", "B01"] },
      { kind: "set_use", compartment: "A01", revision: 2, uses: [{ use: "collect", counter: 1 }] },
    ]);
    assert.equal((await readUses(locker)).length, 2);
  });

  test("and was only away for a while has its commands still, and is told nothing twice", async () => {
    const locker = await fillLocker();
    service.advance(60 * MINUTE);
    await runDueTasks();
    await locker.device.send("/heartbeat", { type: "heartbeat" });
    assert.partialDeepStrictEqual(await readUses(locker), [{ revision: 1 }]);
    assert.equal((await readUses(locker)).length, 1);
  });

  test("with a new key and an empty memory is told what it accepts", async () => {
    const locker = await fillLocker();
    await readUses(locker);
    const { claim_code } = (await locker.admin("POST", `${ROOT}/${locker.id}/claim`)).body;
    const renewed = buildTestDevice(locker.business, { ...locker.device, keys: generateKeys() });
    const provision = buildProvision(locker.business, { ...renewed, claim_code });
    assert.equal((await service.http("POST", "/api/v1/device-operations/provision", provision)).status, 200);
    assert.partialDeepStrictEqual((await readUses(locker, renewed)).at(-1), {
      compartment: "A01",
      revision: 2,
      uses: [{ use: "collect", counter: 1 }],
    });
  });
});
