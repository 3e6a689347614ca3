/**
 * Devices at the broker: commands reach them after the commit and once, what they publish does what it does over HTTP, and
 * the end of a connection is noticed at once.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { connectAsync } from "mqtt";
import { createClaim, lockDevice, queueCommand, retireDevice } from "#domain/lockers/devices/public.ts";
import { buildFlash, type Device, type Input } from "#locker-protocol/firmware/device-state.ts";
import { applyEffects, step } from "#locker-protocol/firmware.ts";
import type { Command, Operation } from "#locker-protocol/messages.ts";
import {
  buildProvision,
  buildTestDevice,
  connectTestDevice,
  createTestDevice,
  generateKeys,
  type TestDevice,
} from "#tests/support/devices.ts";
import { connectMqtt, isGranted, startPush, waitForClose } from "#tests/support/push.ts";
import { type TestBusiness, testService } from "#tests/support/service.ts";
import { runInBusiness } from "#tests/support/transaction.ts";
import { until } from "#tests/support/until.ts";

const service = await testService();
const { runtime } = service;
const { push, http_port } = await startPush(runtime, { kind: "embedded", host: "127.0.0.1", port: 0 });
const TCP = `mqtt://127.0.0.1:${push.port()}`;
const WEBSOCKET = `ws://127.0.0.1:${http_port}/mqtt`;

const connect = (business: TestBusiness, device: TestDevice, url = TCP, more = {}) =>
  connectTestDevice(url, business, device, more);

function queue(business: TestBusiness, { id }: TestDevice, fails = false) {
  return runInBusiness(business, async (context) => {
    await lockDevice(context, id);
    const expires_at = new Date(context.now.getTime() + 60_000);
    const command = await queueCommand(context, id, { kind: "snapshot", expires_at });
    if (fails) throw new Error("rolled back");
    return command.nonce;
  });
}

const listNonces = (messages: readonly Record<string, unknown>[]) =>
  messages.flatMap(({ type, nonce }) => (type === "command" ? [nonce] : []));

const operation = (seq: number, more: Partial<Operation> = {}): Operation => ({
  seq,
  action: "network_lost",
  occurred_at: service.now().toISOString(),
  result: "ok",
  ...more,
});

async function readStatus({ id }: TestDevice): Promise<string | undefined> {
  const row = await service.system.row<{ status: string }>("select status from locker_device where id = $1", [
    id,
  ]);
  return row?.status;
}

const untilStatus = (device: TestDevice, status: string) =>
  until(`the device ${status}`, async () => (await readStatus(device)) === status);

async function listKinds(business: TestBusiness, { id }: TestDevice): Promise<string[]> {
  const kinds = (await business.readEvents("locker_device", id)).map(({ kind }) => kind);
  return kinds.filter((kind) => kind !== "device.provisioned");
}

describe("commands", () => {
  test("reach a connected device after the commit, not when it is rolled back, and each once", async () => {
    const business = await service.business();
    const device = await createTestDevice(business);
    const { messages, ask } = await connect(business, device);
    await assert.rejects(queue(business, device, true), /rolled back/);
    const nonces = [await queue(business, device), await queue(business, device)];
    await until("two commands", () => listNonces(messages).length >= 2);
    // An answer comes after every command that was sent before.
    assert.equal((await ask({ type: "heartbeat" }))["type"], "receipt");
    assert.deepEqual(listNonces(messages), nonces);
    const rows = await service.system.rows("select status, sends from locker_command where device_id = $1", [
      device.id,
    ]);
    assert.deepEqual(rows, [
      { status: "SENT", sends: 1 },
      { status: "SENT", sends: 1 },
    ]);
  });

  test("that are open are sent again over another connection, all of them, and what was answered is not", async () => {
    const business = await service.business();
    const device = await createTestDevice(business);
    const nonces: string[] = [];
    for (let count = 0; count < 53; count += 1) nonces.push(await queue(business, device));
    const first = await connect(business, device, WEBSOCKET);
    await until("every command", () => listNonces(first.messages).length >= nonces.length);
    assert.deepEqual(listNonces(first.messages), nonces);
    const [first_nonce, ...open] = nonces;
    assert.equal((await first.ask({ type: "ack", nonce: first_nonce, status: "done" }))["type"], "receipt");
    await first.client.endAsync(true);
    const second = await connect(business, device);
    await until("the open commands", () => listNonces(second.messages).length >= open.length);
    await second.ask({ type: "heartbeat" });
    assert.deepEqual(listNonces(second.messages), open);
    const packets = [...first.messages, ...second.messages].flatMap(({ packet_id }) => packet_id ?? []);
    assert.equal(new Set(packets).size, packets.length);
    assert.equal(packets.length, nonces.length + open.length);
  });

  test("move a door once, however often their packet comes: with the reference firmware", async () => {
    const business = await service.business();
    const device = await createTestDevice(business);
    const answer = { epoch: 1, code_secret: Buffer.alloc(32).toString("base64url"), heartbeat_s: 60 };
    const firmware = buildFirmware(device, answer);
    const nonce = await runInBusiness(business, async (context) => {
      await lockDevice(context, device.id);
      const expires_at = new Date(context.now.getTime() + 60_000);
      return (await queueCommand(context, device.id, { kind: "reboot", expires_at })).nonce;
    });
    const packets: Command[] = [];
    for (const url of [TCP, WEBSOCKET]) {
      const connected = await connect(business, device, url);
      const isCommand = ({ type }: Record<string, unknown>) => type === "command";
      await until("the command", () => connected.messages.some(isCommand));
      // The packet is delivered again, as quality of service 1 may.
      const packet = connected.messages.find(isCommand) as unknown as Command;
      packets.push(packet, packet);
      await connected.client.endAsync(true);
    }
    assert.deepEqual(new Set(packets.map((packet) => packet.nonce)), new Set([nonce]));
    firmware({ kind: "network", connected: true, clock: Date.now() });
    const server_time = service.now().toISOString();
    firmware({
      kind: "message",
      message: { type: "receipt", answers: "1.1.1", server_time },
      clock: Date.now(),
    });
    for (const packet of packets)
      firmware({
        kind: "message",
        message: { ...packet, kind: "open", compartment: "A1", body: { use: "operator" } },
        clock: Date.now(),
      });
    assert.equal(firmware.pulses(), 1);
  });
});

/** A device of one compartment with power. */
function buildFirmware(
  { id }: TestDevice,
  answer: { epoch: number; code_secret: string; heartbeat_s: number },
) {
  const flash = buildFlash(
    {
      ...answer,
      type: "provision_answer",
      device_id: id,
      server_time: service.now().toISOString(),
      compartments: [{ compartment_id: 1, code: "A1" }],
    },
    "1.0.0",
    500,
  );
  let device: Device = { flash, memory: null };
  let pulses = 0;
  const handle = (input: Input) => {
    const result = step(device, input);
    pulses += result.effects.filter(({ kind }) => kind === "pulse").length;
    device = applyEffects(device, result);
  };
  handle({
    kind: "power_restored",
    cause: "power",
    boards: [{ code: "A1", door: "CLOSED", contents: "NONE" }],
    clock: Date.now(),
  });
  return Object.assign(handle, { pulses: () => pulses });
}

