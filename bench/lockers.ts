/**
 * Lockers: whether the log of operations answers at a million as at ten thousand, and how fast a command to open a door is at
 * the device while 2,000 devices at the broker send heartbeats and 50 operations a second. The baseline of commands is a
 * message that goes through a broker of the same kind in the same process, sent at the same moments.
 */
import { randomUUID } from "node:crypto";
import { loadavg } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { connectAsync } from "mqtt";
import { type Candidate, measureCandidates, measureRate, readCpuTicks, verdict } from "./load.ts";
import { type BenchDevice, connectDevice } from "./lockers/device.ts";
import { createLockers, createLog, LOGGED_DEVICES, type LockerKeys } from "./lockers/seed.ts";
import { type BenchServer, type BenchSetup, createBenchSetup, startServer } from "./setup.ts";

const DEVICES = Number(process.env["BENCH_LOCKERS_DEVICES"] || 2000);
const OPERATIONS_A_SECOND = 50;
const HEARTBEAT_S = 60;
const SECONDS = Number(process.env["BENCH_LOCKERS_S"] || 60);
/** Each of them brings an answer and two operations, which count among those of a second. */
const OPENS_A_SECOND = 10;
const OPERATIONS_OF_AN_OPENING = 2;
/** Below the broker's limit of connections from one address that have not signed in. */
const CONNECTING_AT_ONCE = 50;
const BARE_CLIENTS = 20;
const SMALL_LOG = 10_000;
const LARGE_LOG = Number(process.env["BENCH_LOCKERS_LOG"] || 1_000_000);
/** A message without an answer is sent again after so long. */
const REPEAT_MS = 10_000;
/** A command that did not come for so long is not carried out. */
const COMMAND_LIFE_MS = 30_000;
/** Milliseconds from the call of `lockerOpen` to the device, on an idle machine. */
const OPEN_TARGET_MS = { p50: 30, p99: 150 };

export async function benchLockers(): Promise<boolean> {
  const [small, large] = [await prepare(SMALL_LOG), await prepare(LARGE_LOG)];
  let holds = true;
  try {
    holds = await measureLog(small, large);
    await small.stop();
    holds = (await measureCommands(large)) && holds;
  } finally {
    await small.stop();
    await large.stop();
  }
  return holds;
}

interface Prepared {
  setup: BenchSetup;
  server: BenchServer;
  lockers: readonly LockerKeys[];
  stop(): Promise<void>;
}

async function prepare(operations: number): Promise<Prepared> {
  const setup = await createBenchSetup(100, 1);
  const lockers = await createLockers(setup.system, setup.businesses[0]!, DEVICES);
  await createLog(setup, operations);
  const server = await startServer(setup, { work: true, broker: true });
  let stopping: Promise<void> | undefined;
  return {
    setup,
    server,
    lockers,
    stop: () => (stopping ??= server.stop().then(() => setup.stop())),
  };
}

/** The same questions to both in turn, over one connection, so that the time is the inverse of the rate. */
async function measureLog(small: Prepared, large: Prepared): Promise<boolean> {
  const buildCandidates = (size: string, { setup, server, lockers }: Prepared): Candidate[] => {
    const headers = { authorization: `Bearer ${setup.token}` };
    const any = () => lockers[Math.floor(Math.random() * LOGGED_DEVICES)]!;
    const ask = (name: string, query: () => string, rows = 50): Candidate => ({
      name: `${name}, ${size}`,
      url: server.service,
      headers,
      paths: () => `/api/v1/device-operations?per_page=${rows}${query()}`,
    });
    const an_hour_ago = new Date(Date.now() - 3_600_000).toISOString();
    return [
      ask("all", () => ""),
      ask("of a device", () => `&device_id=${any().id}`),
      ask("of a compartment", () => `&compartment_id=${any().compartment_id}`),
      ask("of an hour", () => `&from=${an_hour_ago}`),
      // The smaller log has no more of them.
      ask("one action of a thousand", () => "&action=tampered", SMALL_LOG / 1000),
      ask("one person of a thousand", () => "&actor_type=courier", SMALL_LOG / 1000),
      ask("tenth page", () => "&page=10"),
    ];
  };
  const asked_small = buildCandidates("small", small);
  const asked_large = buildCandidates("large", large);
  const candidates = asked_small.flatMap((one, index) => [one, asked_large[index]!]);
  const measured = await measureCandidates(candidates, { rounds: 5, seconds: 1, connections: 1 });
  console.table(measured);
  return asked_small
    .map(({ name }, index) =>
      verdict(
        `log, ${name.replace(", small", "")}: p50 at ${LARGE_LOG} operations / at ${SMALL_LOG}`,
        measureRate(measured, name) / measureRate(measured, asked_large[index]!.name),
        1.5,
        "at most",
      ),
    )
    .every(Boolean);
}

