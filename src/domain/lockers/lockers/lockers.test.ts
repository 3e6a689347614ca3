/**
 * Lockers over HTTP, with devices that sign their requests: reservations, doors, codes, what devices report, what time brings,
 * what operators do, and what is seen of it.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { buildCode, deriveSecret } from "#locker-protocol/codes.ts";
import { runDue } from "#operation/due/run-due.ts";
import { buildProvision, buildTestDevice, generateKeys } from "#tests/support/devices.ts";
import { closed, opened, openTestLocker, PLACE, type TestLocker } from "#tests/support/lockers.ts";
import { type HttpAnswer, testService } from "#tests/support/service.ts";

const service = await testService();
service.freezeClock();
const MINUTE = 60_000;
const ROOT = "/api/v1/lockers";
const openLocker = async (columns?: string[][]) => openTestLocker(await service.business(), columns);

async function reserve(locker: TestLocker, more: Record<string, unknown> = {}): Promise<HttpAnswer> {
  return locker.admin("POST", `${ROOT}/${locker.id}/reservations`, {
    purpose: "delivery",
    size: "S",
    ...more,
  });
}

async function reserveId(locker: TestLocker, more: Record<string, unknown> = {}): Promise<number> {
  const answer = await reserve(locker, more);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.reservation_id;
}

async function readReservation(locker: TestLocker, id: number) {
  return (await locker.admin("GET", `${ROOT}/reservations/${id}`)).body.reservation;
}

async function runDueTasks(): Promise<void> {
  await runDue(service.runtime);
}

/** The phone of somebody who stands before the locker. */
const readPosition = () => ({
  lat: PLACE.lat + 0.001,
  lng: PLACE.lng,
  accuracy_m: 20,
  at: service.now().toISOString(),
});

/** Kinds of the events of a subject, without the changes of compartments. */
async function readKinds(locker: TestLocker, type: string, id: number): Promise<string[]> {
  const events = await locker.business.readEvents(type, id);
  return events.map(({ kind }) => kind).filter((kind) => kind !== "locker.compartment_changed");
}