describe("what a device publishes", () => {
  test("does what it does over HTTP, and is answered the same", async () => {
    const business = await service.business();
    const device = await createTestDevice(business);
    const { ask } = await connect(business, device);
    const operations = [operation(1), operation(2)];
    const first = await ask({ type: "operations", operations });
    assert.partialDeepStrictEqual(first, { type: "operations_answer", applied_seq: 2, missing: [] });
    const over_http = await device.push(operations);
    assert.equal(over_http.body.head, first["head"]);
    // The same packet again stores nothing twice.
    assert.equal((await ask({ type: "operations", operations }))["head"], first["head"]);
    const rows = await service.system.rows(
      "select seq from locker_operation where device_id = $1 and seq is not null order by seq",
      [device.id],
    );
    assert.deepEqual(rows, [{ seq: 1 }, { seq: 2 }]);
    const state = { type: "snapshot", seq: 2, firmware: "1.0.0", compartments: [] };
    for (const message of [{ type: "heartbeat", queued: 3 }, state, { type: "bye", reason: "sleep" }])
      assert.equal((await ask(message))["type"], "receipt", message.type);
    const row = await service.system.row(
      "select status, connectivity, queued_operations from locker_device where id = $1",
      [device.id],
    );
    assert.deepEqual(row, { status: "OFFLINE", connectivity: "mqtt", queued_operations: 0 });
  });

  test("is refused as over HTTP, by a code and with the time of the service", async () => {
    const business = await service.business();
    const device = await createTestDevice(business);
    const { ask, publish, messages } = await connect(business, device);
    await ask({ type: "operations", operations: [operation(1)] });
    for (const [message, error_code] of [
      [{ type: "operations", operations: [operation(1, { action: "booted" })] }, "CHANGED_OPERATION"],
      [{ type: "heartbeat", epoch: 2 }, "OTHER_EPOCH"],
      [{ type: "heartbeat", queued: -1 }, "INVALID_REQUEST"],
      [{ type: "ack", nonce: randomUUID(), status: "done" }, "NOT_FOUND"],
      [{ type: "presence", status: "offline" }, "UNKNOWN_MESSAGE"],
      [{ type: "provision" }, "UNKNOWN_MESSAGE"],
      [{ type: "commands" }, "UNKNOWN_MESSAGE"],
    ] as const) {
      const refusal = await ask(message);
      assert.partialDeepStrictEqual(refusal, { type: "refusal", error_code });
      assert.match(String(refusal["server_time"]), /^\d{4}-/);
    }
    for (const text of ["", "{", "[]", "7", '"heartbeat"']) {
      const before = messages.length;
      await publish(text);
      await until("a refusal", () => messages.length > before);
      assert.partialDeepStrictEqual(messages.at(-1), { type: "refusal", error_code: "INVALID_JSON" });
    }
    assert.equal(await readStatus(device), "ONLINE");
  });

  test("reaches nothing of another device or business, and nobody else reaches its topics", async () => {
    const [mine, theirs] = [await service.business(), await service.business()];
    const [device, peer, strange] = [
      await createTestDevice(mine),
      await createTestDevice(mine),
      await createTestDevice(theirs),
    ];
    const { client } = await connect(mine, device);
    const topics = [device, peer, strange].flatMap(({ topic_prefix }) => [
      `${topic_prefix}/#`,
      `${topic_prefix}/+`,
      `${topic_prefix}/messages`,
    ]);
    const { mqtt_prefix } = runtime.settings;
    for (const filter of [
      ...topics,
      `${peer.topic_prefix}/commands`,
      `${strange.topic_prefix}/commands`,
      `${mqtt_prefix}/device/${mine.id}/+/commands`,
      `${mqtt_prefix}/dispatch/${mine.id}`,
      `${mqtt_prefix}/changes/${mine.id}`,
      "#",
    ])
      assert.equal(await isGranted(client, filter), false, filter);
    const heartbeat = JSON.stringify({
      type: "heartbeat",
      message_id: "1",
      epoch: 1,
      queued: 9,
      clock: service.now().toISOString(),
    });
    for (const topic of [
      `${peer.topic_prefix}/messages`,
      `${strange.topic_prefix}/messages`,
      `${strange.topic_prefix}/presence`,
      `${device.topic_prefix}/commands`,
      `${mqtt_prefix}/dispatch/${mine.id}`,
    ]) {
      const intruder = await connect(mine, device);
      const ended = waitForClose(intruder.client);
      intruder.client.publish(topic, heartbeat, { qos: 1 });
      await ended;
    }
    const employee = await connectMqtt(TCP, (await mine.person("client_admin")).token);
    for (const filter of [`${device.topic_prefix}/commands`, `${mqtt_prefix}/device/${mine.id}/+`, "#"])
      assert.equal(await isGranted(employee, filter), false, filter);
    const ended = waitForClose(employee);
    employee.publish(`${device.topic_prefix}/messages`, heartbeat, { qos: 1 });
    await ended;
    const rows = await service.system.rows(
      "select queued_operations from locker_device where id = any($1) and queued_operations > 0",
      [[device.id, peer.id, strange.id]],
    );
    assert.deepEqual(rows, []);
  });
});

