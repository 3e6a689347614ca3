/** What staff and customers do from afar, over HTTP: open doors, check, sweep, issue codes, and take out of service. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { buildCode, deriveSecret } from "#locker-protocol/codes.ts";
import { runDue } from "#operation/due/run-due.ts";
import {
  closed,
  opened,
  openTestLocker,
  PLACE,
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

  test("see in the log of all lockers what is written on each door", async () => {
    const business = await service.business();
    const lockers = [await openTestLocker(business), await openTestLocker(business, [["M"], ["S"]], "Annex")];
    for (const locker of lockers) await reserveId(locker);
    const { operations } = (await lockers[0]!.admin("GET", "/api/v1/device-operations?action=reserved")).body;
    assert.deepEqual(
      operations.map((operation: Record<string, unknown>) => [
        operation["device_id"],
        operation["compartment"],
      ]),
      [
        [lockers[1]!.id, "B01"],
        [lockers[0]!.id, "A01"],
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