async function measureCommands({ setup, server, lockers }: Prepared): Promise<boolean> {
  const { mqtt, service, pid } = server;
  if (mqtt === null) throw new Error("The server has no broker.");
  const started = performance.now();
  const devices = await connectAll(mqtt.service, setup.businesses[0]!, lockers);
  const connecting_s = (performance.now() - started) / 1000;
  console.log(
    `  ${devices.length} devices connected, ${(devices.length / connecting_s).toFixed(0)} a second`,
  );
  await settle(devices);
  const bare = await connectBare(mqtt.bare);
  const failures: string[] = [];
  const open = async (device: BenchDevice) => {
    const outcome = await measureOpen(service, setup.token, device);
    if ("failure" in outcome) failures.push(outcome.failure);
    else opens_ms.push(outcome.duration_ms);
  };
  const opens_ms: number[] = [];
  for (const device of devices.slice(0, 20)) await open(device);
  opens_ms.length = 0;

  for (const device of devices) device.reset();
  failures.length = 0;
  const before = readCpuTicks(pid);
  const bare_ms: number[] = [];
  const end = performance.now() + SECONDS * 1000;
  const [talking, opening] = [devices.slice(0, DEVICES / 2), devices.slice(DEVICES / 2)];
  const loops = [
    repeat(DEVICES / HEARTBEAT_S, end, (count) => devices[count % devices.length]!.sendHeartbeat()),
    repeat(OPERATIONS_A_SECOND - OPENS_A_SECOND * OPERATIONS_OF_AN_OPENING, end, (count) =>
      talking[count % talking.length]!.moveDoor(),
    ),
  ];
  const opened: Promise<unknown>[] = [];
  loops.push(
    repeat(OPENS_A_SECOND, end, (count) => {
      opened.push(open(opening[count % opening.length]!));
      opened.push(bare.measure().then((duration_ms) => bare_ms.push(duration_ms)));
    }),
  );
  await Promise.all(loops);
  await Promise.all(opened);
  const after = readCpuTicks(pid);
  await wait(1000);

  const answers_ms = devices.flatMap((device) => device.answer_times_ms);
  const refusals = [...devices.flatMap((device) => device.refusals), ...failures];
  const unanswered = devices.reduce((sum, device) => sum + device.unanswered(), 0);
  const share = (member: "server" | "database") =>
    `${member} ${((after[member] - before[member]) / SECONDS).toFixed(0)} % of a core`;
  console.log(
    `  ${answers_ms.length} messages of devices answered in p50 ${at(answers_ms, 0.5)} p99 ${at(answers_ms, 0.99)} ms, ` +
      `${unanswered} not answered, ${refusals.length} refused or disconnected (${[...new Set(refusals)].join()}); ${share("server")}, ${share("database")}; ` +
      `load of the machine ${loadavg()[0]!.toFixed(1)}`,
  );
  console.log(
    `  ${opens_ms.length} commands to open: p50 ${at(opens_ms, 0.5)} p99 ${at(opens_ms, 0.99)} ms; ` +
      `bare publish: p50 ${at(bare_ms, 0.5)} p99 ${at(bare_ms, 0.99)} ms`,
  );
  await bare.stop();
  await Promise.all(devices.map((device) => device.stop()));
  const ratio = (part: number) => findAt(opens_ms, part) / findAt(bare_ms, part);
  console.log(`  a command / a bare publish: p50 ${ratio(0.5).toFixed(1)}, p99 ${ratio(0.99).toFixed(1)}`);
  return [
    verdict("messages refused or not answered", unanswered + refusals.length, 0, "at most"),
    verdict(
      `open command to device, p50 / ${OPEN_TARGET_MS.p50} ms`,
      findAt(opens_ms, 0.5) / OPEN_TARGET_MS.p50,
      1,
      "at most",
    ),
    verdict(
      `open command to device, p99 / ${OPEN_TARGET_MS.p99} ms`,
      findAt(opens_ms, 0.99) / OPEN_TARGET_MS.p99,
      1,
      "at most",
    ),
  ].every(Boolean);
}