describe("reservations", () => {
  test("by size exactly, by measures the smallest with the room, and the free sizes where there is none", async () => {
    const locker = await openLocker([["M", "S"], ["L"]]);
    const by_measures = await reserve(locker, {
      size: undefined,
      width_mm: 490,
      height_mm: 100,
      depth_mm: 370,
    });
    assert.partialDeepStrictEqual(by_measures.body.reservation, { compartment_code: "A02", size: "S" });
    const refused = await reserve(locker);
    assert.partialDeepStrictEqual(
      [refused.status, refused.body],
      [
        409,
        {
          error_code: "NO_FREE_COMPARTMENT",
          free: [
            { size: "M", free: 1 },
            { size: "L", free: 1 },
          ],
        },
      ],
    );
    assert.match(refused.body.message, /M, L/);
    const too_large = await reserve(locker, {
      size: undefined,
      width_mm: 900,
      height_mm: 900,
      depth_mm: 900,
    });
    assert.equal(too_large.body.error_code, "NO_FREE_COMPARTMENT");
    const both = await reserve(locker, { width_mm: 1, height_mm: 1, depth_mm: 1 });
    assert.deepEqual([both.status, both.body.error_code], [422, "SIZE_OR_MEASURES"]);
    const day = service.now().toISOString().slice(0, 10);
    const { days } = (
      await locker.admin(
        "GET",
        `${ROOT}/${locker.id}/utilisation?from=2026-01-01&to=2026-01-01`.replaceAll("2026-01-01", day),
      )
    ).body;
    const refusals = days.map(({ size, refused: count }: { size: string; refused: number }) => [size, count]);
    assert.deepEqual(refusals, [
      ["S", 1],
      ["M", 0],
      ["L", 0],
      [null, 1],
    ]);
  });

  test("a hold that nobody uses ends, one that is extended later, one that is released at once", async () => {
    const locker = await openLocker();
    const id = await reserveId(locker);
    const until = new Date(service.now().getTime() + 30 * MINUTE).toISOString();
    assert.equal((await locker.admin("POST", `${ROOT}/reservations/${id}/extend`, { until })).status, 200);
    service.advance(16 * MINUTE);
    await runDueTasks();
    assert.equal((await readReservation(locker, id)).status, "HELD");
    service.advance(15 * MINUTE);
    await runDueTasks();
    assert.equal((await readReservation(locker, id)).status, "EXPIRED");
    assert.equal((await locker.compartment("A01")).status, "FREE");
    assert.deepEqual(await readKinds(locker, "locker_reservation", id), [
      "locker.reserved",
      "locker.extended",
      "locker.expired",
    ]);
    const second = await reserveId(locker);
    assert.equal(
      (await locker.admin("DELETE", `${ROOT}/reservations/${second}`)).body.reservation.status,
      "CANCELLED",
    );
    const again = await locker.admin("DELETE", `${ROOT}/reservations/${second}`);
    assert.deepEqual([again.status, again.body.error_code], [409, "RESERVATION_ENDED"]);
  });

  test("customers see and hold their own, at most five and for an hour", async () => {
    const locker = await openLocker([["S", "S", "S", "S", "S", "S", "S"]]);
    const other = await reserveId(locker);
    const { person } = await locker.business.customer();
    const hold = (more: object = {}) =>
      person.http("POST", `${ROOT}/${locker.id}/reservations`, { purpose: "return", size: "S", ...more });
    assert.equal((await hold({ hold_min: 61 })).body.error_code, "HOLD_TOO_LONG");
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) statuses.push((await hold()).status);
    assert.deepEqual(statuses, [201, 201, 201, 201, 201, 409]);
    assert.equal((await person.http("GET", `${ROOT}/reservations`)).body.total, 5);
    assert.equal((await person.http("GET", `${ROOT}/reservations/${other}`)).status, 404);
    assert.equal((await person.http("DELETE", `${ROOT}/reservations/${other}`)).status, 404);
  });
});