describe("signing in", () => {
  test("needs a token of the device that is fresh and was not used before", async () => {
    const business = await service.business();
    const [device, other] = [await createTestDevice(business), await createTestDevice(business)];
    const attempt = async (password: string, username = `device:${device.id}`) => {
      try {
        const client = await connectAsync(TCP, {
          protocolVersion: 4,
          username,
          password,
          reconnectPeriod: 0,
        });
        await client.endAsync(true);
        return "admitted";
      } catch (error) {
        return (error as { code?: number }).code;
      }
    };
    const token = await device.buildToken();
    assert.equal(await attempt(token), "admitted");
    assert.equal(await attempt(token), 4);
    assert.equal(await attempt(await device.buildToken({ skew_s: -400 })), 4);
    assert.equal(await attempt(await device.buildToken({ skew_s: 400 })), 4);
    assert.equal(await attempt(await device.buildToken({ keys: other.keys })), 4);
    assert.equal(await attempt(await device.buildToken({ jti: "short" })), 4);
    assert.equal(await attempt(await other.buildToken()), 4);
    assert.equal(await attempt(await device.buildToken({ device_id: 999_999_999 }), "device:999999999"), 4);
    assert.equal(await attempt(await device.buildToken(), "device:0"), 4);
    const { token: person } = await business.person("client_admin");
    assert.equal(await attempt(person), 4);
    // The token of a device is none of a person's.
    assert.equal(await attempt(await device.buildToken(), "anybody"), 4);
    await business.service.system.execute("update business set status = 'suspended' where id = $1", [
      business.id,
    ]);
    assert.equal(await attempt(await device.buildToken()), 4);
  });
});

