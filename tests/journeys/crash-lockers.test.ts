/**
 * Simulated lockers against a running service: codes, cuts of network and power, and kill -9 of the devices while people
 * deposit. Whatever a device told somebody is in the log of the service, once and in order.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { getRoundCount, killableService } from "../support/crash.ts";
import { startLockerSimulator } from "../support/locker-simulator.ts";
import { until } from "../support/until.ts";

const ROUNDS = getRoundCount(3);
const SERIAL = "RODO-1";

const service = await killableService({ RATE_LIMITS: "off" });
const headers = await service.as("admin@rounds.example");
const simulator = await startLockerSimulator(service.base, [SERIAL]);

async function call(method: string, path: string, body?: object) {
  const answer = await service.request(method, path, body, headers);
  assert(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const { lockers } = await call("GET", "/api/v1/lockers?per_page=100");
const locker_id = lockers.find(({ name }: { name: string }) => name.startsWith("Rodovi")).locker_id;

interface Parcel {
  reservation_id: number;
  door: string;
}

async function reserve(size = "S"): Promise<Parcel> {
  const { reservation_id, reservation } = await call("POST", `/api/v1/lockers/${locker_id}/reservations`, {
    purpose: "delivery",
    size,
  });
  return { reservation_id, door: reservation.compartment_code };
}

async function issueCode({ reservation_id }: Parcel, use: "deposit" | "collect"): Promise<string> {
  return (await call("POST", `/api/v1/lockers/reservations/${reservation_id}/codes`, { use })).code;
}

/** The device accepts codes of this use: it has heard of the last change. */
const untilAllowed = ({ door }: Parcel, use: string) =>
  until(`codes to ${use} at ${door}`, async () => {
    const { compartments } = await simulator.readFlash(SERIAL);
    return compartments[door]?.allowed.uses.some((one) => one.use === use);
  });

const untilStatus = ({ reservation_id }: Parcel, status: string) =>
  until(
    `a compartment that is ${status}`,
    async () => (await call("GET", `/api/v1/lockers/reservations/${reservation_id}`)).reservation,
    (reservation) => reservation.compartment_status === status,
  );

const isSent = async () => (await simulator.readFlash(SERIAL)).queue.entries.length === 0;
const untilQueueEmpty = () => until("a device that has sent everything", isSent);

interface Logged {
  seq: number;
  action: string;
  door: string | null;
  result: string;
  details: Record<string, unknown>;
}

/** What the device told, in the order in which it was stored. */
const readLog = () =>
  service.rows<Logged>(
    `select seq::int as seq, action, sent->>'compartment' as door, result, details from locker_operation
      where device_id = $1 and seq is not null order by id`,
    [locker_id],
  );

/** Everything that the device recorded is stored, once and in order, and the chains agree. */
async function checkLog(): Promise<Logged[]> {
  await untilQueueEmpty();
  const log = await readLog();
  const { queue } = await simulator.readFlash(SERIAL);
  assert.deepEqual(
    log.map(({ seq }) => seq),
    Array.from({ length: queue.next_seq - 1 }, (_, at) => at + 1),
  );
  const [device] = await service.rows<{ head: string }>(
    "select encode(reported_head, 'hex') as head from locker_device where id = $1",
    [locker_id],
  );
  assert.equal(device?.head, queue.head);
  assert.equal((await call("GET", `/api/v1/device-operations/chain?device_id=${locker_id}`)).intact, true);
  return log;
}

const typeCode = (code: string) => simulator.post(SERIAL, "screen/code", { code });