describe("deposit and collect", () => {
  test("by codes that the device verifies without a network: each step follows what it reports", async () => {
    const locker = await openLocker();
    const id = await reserveId(locker);
    const issue = (use: string, more: object = {}) =>
      locker.admin("POST", `${ROOT}/reservations/${id}/codes`, { use, ...more });
    const deposit = (await issue("deposit")).body;
    assert.equal(deposit.code, buildCode(deriveSecret(locker.code_secret, "A01", "deposit"), 1));
    assert.equal((await issue("deposit")).body.code, deposit.code);
    const reissued = (await issue("deposit", { reissue: true })).body.code;
    assert.notEqual(reissued, deposit.code);

    await locker.tell(opened("A01", "deposit"));
    assert.partialDeepStrictEqual(await locker.compartment("A01"), { status: "LOADING", door: "OPEN" });
    await locker.tell(closed("A01", "FULL"));
    assert.partialDeepStrictEqual(await locker.compartment("A01"), {
      status: "OCCUPIED",
      door: "CLOSED",
      reservation_id: id,
    });
    assert.equal((await issue("deposit")).body.error_code, "DEPOSIT_DONE");
    const collect = (await issue("collect")).body.code;
    assert.equal(collect, buildCode(deriveSecret(locker.code_secret, "A01", "collect"), 1));
    await locker.tell(opened("A01", "collect"), closed("A01", "EMPTY"));
    assert.partialDeepStrictEqual(await locker.compartment("A01"), { status: "FREE", reservation_id: null });
    assert.deepEqual(await readKinds(locker, "locker_reservation", id), [
      "locker.reserved",
      "locker.codes_issued",
      "locker.codes_issued",
      "locker.deposited",
      "locker.codes_issued",
      "locker.collected",
    ]);
    const collected = (await locker.business.readEvents("locker_reservation", id)).at(-1);
    assert.equal(collected?.payload["by"], "recipient");
    const { commands } = (await locker.device.call("GET", "/api/v1/device-operations/commands")).body;
    const uses = commands
      .filter(({ kind }: { kind: string }) => kind === "set_use")
      .map(({ body }: { body: { revision: number; uses: { use: string; counter: number }[] } }) =>
        [body.revision, ...body.uses.map(({ use, counter }) => `${use} ${counter}`)].join(" "),
      );
    assert.deepEqual(uses, ["1 deposit 1", "2 deposit 2", "3 deposit 2", "4", "5 collect 1", "6"]);
  });

  test("at a kiosk that is connected: the code opens, the person says what was done, an old code is gone", async () => {
    const locker = await openLocker();
    const id = await reserveId(locker);
    const { code } = (await locker.admin("POST", `${ROOT}/reservations/${id}/codes`, { use: "deposit" }))
      .body;
    const { person } = await locker.business.driver();
    const deposit = (more: object = {}) =>
      person.http("POST", `${ROOT}/deposit`, {
        locker_id: locker.id,
        code,
        position: readPosition(),
        ...more,
      });
    for (const position of [
      undefined,
      { ...readPosition(), lat: PLACE.lat + 0.01 },
      { ...readPosition(), at: new Date(service.now().getTime() - MINUTE - 1).toISOString() },
    ])
      for (const tried_code of [code, "00000000"]) {
        const far_away = await deposit({ position, code: tried_code });
        assert.deepEqual([far_away.status, far_away.body.error_code], [403, "PRESENCE_FAILED"]);
      }
    const commands_before = (await locker.device.call("GET", "/api/v1/device-operations/commands")).body
      .commands;
    assert.equal(commands_before.filter(({ kind }: { kind: string }) => kind === "open").length, 0);
    const open = await deposit();
    assert.partialDeepStrictEqual(open.body, { compartment_code: "A01", compartment_status: "RESERVED" });
    assert.equal((await deposit()).body.error_code, "OPEN_PENDING");
    const { commands } = (await locker.device.call("GET", "/api/v1/device-operations/commands")).body;
    const command = commands.find(({ kind }: { kind: string }) => kind === "open");
    assert.deepEqual(command.body, { use: "deposit" });
    await locker.tell({
      action: "door_opened",
      compartment: "A01",
      details: { cause: "command", nonce: command.nonce },
    });
    assert.equal((await deposit({ step: "confirm" })).body.compartment_status, "LOADING");
    await locker.tell(closed("A01", "NONE"));
    assert.equal((await locker.compartment("A01")).status, "OCCUPIED");
    const gone = await deposit();
    assert.deepEqual([gone.status, gone.body.error_code], [410, "CODE_EXPIRED"]);
    const unknown = await deposit({ code: code === "00000000" ? "00000001" : "00000000" });
    assert.deepEqual([unknown.status, unknown.body.error_code], [404, "UNKNOWN_CODE"]);
  });
});

test("codes of one locker cannot be guessed, not by many accounts either, and a right one is not told from them", async () => {
  const limited = await testService({ limits: {} });
  limited.freezeClock();
  const business = await limited.business();
  const [locker, other] = [
    await openTestLocker(business, [["S"]]),
    await openTestLocker(business, [["S"]], "South hall"),
  ];
  const id = await reserveId(locker);
  const { code } = (await locker.admin("POST", `${ROOT}/reservations/${id}/codes`, { use: "deposit" })).body;
  const guess = async (locker_id: number, tried_code: string, headers = {}) => {
    const { person } = await business.customer();
    const position = { ...readPosition(), at: limited.now().toISOString() };
    const body = { locker_id, code: tried_code, position };
    return (await person.http("POST", `${ROOT}/deposit`, body, headers)).status;
  };
  const wrong = (n: number) => String((Number(code) + n) % 100_000_000).padStart(8, "0");
  const statuses: number[] = [];
  for (let n = 1; n <= 7; n += 1)
    statuses.push(await guess(locker.id, wrong(n), n % 2 === 0 ? { "x-dry-run": "1" } : {}));
  assert.deepEqual(statuses, [404, 404, 404, 404, 404, 429, 429]);
  assert.equal(await guess(locker.id, code), 429);
  assert.equal(await guess(other.id, wrong(1)), 404);
  assert.equal((await locker.compartment("A01")).status, "RESERVED");
  limited.advance(3 * MINUTE);
  assert.equal(await guess(locker.id, code), 200);
});

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

