/** Lockers over HTTP, with devices that sign their requests: reservations, deposits and collections, codes, and what everybody sees. */
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
} from "#tests/support/lockers.ts";
import { TEST_TIME_ZONE, testService } from "#tests/support/service.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";

const service = await testService();
service.freezeClock();
const MINUTE = 60_000;
const ROOT = "/api/v1/lockers";
const openLocker = async (columns?: string[][]) => openTestLocker(await service.business(), columns);

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
    const day = toLocalDate(service.now(), TEST_TIME_ZONE);
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
    const uses = locker.confirmed_uses.map(({ revision, uses: codes }) =>
      [revision, ...codes.map(({ use, counter }) => `${use} ${counter}`)].join(" "),
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

describe("a device that refuses to be told which codes it accepts", () => {
  async function startRefusing() {
    const locker = await openLocker([["S"]]);
    const readWaiting = async () => {
      const { commands } = (await locker.device.call("GET", "/api/v1/device-operations/commands")).body;
      return commands as { kind: string; nonce: string; body: { revision?: number } }[];
    };
    const refuse = async (nonce: string, why: string) => {
      const ack = { type: "ack", nonce, status: "refused", why, seq: 0, at: service.now().toISOString() };
      assert.equal((await locker.device.send(`/commands/${nonce}/ack`, ack)).status, 200);
    };
    const reservation_id = await reserveId(locker);
    await locker.admin("POST", `${ROOT}/reservations/${reservation_id}/codes`, { use: "deposit" });
    await locker.confirm();
    await locker.admin("DELETE", `${ROOT}/reservations/${reservation_id}`);
    const [command] = await readWaiting();
    return { locker, readWaiting, refuse, nonce: command!.nonce };
  }

  test("because it was told something later by a lost copy of the data: it is told again, with a number above all", async () => {
    const { locker, readWaiting, refuse, nonce } = await startRefusing();
    await refuse(nonce, "superseded");
    const [command] = await readWaiting();
    assert.equal(command!.kind, "set_use");
    assert.ok(command!.body.revision! >= Math.floor(service.now().getTime() / 1000));
    assert.equal((await locker.compartment("A01"))["waits_for_device"], true);
    await locker.confirm();
    assert.equal((await locker.compartment("A01"))["waits_for_device"], false);
    assert.equal((await reserve(locker)).status, 201);
  });

  test("whatever it is told: nothing is told again within the hour", async () => {
    const { readWaiting, refuse, nonce } = await startRefusing();
    await refuse(nonce, "superseded");
    const [command] = await readWaiting();
    await refuse(command!.nonce, "superseded");
    assert.deepEqual(await readWaiting(), []);
  });

  test("because a later one overtook it: nothing is told again", async () => {
    const { locker, readWaiting, refuse, nonce } = await startRefusing();
    const { id } = await locker.compartment("A01");
    await service.system.execute(
      "update locker_compartment set use_revision = use_revision + 1 where id = $1",
      [id],
    );
    await refuse(nonce, "superseded");
    assert.deepEqual(await readWaiting(), []);
  });

  test("because it does not know the compartment: it is told its compartments, and again, once an hour at most", async () => {
    const { locker, readWaiting, refuse, nonce } = await startRefusing();
    await refuse(nonce, "no_compartment");
    const again = await readWaiting();
    assert.deepEqual(
      again.map(({ kind }) => kind),
      ["configure", "set_use"],
    );
    await refuse(again[1]!.nonce, "no_compartment");
    assert.deepEqual(
      (await readWaiting()).map(({ kind }) => kind),
      ["configure"],
    );
    assert.equal((await locker.compartment("A01"))["waits_for_device"], true);
  });
});