test("with the network cut, a deposit and a collection by code arrive afterwards, once and in order", async () => {
  const parcel = await reserve();
  const deposit_code = await issueCode(parcel, "deposit");
  await untilAllowed(parcel, "deposit");
  await simulator.command(`network ${SERIAL} off`);
  const { door } = parcel;
  assert.partialDeepStrictEqual(await typeCode(deposit_code), {
    display: { key: "take_or_put", compartment: door },
    visit: { compartment: door, use: "deposit" },
  });
  await until("an open door", () => simulator.command(`put ${SERIAL} ${door}`).catch(() => undefined));
  await simulator.post(SERIAL, "screen/statement", { outcome: "confirmed", problem: "damaged" });
  await simulator.command(`close ${SERIAL} ${door}`);
  assert.equal(await isSent(), false);
  assert.partialDeepStrictEqual(await typeCode(deposit_code), { display: { key: "code_wrong" } });
  await simulator.command(`network ${SERIAL} on`);
  await untilStatus(parcel, "OCCUPIED");

  const collect_code = await issueCode(parcel, "collect");
  await untilAllowed(parcel, "collect");
  // Answers are lost and everything comes twice: the service hears it once all the same.
  await simulator.command(`lose ${SERIAL} 2`);
  await simulator.command(`repeat ${SERIAL} on`);
  await typeCode(collect_code);
  await until("an open door", () => simulator.command(`take ${SERIAL} ${door}`).catch(() => undefined));
  await simulator.command(`close ${SERIAL} ${door}`);
  await untilStatus(parcel, "FREE");
  await simulator.command(`repeat ${SERIAL} off`);
  const log = await checkLog();
  assert.deepEqual(
    log
      // Whether the sensor is read between putting in and closing depends on the moment.
      .filter((one) => one.door === door && one.seq > 25 && one.action !== "contents_changed")
      .map(({ action }) => action),
    [
      ...["code_accepted", "door_opened", "deposit_confirmed", "problem_reported", "door_closed"],
      ...["deposit_confirmed", "code_accepted", "door_opened", "door_closed", "collect_confirmed"],
    ],
  );
  const [raised] = await service.rows<{ n: number }>(
    `select count(*)::int as n from event where kind = 'locker.exception' and payload->>'exception' = 'damaged'`,
  );
  assert.equal(raised?.n, 1);
});

test("power that is cut while a door opens leaves it to a check, and the door is not opened again", async () => {
  const parcel = await reserve();
  const { door } = parcel;
  await simulator.command(`cut-at-open ${SERIAL} after 0.5`);
  const { compartments } = await call("GET", `/api/v1/lockers/${locker_id}/compartments?per_page=100`);
  const compartment_id = compartments.find(({ code }: { code: string }) => code === door).id;
  const path = `/api/v1/lockers/${locker_id}/compartments/${compartment_id}/open`;
  await call("POST", path, { use: "deposit", reason: "The courier is there." });
  await untilStatus(parcel, "VERIFY");
  const log = await checkLog();
  const openings = log.filter((one) => one.door === door && one.action === "door_opened");
  assert.equal(openings.filter(({ details }) => details["cause"] === "command").length, 1);
  assert.equal(openings.at(-1)?.result, "unknown");
  const { transactions } = await simulator.readFlash(SERIAL);
  assert.equal(
    transactions.find((one) => one.compartment === door && one.ack?.status === "unknown")?.is_acknowledged,
    true,
  );
  await simulator.command(`close ${SERIAL} ${door}`);
});

test(`${ROUNDS} rounds of kill -9 of a device lose nothing that it told somebody, and open no door twice`, async () => {
  const openings: { code: string; door: string }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const parcel = await reserve(["S", "M", "L"][round % 3]);
    const code = await issueCode(parcel, "deposit");
    await untilAllowed(parcel, "deposit");
    const { door } = parcel;
    const depositing = (async () => {
      const state = await typeCode(code);
      if (state?.display?.key === "take_or_put") openings.push({ code, door });
      for (const line of [`put ${SERIAL} ${door}`, `close ${SERIAL} ${door}`])
        for (let attempt = 0; attempt < 20; attempt += 1)
          if ((await simulator.command(line).catch(() => undefined)) !== undefined) break;
    })();
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 600));
    await simulator.kill();
    await depositing;
    await simulator.start();
    // Whoever is told nothing types the code again: it opens once in all.
    const state = await typeCode(code);
    if (state?.display?.key === "take_or_put") openings.push({ code, door });
    await simulator.command(`close ${SERIAL} ${door}`);
    await call("POST", `/api/v1/lockers/reservations/${parcel.reservation_id}/codes`, {
      use: "collect",
    }).catch(() => {});
  }
  const log = await checkLog();
  const accepted_codes = log.filter(({ action }) => action === "code_accepted");
  const keys = accepted_codes.map(({ door, details }) => `${door} ${details["use"]} ${details["counter"]}`);
  assert.equal(new Set(keys).size, keys.length, "a code was accepted twice");
  for (const { door } of openings)
    assert(
      accepted_codes.some((one) => one.door === door),
      `${door} was told and is not in the log`,
    );
  assert.equal(log.filter(({ action }) => action === "booted").length, 2 + ROUNDS);
  // What the service says of each door is what is there.
  const { compartments } = await call("GET", `/api/v1/lockers/${locker_id}/compartments?per_page=100`);
  const { compartments: records } = await simulator.readFlash(SERIAL);
  assert.deepEqual(
    compartments.map(({ code, door, contents }: Record<string, string>) => [code, door, contents]),
    compartments.map(({ code }: { code: string }) => [code, records[code]?.door, records[code]?.contents]),
  );
});