describe("doors from afar", () => {
  const open = (locker: TestLocker, compartment_id: number) =>
    `${ROOT}/${locker.id}/compartments/${compartment_id}/open`;

  test("customers open their own before the locker, and nobody while it is offline", async () => {
    const locker = await openLocker();
    const { id: customer_id, person } = await locker.business.customer();
    await reserveId(locker, { customer_id });
    const [first, second] = [await locker.compartment("A01"), await locker.compartment("A02")];
    const at = service.now().toISOString();
    const here = { lat: PLACE.lat + 0.001, lng: PLACE.lng, accuracy_m: 20, at };
    const send = (compartment_id: number, position?: object) =>
      person.http("POST", open(locker, compartment_id), {
        reason: "I have no code.",
        ...(position ? { position } : {}),
      });
    assert.equal((await send(first.id)).body.error_code, "PRESENCE_FAILED");
    assert.equal((await send(first.id, { ...here, lat: PLACE.lat + 0.002 })).status, 403);
    const minute_ago = new Date(service.now().getTime() - MINUTE - 1).toISOString();
    assert.equal((await send(first.id, { ...here, at: minute_ago })).status, 403);
    assert.equal((await send(second.id, here)).status, 404);
    const answer = await send(first.id, here);
    assert.partialDeepStrictEqual([answer.status, answer.body], [202, { compartment_code: "A01" }]);
    service.advance(10 * MINUTE);
    await runDueTasks();
    const offline = await locker.admin("POST", open(locker, second.id), { reason: "Cleaning." });
    assert.deepEqual([offline.status, offline.body.error_code], [423, "DEVICE_OFFLINE"]);
  });

  test("staff open for somebody who deposits, or look into a compartment, and what is put in then waits for a check", async () => {
    for (const [use, status] of [
      ["deposit", "OCCUPIED"],
      [undefined, "VERIFY"],
    ] as const) {
      const locker = await openLocker();
      await reserveId(locker);
      const { id } = await locker.compartment("A01");
      const body = { reason: "The courier lost the code.", ...(use === undefined ? {} : { use }) };
      const busy = await locker.admin("POST", open(locker, id), { ...body, use: "collect" });
      assert.equal(busy.body.error_code, "COMPARTMENT_BUSY");
      assert.equal((await locker.admin("POST", open(locker, id), body)).status, 202);
      const { commands } = (await locker.device.call("GET", "/api/v1/device-operations/commands")).body;
      const { nonce } = commands.find(({ kind }: { kind: string }) => kind === "open");
      const door = opened("A01", "deposit");
      await locker.tell({ ...door, details: { cause: "command", nonce } }, closed("A01", "FULL"), {
        ...door,
        action: "deposit_confirmed",
        details: {},
      });
      assert.equal((await locker.compartment("A01")).status, status);
    }
  });

  test("a hold neither ends nor is released while its door is being opened, and the answer alone says that it was", async () => {
    const locker = await openLocker([["S"]]);
    const reservation_id = await reserveId(locker, { hold_min: 1 });
    const { id } = await locker.compartment("A01");
    service.advance(50_000);
    await locker.admin("POST", open(locker, id), { use: "deposit", reason: "The courier lost the code." });
    const { commands } = (await locker.device.call("GET", "/api/v1/device-operations/commands")).body;
    const released = await locker.admin("DELETE", `${ROOT}/reservations/${reservation_id}`);
    assert.deepEqual([released.status, released.body.error_code], [409, "DOOR_IN_USE"]);
    service.advance(20_000);
    await runDueTasks();
    assert.equal((await locker.compartment("A01")).status, "RESERVED");
    // The network is cut before the device can say more: what is put in meanwhile is nobody else's.
    const { nonce } = commands.find(({ kind }: { kind: string }) => kind === "open");
    const at = service.now().toISOString();
    const result = { door: "OPEN", contents: "EMPTY" };
    await locker.device.send(`/commands/${nonce}/ack`, { type: "ack", nonce, status: "done", at, result });
    service.advance(10 * MINUTE);
    await runDueTasks();
    assert.partialDeepStrictEqual(await locker.compartment("A01"), { status: "LOADING", door: "OPEN" });
    assert.equal((await reserve(locker)).status, 409);
    await locker.tell(
      { action: "door_opened", compartment: "A01", details: { cause: "command", nonce } },
      closed("A01", "FULL"),
    );
    assert.equal((await readReservation(locker, reservation_id)).status, "IN_USE");
  });

  test("the result of a command that was sent is unknown: it is not sent again, and the compartment waits for a check", async () => {
    const locker = await openLocker();
    const { id } = await locker.compartment("A01");
    await locker.admin("POST", open(locker, id), { reason: "Cleaning." });
    await locker.device.call("GET", "/api/v1/device-operations/commands");
    service.advance(2 * MINUTE);
    await runDueTasks();
    assert.partialDeepStrictEqual(await locker.compartment("A01"), {
      status: "VERIFY",
      reason: "result_unknown",
    });
    const { commands } = (await locker.device.call("GET", "/api/v1/device-operations/commands")).body;
    assert.equal(commands.filter(({ kind }: { kind: string }) => kind === "open").length, 0);
  });

  test("many at once in maintenance only, each with its own result", async () => {
    const locker = await openLocker();
    const ids = [(await locker.compartment("A01")).id, (await locker.compartment("A02")).id];
    const openMany = (compartment_ids: number[]) =>
      locker.admin("POST", `${ROOT}/${locker.id}/open-many`, { compartment_ids, reason: "Cleaning." });
    assert.equal((await openMany(ids)).body.error_code, "NOT_IN_MAINTENANCE");
    assert.equal(
      (await locker.admin("PATCH", `${ROOT}/${locker.id}`, { maintenance: true })).body.locker.status,
      "MAINTENANCE",
    );
    assert.equal((await reserve(locker)).body.error_code, "LOCKER_NOT_IN_SERVICE");
    const answer = await openMany([...ids, 999_999_999]);
    assert.partialDeepStrictEqual(answer.body, {
      done: 2,
      failed: 1,
      errors: [{ error_code: "NO_COMPARTMENT" }],
    });
    assert.equal(
      (await locker.admin("PATCH", `${ROOT}/${locker.id}`, { maintenance: false })).body.locker.status,
      "ONLINE",
    );
  });
});