async function connectAll(
  port: number,
  business_id: number,
  lockers: readonly LockerKeys[],
): Promise<readonly BenchDevice[]> {
  const devices: BenchDevice[] = [];
  const waiting = [...lockers];
  await Promise.all(
    Array.from({ length: CONNECTING_AT_ONCE }, async () => {
      for (let keys = waiting.shift(); keys !== undefined; keys = waiting.shift())
        devices.push(await connectDevice(port, { prefix: "bench", business_id }, keys));
    }),
  );
  return devices;
}

/** Until what their connections began has ended: each has an answer to a heartbeat, which it repeats as firmware does. */
async function settle(devices: readonly BenchDevice[]): Promise<void> {
  for (let first = 0; first < devices.length; first += CONNECTING_AT_ONCE) {
    let waiting = devices.slice(first, first + CONNECTING_AT_ONCE);
    while (waiting.length > 0) {
      for (const device of waiting) {
        device.reset();
        device.sendHeartbeat();
      }
      for (let looks = 0; looks < REPEAT_MS / 20 && waiting.length > 0; looks += 1) {
        await wait(20);
        waiting = waiting.filter((device) => device.unanswered() > 0);
      }
    }
  }
}

/** From the call to the command at the device, or why it did not come. */
async function measureOpen(
  service: string,
  token: string,
  device: BenchDevice,
): Promise<{ duration_ms: number } | { failure: string }> {
  const arriving = device.awaitOpen();
  const called_at = performance.now();
  const answer = await fetch(
    `${service}/api/v1/lockers/${device.id}/compartments/${device.compartment_id}/open`,
    {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "idempotency-key": randomUUID(),
      },
      body: JSON.stringify({ reason: "bench" }),
    },
  );
  await answer.arrayBuffer();
  if (answer.status !== 202) return { failure: String(answer.status) };
  const arrived_at = await Promise.race([arriving, wait(COMMAND_LIFE_MS)]);
  return arrived_at === undefined ? { failure: "EXPIRED" } : { duration_ms: arrived_at - called_at };
}

/** One client that publishes, and others of which each gets a message in turn. */
async function connectBare(port: number) {
  const connect = (username: string) =>
    connectAsync(`mqtt://127.0.0.1:${port}`, {
      protocolVersion: 4,
      username,
      password: "none",
      reconnectPeriod: 0,
    });
  const sender = await connect("sender");
  const names = Array.from({ length: BARE_CLIENTS }, (_client, index) => `client-${index}`);
  const receivers = await Promise.all(names.map(connect));
  const arriving = new Map<string, () => void>();
  for (const receiver of receivers)
    receiver.on("message", (_topic, payload) => arriving.get(payload.toString("utf8"))?.());
  await Promise.all(receivers.map((receiver, index) => receiver.subscribeAsync(names[index]!, { qos: 1 })));
  let count = 0;
  return {
    measure(): Promise<number> {
      count += 1;
      const name = names[count % names.length]!;
      const id = randomUUID();
      const sent_at = performance.now();
      return new Promise((resolve) => {
        arriving.set(id, () => {
          arriving.delete(id);
          resolve(performance.now() - sent_at);
        });
        sender.publish(name, id, { qos: 1 });
      });
    },
    stop: () => Promise.all([sender, ...receivers].map((client) => client.endAsync(true))),
  };
}

/** So often a second until `end`; what a busy moment held up is made up for. */
async function repeat(rate: number, end: number, act: (count: number) => void): Promise<void> {
  const begun = performance.now();
  for (let count = 0; ; count += 1) {
    const due = begun + ((count + Math.random()) * 1000) / rate;
    if (due >= end) return;
    const ahead = due - performance.now();
    if (ahead > 0) await wait(ahead);
    act(count);
  }
}

function findAt(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

const at = (values: readonly number[], part: number): string => findAt(values, part).toFixed(1);