describe("a connection", () => {
  test("that breaks makes the device offline at once by its last will, and the next one online", async () => {
    const business = await service.business();
    const device = await createTestDevice(business);
    const first = await connect(business, device);
    await first.ask({ type: "heartbeat" });
    first.client.stream.destroy();
    await untilStatus(device, "OFFLINE");
    const second = await connect(business, device);
    await untilStatus(device, "ONLINE");
    // Who says goodbye to the broker has not vanished.
    await second.client.endAsync(false);
    const third = await connect(business, device);
    await third.ask({ type: "heartbeat" });
    assert.deepEqual(await listKinds(business, device), ["device.offline", "device.online"]);
  });

  test("ends when the device has another one, here or at another process, and then says nothing more", async () => {
    const elsewhere = await startPush(runtime, { kind: "embedded", host: "127.0.0.1", port: 0 });
    const business = await service.business();
    const device = await createTestDevice(business);
    const first = await connect(business, device);
    await first.ask({ type: "heartbeat" });
    const ended = waitForClose(first.client);
    const second = await connect(business, device, TCP, { clientId: "another" });
    await ended;
    await second.ask({ type: "heartbeat" });
    const third = await connect(business, device, `mqtt://127.0.0.1:${elsewhere.push.port()}`);
    await third.ask({ type: "heartbeat" });
    // The process of the second one does not know; the family does.
    const superseded = waitForClose(second.client);
    const nonce = await queue(business, device);
    await until("the command", () => listNonces(third.messages).length > 0);
    await superseded;
    assert.deepEqual([listNonces(second.messages), listNonces(third.messages)], [[], [nonce]]);
    await third.ask({ type: "heartbeat" });
    assert.equal(await readStatus(device), "ONLINE");
    assert.deepEqual(await listKinds(business, device), ["device.command_queued"]);
  });

  test("of a process that stops makes no device offline", async () => {
    const elsewhere = await startPush(runtime, { kind: "embedded", host: "127.0.0.1", port: 0 });
    const business = await service.business();
    const device = await createTestDevice(business);
    const { client, ask } = await connect(business, device, `mqtt://127.0.0.1:${elsewhere.push.port()}`);
    await ask({ type: "heartbeat" });
    const ended = waitForClose(client);
    await elsewhere.app.close();
    await ended;
    const { ask: askAgain } = await connect(business, device);
    await askAgain({ type: "heartbeat" });
    assert.deepEqual(await listKinds(business, device), []);
  });

  test("of a process that stops is closed after what was received over it is stored", async () => {
    const elsewhere = await startPush(runtime, { kind: "embedded", host: "127.0.0.1", port: 0 });
    const business = await service.business();
    const device = await createTestDevice(business);
    const { client, ask } = await connect(business, device, `mqtt://127.0.0.1:${elsewhere.push.port()}`);
    await ask({ type: "heartbeat" });
    const readBattery = async () =>
      (
        await service.system.row<{ battery_percent: number | null }>(
          "select battery_percent from locker_device where id = $1",
          [device.id],
        )
      )?.battery_percent;
    const release = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holding = runInBusiness(business, async (context) => {
      await lockDevice(context, device.id);
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const heartbeat = { type: "heartbeat", epoch: 1, message_id: "h", clock: service.now().toISOString() };
    client.publish(
      `${device.topic_prefix}/messages`,
      JSON.stringify({ ...heartbeat, queued: 0, battery_percent: 42 }),
      { qos: 1 },
    );
    try {
      await until("a message that waits for the device", () =>
        service.system.row(
          `select 1 from pg_locks where not granted and pid in (select pid from pg_locks
            where database = (select oid from pg_database where datname = current_database()))`,
        ),
      );
      const after_stop = elsewhere.app.close().then(readBattery);
      // Whoever does not wait for the message has stopped by then.
      await service.system.row("select pg_sleep(0.3)");
      release.resolve();
      assert.equal(await after_stop, 42);
    } finally {
      release.resolve();
      await holding;
    }
  });

  test("ends at once when the device is retired, or has another key", async () => {
    const business = await service.business();
    const device = await createTestDevice(business);
    const first = await connect(business, device);
    const { claim_code } = await runInBusiness(business, async (context) => {
      const locked = await lockDevice(context, device.id);
      assert(locked !== undefined);
      return createClaim(context, locked);
    });
    const renewed = buildTestDevice(business, { ...device, keys: generateKeys() });
    let ended = waitForClose(first.client);
    const provision = buildProvision(business, { ...renewed, claim_code });
    const answer = await service.http("POST", "/api/v1/device-operations/provision", provision);
    assert.deepEqual(answer.body.mqtt, {
      url: "mqtts://lockers.example:8883",
      topic_prefix: device.topic_prefix,
    });
    await ended;
    const second = await connect(business, renewed);
    assert.equal((await second.ask({ type: "heartbeat", epoch: 2 }))["type"], "receipt");
    ended = waitForClose(second.client);
    await runInBusiness(business, async (context) => {
      const locked = await lockDevice(context, device.id);
      assert(locked !== undefined);
      await retireDevice(context, locked);
    });
    await ended;
    await assert.rejects(connect(business, renewed), { code: 4 });
    assert.equal(await readStatus(device), "RETIRED");
  });
});