describe("operators", () => {
  test("end holds and times to collect that have passed, of their business, once, and count them", async () => {
    const locker = await openLocker([["S", "S", "S"]]);
    const other = await openLocker();
    const collect_until = new Date(service.now().getTime() + 10 * MINUTE).toISOString();
    const [held, late] = [
      await reserveId(locker, { hold_min: 5 }),
      await reserveId(locker, { collect_until }),
    ];
    await reserveId(locker, { hold_min: 60 });
    const theirs = await reserveId(other, { hold_min: 5 });
    await locker.tell(opened("A02", "deposit"), closed("A02", "FULL"));
    service.advance(11 * MINUTE);
    const sweep = (body: object = {}) => locker.admin("POST", `${ROOT}/expire-sweep`, body);
    const foreign = await sweep({ locker_id: other.id });
    assert.partialDeepStrictEqual(foreign, { status: 404, body: { error_code: "NOT_FOUND" } });
    const answer = await sweep();
    assert.deepEqual(answer.body, { result: true, holds_ended: 1, overdue: 1, has_more: false });
    assert.equal((await readReservation(locker, held)).status, "EXPIRED");
    assert.equal((await readReservation(locker, late)).compartment_status, "OVERDUE");
    assert.equal((await readReservation(other, theirs)).status, "HELD");
    assert.partialDeepStrictEqual((await sweep()).body, { holds_ended: 0, overdue: 0 });
    await runDueTasks();
    assert.deepEqual(
      (await readKinds(locker, "locker_reservation", held)).filter((kind) => kind === "locker.expired"),
      ["locker.expired"],
    );
    const { person } = await locker.business.customer();
    assert.equal((await person.http("POST", `${ROOT}/expire-sweep`, {})).status, 403);
  });

  test("have a code of their own for a compartment, one at a time, in the log and never in it", async () => {
    const locker = await openLocker();
    const { id } = await locker.compartment("A01");
    const path = `${ROOT}/${locker.id}/compartments/${id}/operator-code`;
    const issue = async () => (await locker.admin("POST", path, { reason: "The hinge." })).body.code;
    const codes = [await issue(), await issue()];
    const secret = deriveSecret(locker.code_secret, "A01", "operator");
    assert.deepEqual(codes, [buildCode(secret, 1), buildCode(secret, 2)]);
    const { commands } = (await locker.device.call("GET", "/api/v1/device-operations/commands")).body;
    assert.deepEqual(
      commands.map(({ kind, body }: { kind: string; body: object }) => [kind, body]),
      [
        ["invalidate_codes", { use: "operator", up_to: 0 }],
        ["invalidate_codes", { use: "operator", up_to: 1 }],
      ],
    );
    const log = (await locker.admin("GET", `/api/v1/device-operations?compartment_id=${id}`)).body;
    assert.partialDeepStrictEqual(log.operations, [
      { action: "operator_code_issued", details: { counter: 2, reason: "The hinge." } },
      { action: "operator_code_issued", details: { counter: 1 } },
    ]);
    for (const code of codes) assert.equal(JSON.stringify(log).includes(code), false);
    const { person } = await locker.business.driver();
    assert.equal((await person.http("POST", path, { reason: "Mine." })).status, 403);
    assert.equal((await locker.admin("POST", path, {})).status, 422);
  });

  test("see how many hours compartments of a size were occupied, by day of the business", async () => {
    const locker = await openLocker([["S", "S"]]);
    // Noon of the business, so that eighteen hours end on the next day.
    const noon =
      new Date(`${service.now().toISOString().slice(0, 10)}T15:00:00Z`).getTime() + 24 * 60 * MINUTE;
    service.advance(noon - service.now().getTime());
    await locker.device.send("/heartbeat", { type: "heartbeat" });
    for (const door of ["A01", "A02"]) {
      await reserveId(locker);
      await locker.tell(opened(door, "deposit"), closed(door, "FULL"));
    }
    service.advance(90 * MINUTE);
    await locker.tell(opened("A02", "collect"), closed("A02", "EMPTY"));
    service.advance((18 * 60 - 90) * MINUTE);
    const date = (at: number) => new Date(at).toISOString().slice(0, 10);
    const { days } = (
      await locker.admin(
        "GET",
        `${ROOT}/${locker.id}/utilisation?from=${date(noon)}&to=${date(noon + 24 * 60 * MINUTE)}`,
      )
    ).body;
    assert.deepEqual(
      days.map((day: Record<string, unknown>) => [
        day["occupied_h"],
        day["reservations"],
        day["compartments"],
      ]),
      [
        [13.5, 2, 2],
        [6, 0, 2],
      ],
    );
  });

  test("a compartment out of service keeps what is in it, and comes back as it is", async () => {
    const locker = await openLocker();
    await reserveId(locker);
    await locker.tell(opened("A01", "deposit"), closed("A01", "FULL"));
    const { id } = await locker.compartment("A01");
    const path = `${ROOT}/${locker.id}/compartments/${id}`;
    const out = await locker.admin("POST", `${path}/out-of-service`, { note: "The hinge is loose." });
    assert.partialDeepStrictEqual(out.body.compartment, { status: "OUT_OF_SERVICE", can_return: true });
    const differs = await locker.admin("POST", `${path}/return-to-service`, { contents: "EMPTY" });
    assert.partialDeepStrictEqual(differs.body.compartment, {
      status: "VERIFY",
      reason: "claim_and_sensor_differ",
    });
    await locker.admin("POST", `${path}/check`, { contents: "FULL", note: "It is there." });
    assert.equal((await locker.compartment("A01")).status, "OCCUPIED");
    const { operations } = (
      await locker.admin("GET", `/api/v1/device-operations?compartment_id=${id}&actor_type=operator`)
    ).body;
    assert.deepEqual(
      operations.map(({ action }: { action: string }) => action),
      ["checked", "returned_to_service", "taken_out_of_service", "reserved"],
    );
  });

  test("a check may have a photo of the caller's own", async () => {
    const locker = await openLocker();
    await locker.tell({ action: "tampered", compartment: "A01", details: { what: "cover" } });
    const { id } = await locker.compartment("A01");
    const check = (photo_file_id: number) =>
      locker.admin("POST", `${ROOT}/${locker.id}/compartments/${id}/check`, {
        contents: "EMPTY",
        note: "Looked into it.",
        photo_file_id,
      });
    assert.equal((await check(999_999_999)).body.error_code, "UNKNOWN_FILE");
    const png =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const upload = await locker.admin("POST", "/api/v1/files", {
      content_base64: png,
      content_type: "image/png",
      name: "door.png",
    });
    const file_id = upload.body.file_id ?? upload.body.file.id;
    assert.equal((await check(file_id)).body.compartment.status, "FREE");
    assert.equal((await locker.business.http("employee", "GET", `/api/v1/files/${file_id}`)).status, 200);
  });

  test("a locker with something in it is not retired, and a retired one is gone", async () => {
    const locker = await openLocker();
    const id = await reserveId(locker);
    assert.equal((await locker.admin("DELETE", `${ROOT}/${locker.id}`)).body.error_code, "LOCKER_IN_USE");
    await locker.admin("DELETE", `${ROOT}/reservations/${id}`);
    assert.equal((await locker.admin("DELETE", `${ROOT}/${locker.id}`)).body.locker.status, "RETIRED");
    assert.equal((await reserve(locker)).status, 404);
    assert.equal((await locker.admin("GET", ROOT)).body.total, 0);
  });
});

test("anybody who signed in sees places and free sizes, the nearest first, and no secret", async () => {
  const locker = await openLocker([["S", "S", "M"]]);
  await reserveId(locker);
  const { person } = await locker.business.customer();
  const { body } = await person.http(
    "GET",
    `${ROOT}?lat=${PLACE.lat}&lng=${PLACE.lng + 0.01}&free=true&size=S`,
  );
  assert.partialDeepStrictEqual(body.lockers, [
    {
      locker_id: locker.id,
      name: "North hall",
      is_online: true,
      free: [
        { size: "S", free: 1 },
        { size: "M", free: 1 },
      ],
    },
  ]);
  assert.ok(body.lockers[0].distance_m > 1000 && body.lockers[0].distance_m < 1100);
  for (const secret of ["serial", "public_key", "code_secret", "counter", "firmware"])
    assert.equal(JSON.stringify(body).includes(secret), false, secret);
  assert.equal((await person.http("GET", `${ROOT}?lat=1`)).body.error_code, "POSITION_INCOMPLETE");
  assert.equal((await person.http("GET", `${ROOT}?lat=1&lng=1&within_m=1000`)).body.total, 0);
  assert.equal((await person.http("GET", `${ROOT}/${locker.id}`)).status, 403);
});
