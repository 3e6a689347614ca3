/**
 * Simulated lockers against a running service, over HTTP and over its broker: codes, cuts of network and power, and kill -9 of
 * the devices and of the service, broker and database with it, while people deposit and collect. Whatever a device told
 * somebody is in the log of the service, once and in order.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { getRoundCount, killableService, type Victim } from "../support/crash.ts";
import { checkOpenings, openLockerBench, type Parcel } from "../support/locker-bench.ts";
import { startLockerSimulator } from "../support/locker-simulator.ts";
import { freePort } from "../support/ports.ts";
import { until } from "../support/until.ts";

const ROUNDS = getRoundCount(3);
const SERIAL = "RODO-1";

const service = await killableService({ RATE_LIMITS: "off", MQTT_PORT: String(await freePort()) });
const simulator = await startLockerSimulator(service.base, [SERIAL], ["--http"]);
const bench = await openLockerBench(service, simulator, { serial: SERIAL, name: "Rodovi" });
const { reserve, issueCode, untilAllowed, untilStatus, isSent, checkLog, typeCode } = bench;

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
      .filter((one) => one.door === door && one.seq > 24 && one.action !== "contents_changed")
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

test("another program with the same folder is refused, before and after the first one was killed", async () => {
  const refused = /are simulated by process \d+: stop it, or name another folder/;
  assert.match(await simulator.startAnother(), refused);
  await simulator.kill();
  await simulator.start();
  assert.match(await simulator.startAnother(), refused);
});

test("power that is cut while a door opens leaves it to a check, and the door is not opened again", async () => {
  const parcel = await reserve();
  const { door } = parcel;
  await simulator.command(`cut-at-open ${SERIAL} after 0.5`);
  assert.ok(await bench.open(parcel, "deposit"));
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
    await bench.clear(parcel);
  }
  const log = await checkLog();
  checkOpenings(log);
  for (const { door } of openings)
    assert(
      log.some((one) => one.action === "code_accepted" && one.door === door),
      `${door} was told and is not in the log`,
    );
  assert.equal(log.filter(({ action }) => action === "booted").length, 3 + ROUNDS);
  await bench.checkDoors();
});

test(`${ROUNDS} rounds of kill -9 of the service during deposits and collections, over HTTP and over its broker: nothing is lost, and no door opens twice`, async () => {
  const mqtt_simulator = await startLockerSimulator(service.base, ["ASAN-1"]);
  const mqtt_bench = await openLockerBench(service, mqtt_simulator, { serial: "ASAN-1", name: "CLN 204" });
  const lines = [
    { bench, simulator },
    { bench: mqtt_bench, simulator: mqtt_simulator },
  ];
  type Line = (typeof lines)[number];
  const victims: readonly Victim[] = ["service", "both"];
  const kill = async (round: number) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 600));
    await service.kill(victims[round % victims.length]!);
  };

  /** The code opens the door without the service; the person does what it is for. */
  async function use(
    { bench: { serial, typeCode }, simulator }: Line,
    { door }: Parcel,
    code: string,
    line: string,
  ) {
    assert.partialDeepStrictEqual(await typeCode(code), { visit: { compartment: door } });
    await until("an open door", () => simulator.command(`${line} ${serial} ${door}`).catch(() => undefined));
    await simulator.command(`close ${serial} ${door}`);
  }

  for (let round = 0; round < ROUNDS; round += 1) {
    const parcels = await Promise.all(
      lines.map(async (line) => {
        const parcel = await line.bench.reserve(["S", "M", "L"][round % 3]);
        const code = await line.bench.issueCode(parcel, "deposit");
        await line.bench.untilAllowed(parcel, "deposit");
        return { line, parcel, code };
      }),
    );
    const deposits = parcels.map(({ line, parcel, code }) => use(line, parcel, code, "put"));
    await Promise.all([kill(round), ...deposits]);
    const collections = await Promise.all(
      parcels.map(async ({ line, parcel }) => {
        await line.bench.untilStatus(parcel, "OCCUPIED");
        const code = await line.bench.issueCode(parcel, "collect");
        await line.bench.untilAllowed(parcel, "collect");
        return { line, parcel, code };
      }),
    );
    const uses = collections.map(({ line, parcel, code }) => use(line, parcel, code, "take"));
    await Promise.all([kill(round + 1), ...uses]);
    for (const { line, parcel } of collections) await line.bench.untilStatus(parcel, "FREE");
    // An open command that the service was killed with is carried out once, or nobody can tell.
    const parcel = await mqtt_bench.reserve("S");
    await Promise.all([mqtt_bench.open(parcel, "deposit"), kill(round)]);
    await mqtt_simulator.command(`close ASAN-1 ${parcel.door}`).catch(() => undefined);
    await mqtt_bench.clear(parcel);
  }
  for (const line of lines) {
    checkOpenings(await line.bench.checkLog());
    await line.bench.checkDoors();
  }
});
