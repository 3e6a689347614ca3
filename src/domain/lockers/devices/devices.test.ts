/**
 * Devices over HTTP, with signed requests: provisioning, operations in their order, commands that are carried out once,
 * presence, and the chain of the log.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { buildChainStart, extendChain } from "#locker-protocol/chain.ts";
import type { Operation } from "#locker-protocol/messages.ts";
import { subscribe } from "#operation/define/topic.ts";
import { runDue } from "#operation/due/run-due.ts";
import {
  buildProvision,
  buildTestDevice,
  claimDevice,
  createTestDevice,
  generateKeys,
  type TestDevice,
} from "#tests/support/devices.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { runInBusiness } from "#tests/support/transaction.ts";
import { createDeviceCommand } from "./operations/create-device-command.ts";
import { getDeviceChain } from "./operations/get-device-chain.ts";
import { listDeviceCommands } from "./operations/list-device-commands.ts";
import { listDeviceOperations } from "./operations/list-device-operations.ts";
import { createClaim, findDevice, lockDevice, queueCommand, retireDevice, setMaintenance } from "./public.ts";
import { hashClaimCode } from "./records/claim.ts";
import { deleteOldNonces } from "./schedules/delete-old-nonces.ts";
import { commandEnded, deviceGapGivenUp, deviceOperationApplied, deviceSnapshotReported } from "./topics.ts";

const service = await testService();
service.freezeClock();
const ROOT = "/api/v1/device-operations";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** What families above are told, by device. */
const reports = new Map<number, string[]>();
const tell = (id: number, text: string) => void reports.set(id, [...(reports.get(id) ?? []), text]);
const take = ({ id }: { id: number }) => {
  const texts = reports.get(id) ?? [];
  reports.delete(id);
  return texts;
};
const subscribers = service.runtime.registry.subscribers as Map<string, unknown[]>;
for (const one of [
  subscribe(deviceOperationApplied, async (_context, { device, operations }) => {
    tell(
      device.id,
      operations.length > 9 ? `${operations.length} applied` : `applied ${operations.map(({ seq }) => seq)}`,
    );
  }),
  subscribe(deviceGapGivenUp, async (_context, { device, from, to }) => tell(device.id, `gap ${from}-${to}`)),
  subscribe(commandEnded, async (_context, { device, command, outcome }) =>
    tell(device.id, `${command.kind} ${command.status} ${outcome}`),
  ),
  subscribe(deviceSnapshotReported, async (_context, { device, is_complete }) =>
    tell(device.id, `snapshot ${is_complete}`),
  ),
])
  subscribers.set(one.topic, [...(subscribers.get(one.topic) ?? []), one]);

const operation = (seq: number, more: Partial<Operation> = {}): Operation => ({
  seq,
  action: "network_lost",
  occurred_at: service.now().toISOString(),
  result: "ok",
  ...more,
});
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => operation(from + index));

const readDevice = (business: TestBusiness, { id }: { id: number }) =>
  runInBusiness(business, async (context) => {
    const device = await findDevice(context, id);
    assert(device !== undefined);
    return device;
  });

async function queue(business: TestBusiness, device: TestDevice, life_ms = 30_000) {
  return runInBusiness(business, (context) =>
    queueCommand(context, device.id, {
      kind: "open",
      body: { use: "collect" },
      expires_at: new Date(context.now.getTime() + life_ms),
      reason: "asked for",
    }),
  );
}

const pull = async (device: TestDevice) => (await device.call("GET", `${ROOT}/commands`)).body.commands;
const ack = (device: TestDevice, nonce: string, status: string, more: object = {}) =>
  device.send(`/commands/${nonce}/ack`, {
    type: "ack",
    nonce,
    status,
    at: service.now().toISOString(),
    ...more,
  });

describe("provisioning", () => {
  test("a claim is used once: the same key gets the same answer again, another key none", async () => {
    const business = await service.business();
    const claim = await claimDevice(business);
    const keys = generateKeys();
    const provision = (other = keys, more = {}) =>
      service.http("POST", `${ROOT}/provision`, {
        ...buildProvision(business, { ...claim, keys: other }),
        ...more,
      });
    assert.equal((await provision(keys, { claim_code: "NONE-SUCH0-CODE" })).status, 404);
    assert.equal((await provision(keys, { serial: "other" })).body.error_code, "OTHER_SERIAL");
    const first = await provision();
    assert.partialDeepStrictEqual(first.body, { device_id: claim.id, epoch: 1, heartbeat_s: 60 });
    assert.equal(Buffer.from(first.body.code_secret, "base64url").length, 32);
    assert.deepEqual((await provision()).body, first.body);
    const typed = await provision(keys, { claim_code: claim.claim_code.toLowerCase().replaceAll("-", "") });
    assert.deepEqual(typed.body, first.body);
    const theft = await provision(generateKeys());
    assert.deepEqual([theft.status, theft.body.error_code], [409, "CLAIM_USED"]);
    assert.equal(JSON.stringify(theft.body).includes(first.body.code_secret), false);
    const kinds = (await business.readEvents("locker_device", claim.id)).map(({ kind }) => kind);
    assert.deepEqual(kinds, ["device.provisioned"]);
    service.advance(25 * HOUR);
    await runDue(service.runtime);
    assert.equal((await provision()).status, 404);
    const entries = await service.system.rows(
      "select 1 from directory_entry where kind = 'locker_claim' and value_hash = $1",
      [hashClaimCode(claim.claim_code)],
    );
    assert.equal(entries.length, 0);
  });

  test("two devices that show one claim at once: one is provisioned", async () => {
    const business = await service.business();
    const claim = await claimDevice(business);
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        service.http(
          "POST",
          `${ROOT}/provision`,
          buildProvision(business, { ...claim, keys: generateKeys() }),
        ),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
  });

  test("again, it begins another epoch: what waits takes effect, the codes stay, the old key ends", async () => {
    const business = await service.business();
    const device = await createTestDevice(business);
    await device.push([operation(1), operation(3)]);
    take(device);
    const before = await readDevice(business, device);
    const { claim_code } = await runInBusiness(business, async (context) => {
      const locked = await lockDevice(context, device.id);
      assert(locked !== undefined);
      return createClaim(context, locked);
    });
    const keys = generateKeys();
    const answer = await service.http(
      "POST",
      `${ROOT}/provision`,
      buildProvision(business, { claim_code, serial: device.serial, keys }),
    );
    assert.equal(answer.body.epoch, 2);
    assert.deepEqual(take(device), ["gap 2-2", "applied 3"]);
    assert.equal((await readDevice(business, device)).code_secret, before.code_secret);
    assert.equal((await device.push([operation(4)])).body.error_code, "INVALID_SIGNATURE");
    const renewed = buildTestDevice(business, { ...device, keys });
    const old = await renewed.push([operation(4)]);
    assert.deepEqual([old.status, old.body.error_code, old.body.epoch], [409, "OTHER_EPOCH", 2]);
    assert.equal((await renewed.push([operation(1)], { epoch: 2 })).body.applied_seq, 1);
  });
});

describe("a signed request", () => {
  test("is refused with another key, a changed body, no signature, a nonce that was used, or a wrong clock", async () => {
    const business = await service.business();
    const [device, other] = [await createTestDevice(business), await createTestDevice(business)];
    const beat = (signing: object) => device.send("/heartbeat", { type: "heartbeat" }, signing);
    assert.equal((await beat({})).status, 200);
    for (const signing of [{ keys: other.keys }, { device_id: 999_999_999 }, { signed_body: "{}" }]) {
      const { status, body } = await beat(signing);
      assert.deepEqual([status, body.error_code], [401, "INVALID_SIGNATURE"], JSON.stringify(signing));
    }
    const bare = await service.http("POST", `${ROOT}/heartbeat`, {});
    assert.deepEqual([bare.status, bare.body.error_code], [401, "MISSING_CREDENTIALS"]);
    const nonce = randomUUID();
    assert.equal((await beat({ nonce })).status, 200);
    const again = await beat({ nonce });
    assert.deepEqual([again.status, again.body.error_code], [409, "REPLAYED_REQUEST"]);
    const at_once = randomUUID();
    const answers = await Promise.all([1, 2, 3, 4].map(() => beat({ nonce: at_once })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409]);
    for (const skew_s of [600, -600]) {
      const late = await beat({ skew_s });
      assert.deepEqual([late.status, late.body.error_code], [401, "STALE_TIMESTAMP"]);
      assert.equal(late.body.server_time, service.now().toISOString());
    }
    assert.equal((await beat({ skew_s: 290 })).status, 200);
    const peer = await service.another();
    const heartbeat = {
      type: "heartbeat",
      message_id: "m",
      epoch: 1,
      queued: 0,
      clock: service.now().toISOString(),
    };
    const text = JSON.stringify(heartbeat);
    const headers = await device.sign("POST", `${ROOT}/heartbeat`, text, { nonce });
    const elsewhere = await peer.app.inject({
      method: "POST",
      url: `${ROOT}/heartbeat`,
      headers: { ...headers, "content-type": "application/json" },
      payload: text,
    });
    assert.equal(elsewhere.statusCode, 409);
  });

  test("opens nothing of the people, and an account nothing of devices; a suspended business and a retired device are refused at once", async () => {
    const business = await service.business();
    const device = await createTestDevice(business);
    assert.equal((await device.call("GET", `${ROOT}/chain?device_id=${device.id}`)).status, 401);
    const account = await business.http("client_admin", "GET", `${ROOT}/commands`);
    assert.deepEqual([account.status, account.body.error_code], [403, "FORBIDDEN"]);
    const set = (status: string) =>
      service.system.execute("update business set status = $2 where id = $1", [business.id, status]);
    await set("suspended");
    assert.equal((await device.call("GET", `${ROOT}/commands`)).body.error_code, "DEVICE_REFUSED");
    await set("active");
    assert.equal((await device.call("GET", `${ROOT}/commands`)).status, 200);
    const [waiting, sent_command] = [await queue(business, device), await queue(business, device)];
    await service.system.execute(
      "update locker_command set status = 'SENT' where business_id = $1 and id = $2",
      [business.id, sent_command.id],
    );
    take(device);
    await runInBusiness(business, async (context) => {
      const locked = await lockDevice(context, device.id);
      assert(locked !== undefined && waiting.id < sent_command.id);
      await retireDevice(context, locked);
    });
    assert.deepEqual(take(device), ["open EXPIRED not_carried_out", "open EXPIRED unknown"]);
    const refused = await device.push([operation(1)]);
    assert.deepEqual([refused.status, refused.body.error_code], [403, "DEVICE_REFUSED"]);
  });

  test("has nonces that are kept while its time would be accepted", async () => {
    const business = await service.business();
    const device = await createTestDevice(business);
    await device.send("/heartbeat", { type: "heartbeat" });
    const count = async () =>
      (await service.system.rows("select 1 from locker_nonce where business_id = $1", [business.id])).length;
    const clean = () =>
      deleteOldNonces.run({
        runtime: service.runtime,
        transaction: (work: (context: { db: typeof service.system; now: Date }) => Promise<void>) =>
          work({ db: service.system, now: service.now() }),
      } as never);
    service.advance(19 * MINUTE);
    await clean();
    assert.equal(await count(), 1);
    service.advance(2 * MINUTE);
    await clean();
    assert.equal(await count(), 0);
  });
});

describe("operations", () => {
  test("are stored and applied in order; the same again is answered the same, a changed one is refused and recorded", async () => {
    const business = await service.business();
    const device = await createTestDevice(business);
    const [one, two] = [operation(1, { action: "battery", details: { percent: 81 } }), operation(2)];
    const head = extendChain(buildChainStart(device.id, 1), [one, two]);
    const first = await device.push([two, one], { head });
    assert.partialDeepStrictEqual(first.body, { applied_seq: 2, received_to: 2, missing: [], head });
    assert.deepEqual(take(device), ["applied 1,2"]);
    assert.equal((await readDevice(business, device)).battery_percent, 81);
    const again = await device.push([one, two], { head });
    assert.partialDeepStrictEqual(again.body, { applied_seq: 2, received_to: 2, head });
    assert.deepEqual(take(device), []);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const changed = await device.push([operation(3), { ...two, result: "failed" }]);
      assert.partialDeepStrictEqual(changed.body, { error_code: "CHANGED_OPERATION", seq: 2 });
      assert.equal(changed.status, 409);
    }
    const twice = await device.push([operation(3), operation(3, { result: "failed" })]);
    assert.equal(twice.body.error_code, "CHANGED_OPERATION");
    const log = await business.as("employee")(listDeviceOperations, { device_id: device.id });
    assert.deepEqual(log.operations.map(({ action, seq }) => [action, seq]).sort(), [
      ["battery", 1],
      ["network_lost", 2],
      ["provisioned", null],
      ["tampered", null],
      ["tampered", null],
    ]);
    const kinds = (await business.readEvents("locker_device", device.id)).map(({ kind }) => kind);
    assert.deepEqual(kinds, ["device.provisioned", "device.tampered", "device.tampered"]);
  });

  test("wait behind a gap, which is asked for, and take effect when it is filled late", async () => {
    const business = await service.business();
    const device = await createTestDevice(business);
    const behind = await device.push([operation(1), operation(4), operation(5), operation(8)]);
    assert.partialDeepStrictEqual(behind.body, {
      applied_seq: 1,
      received_to: 8,
      missing: [
        { from: 2, to: 3 },
        { from: 6, to: 7 },
      ],
    });
    assert.deepEqual(take(device), ["applied 1"]);
    const [command] = await pull(device);
    assert.partialDeepStrictEqual(command, { kind: "resend", body: { ranges: behind.body.missing } });
    service.advance(10 * MINUTE);
    await runDue(service.runtime);
    const filled = await device.push([operation(2), operation(3)]);
    assert.partialDeepStrictEqual(filled.body, {
      applied_seq: 5,
      received_to: 8,
      missing: [{ from: 6, to: 7 }],
    });
    assert.deepEqual(take(device), ["applied 2,3,4,5"]);
    await device.push([operation(6)]);
    await device.push([operation(7)]);
    assert.deepEqual(take(device), ["applied 6", "applied 7,8"]);
    assert.equal((await pull(device)).length, 1);
  });

  test("behind a gap are applied after a quarter of an hour, when the gap is given up; what comes later changes nothing", async () => {
    const business = await service.business();
    const device = await createTestDevice(business);
    await device.push([operation(1), operation(3)]);
    service.advance(10 * MINUTE);
    await device.push([operation(6)]);
    take(device);
    service.advance(6 * MINUTE);
    await runDue(service.runtime);
    assert.deepEqual(take(device).sort(), ["applied 3", "gap 2-2", "resend EXPIRED not_carried_out"]);
    const late = await device.push([operation(2)]);
    assert.partialDeepStrictEqual(late.body, {
      applied_seq: 3,
      received_to: 6,
      missing: [{ from: 4, to: 5 }],
    });
    assert.equal("head" in late.body, false);
    assert.deepEqual(take(device), []);
    service.advance(10 * MINUTE);
    await runDue(service.runtime);
    assert.deepEqual(
      take(device).filter((text) => !text.startsWith("resend")),
      ["gap 4-5", "applied 6"],
    );
    // The device's chain is taken up again where it and the service agree.
    const head = "ab".repeat(32);
    assert.equal((await device.push([operation(7)], { head })).body.head, head);
    const { operations } = await business.as("client_admin")(listDeviceOperations, { action: "gap" });
    assert.deepEqual(
      operations.map(({ details, actor_type, result }) => [details, actor_type, result]),
      [
        [{ epoch: 1, from: 4, to: 5, why: "timeout" }, "service", "unknown"],
        [{ epoch: 1, from: 2, to: 2, why: "timeout" }, "service", "unknown"],
      ],
    );
    const too_late = await business.as("client_admin")(listDeviceOperations, {
      device_id: device.id,
      actor_type: "device",
    });
    assert.deepEqual(too_late.operations.find(({ seq }) => seq === 2)?.details, { too_late: true });
  });

  test("that the device has lost are given up at once, and its chain goes on behind them", async () => {
    const business = await service.business();
    const device = await createTestDevice(business);
    const lost_head = "cd".repeat(32);
    const news = [operation(5), operation(6)];
    const head = extendChain(lost_head, news);
    const answer = await device.push([operation(1), ...news], {
      lost: [{ from: 2, to: 4, head: lost_head }],
      head,
    });
    assert.partialDeepStrictEqual(answer.body, { applied_seq: 6, missing: [], head });
    assert.deepEqual(take(device), ["applied 1", "gap 2-4", "applied 5,6"]);
    // Also where nothing follows: the device reports it until it is acknowledged.
    const last_lost = { lost: [{ from: 7, to: 9, head: lost_head }] };
    for (let time = 0; time < 2; time += 1)
      assert.partialDeepStrictEqual((await device.push([], last_lost)).body, {
        applied_seq: 9,
        received_to: 9,
        head: lost_head,
      });
    assert.deepEqual(take(device), ["gap 7-9"]);
    const forked = await device.push([operation(10)], { head: lost_head });
    assert.equal(forked.status, 200);
    const [last] = (await business.readEvents("locker_device", device.id)).slice(-1);
    assert.deepEqual([last?.kind, last?.payload], ["device.tampered", { what: "chain" }]);
  });

  test("of an hour offline come late, 500 of them, in three pushes, two of them at once", async () => {
    const business = await service.business();
    const device = await createTestDevice(business);
    service.advance(HOUR);
    await runDue(service.runtime);
    assert.equal((await readDevice(business, device)).status, "OFFLINE");
    const occurred_at = new Date(service.now().getTime() - 50 * MINUTE).toISOString();
    const all = range(1, 500).map((one) => ({ ...one, occurred_at }));
    const answers = await Promise.all([
      device.push(all.slice(200, 400), { queued: 500 }),
      device.push(all.slice(0, 200), { queued: 300 }),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    const last = await device.push(all.slice(400), { head: extendChain(buildChainStart(device.id, 1), all) });
    assert.partialDeepStrictEqual(last.body, { applied_seq: 500, received_to: 500, missing: [] });
    assert.equal(last.body.head, extendChain(buildChainStart(device.id, 1), all));
    const applied = take(device).map((text) => Number.parseInt(text, 10));
    assert.equal(
      applied.reduce((sum, count) => sum + count),
      500,
    );
    assert.equal((await readDevice(business, device)).status, "ONLINE");
    const chain = await business.as("employee")(getDeviceChain, { device_id: device.id });
    assert.deepEqual([chain.intact, chain.operations], [true, 501]);
    const page = await business.as("employee")(listDeviceOperations, {
      from: occurred_at,
      to: service.now().toISOString(),
    });
    assert.equal(page.total, 500);
  });

  test("with a time that cannot be are recorded at the time of their receipt, as they were sent", async () => {
    const business = await service.business();
    const device = await createTestDevice(business);
    const times = ["1970-01-01T00:00:09.000Z", "2199-01-01T00:00:00.000Z"];
    const operations = times.map((occurred_at, index) =>
      operation(index + 1, { occurred_at, time_uncertain: true }),
    );
    const answer = await device.push(operations, { clock: "1970-01-01T00:00:09.000Z" });
    assert.equal(answer.body.applied_seq, 2, JSON.stringify(answer.body));
    const rows = await service.system.rows<{ occurred_at: string; sent: Operation; details: object }>(
      "select occurred_at, sent, details from locker_operation where business_id = $1 and seq is not null order by seq",
      [business.id],
    );
    assert.deepEqual(
      rows,
      operations.map((operation) => ({
        occurred_at: service.now().toISOString(),
        sent: operation,
        details: { time_uncertain: true },
      })),
    );
  });
});

describe("commands", () => {
  test("are sent again with another packet id and the same nonce until they are answered, once", async () => {
    const business = await service.business();
    const device = await createTestDevice(business);
    const command = await queue(business, device);
    const [first] = await pull(device);
    const [second] = await pull(device);
    assert.partialDeepStrictEqual(first, { nonce: command.nonce, kind: "open", body: { use: "collect" } });
    assert.equal(second.nonce, first.nonce);
    assert.notEqual(second.packet_id, first.packet_id);
    const acked = await ack(device, command.nonce, "acked");
    assert.equal(acked.status, 200, JSON.stringify(acked.body));
    const result = { door: "OPEN", contents: "FULL" };
    for (let time = 0; time < 2; time += 1)
      assert.equal((await ack(device, command.nonce, "done", { result })).body.type, "receipt");
    assert.equal((await ack(device, command.nonce, "failed")).status, 200);
    assert.deepEqual(take(device), ["open DONE done"]);
    assert.deepEqual(await pull(device), []);
    const list = await business.as("employee")(listDeviceCommands, { device_id: device.id });
    assert.partialDeepStrictEqual(list.commands, [{ status: "DONE", sends: 2, result, reason: "asked for" }]);
    const other = await createTestDevice(business);
    assert.equal((await ack(other, command.nonce, "done")).status, 404);
    // What the door did is of that command in the log.
    const details = { cause: "command" as const, nonce: command.nonce };
    await device.push([operation(1, { action: "door_opened", details })]);
    const { operations } = await business.as("employee")(listDeviceOperations, { action: "door_opened" });
    assert.equal(operations[0]?.command_id, command.id);
  });

  test("that expire are never sent again: one that waited was not carried out, of one that was sent nobody knows", async () => {
    const business = await service.business();
    const device = await createTestDevice(business);
    const sent_command = await queue(business, device);
    await pull(device);
    const waiting = await queue(business, device);
    service.advance(31_000);
    assert.deepEqual(await pull(device), []);
    await runDue(service.runtime);
    assert.deepEqual(take(device), ["open EXPIRED not_carried_out"]);
    service.advance(30_000);
    await runDue(service.runtime);
    assert.deepEqual(take(device), ["open EXPIRED unknown"]);
    assert.deepEqual(await pull(device), []);
    const { operations } = await business.as("client_admin")(listDeviceOperations, {
      action: "command_expired",
    });
    assert.deepEqual(
      operations.map(({ command_id, result }) => [command_id, result]),
      [
        [sent_command.id, "unknown"],
        [waiting.id, "failed"],
      ],
    );
    // A late answer says what became of it, once.
    await ack(device, sent_command.nonce, "unknown");
    await ack(device, sent_command.nonce, "acked");
    assert.deepEqual(take(device), []);
    await ack(device, sent_command.nonce, "done");
    await ack(device, sent_command.nonce, "done");
    assert.deepEqual(take(device), ["open DONE done"]);
  });

  test("end by the door that opened, though their answer is lost; the answer changes nothing then", async () => {
    const business = await service.business();
    const device = await createTestDevice(business);
    const { nonce } = await queue(business, device);
    await pull(device);
    const details = { cause: "command" as const, nonce };
    await device.push([operation(1, { action: "door_opened", details })]);
    assert.deepEqual(take(device), ["applied 1", "open DONE done"]);
    await ack(device, nonce, "failed");
    service.advance(2 * MINUTE);
    await runDue(service.runtime);
    assert.deepEqual(take(device), []);
  });

  test("of operators tell a provisioned device to report its state or to start again", async () => {
    const business = await service.business();
    const device = await createTestDevice(business);
    const employee = business.as("employee");
    await employee(createDeviceCommand, { device_id: device.id, kind: "reboot", reason: "hangs" });
    const [command] = await pull(device);
    assert.partialDeepStrictEqual(command, { kind: "reboot", body: {} });
    await ack(device, command.nonce, "done");
    assert.deepEqual(take(device), ["reboot DONE done"]);
    const { id } = await claimDevice(business);
    const refusal = await catchRefusal(employee(createDeviceCommand, { device_id: id, kind: "snapshot" }));
    assert.equal(refusal.error_code, "NOT_PROVISIONED");
  });

  test("that the device could not carry out end as it says", async () => {
    const business = await service.business();
    const device = await createTestDevice(business);
    for (const [status, ending] of [
      ["failed", "open FAILED failed"],
      ["refused", "open FAILED refused"],
      ["expired", "open EXPIRED not_carried_out"],
      ["unknown", "open EXPIRED unknown"],
    ] as const) {
      const { nonce } = await queue(business, device);
      await pull(device);
      await ack(device, nonce, status, { why: "stuck" });
      assert.deepEqual(take(device), [ending]);
    }
  });
});

describe("presence", () => {
  test("a device that is not heard for three heartbeats is offline, and online by its next message", async () => {
    const business = await service.business();
    const device = await createTestDevice(business);
    service.advance(2 * MINUTE);
    await runDue(service.runtime);
    await device.send("/heartbeat", { type: "heartbeat", queued: 3, battery_percent: 40 });
    service.advance(2 * MINUTE);
    await runDue(service.runtime);
    assert.equal((await readDevice(business, device)).status, "ONLINE");
    service.advance(MINUTE);
    await runDue(service.runtime);
    assert.partialDeepStrictEqual(await readDevice(business, device), {
      status: "OFFLINE",
      queued_operations: 3,
      battery_percent: 40,
    });
    const clock = new Date(service.now().getTime() + 90_000).toISOString();
    await device.send("/heartbeat", { type: "heartbeat", clock });
    assert.partialDeepStrictEqual(await readDevice(business, device), {
      status: "ONLINE",
      clock_offset_ms: 90_000,
      battery_percent: 40,
      version: (await readDevice(business, device)).version,
    });
    await device.send("/bye", { type: "bye", reason: "reboot", queued: 2 });
    assert.partialDeepStrictEqual(await readDevice(business, device), {
      status: "OFFLINE",
      queued_operations: 2,
    });
    const kinds = (await business.readEvents("locker_device", device.id)).map(({ kind }) => kind);
    assert.deepEqual(kinds, ["device.provisioned", "device.offline", "device.online", "device.offline"]);
  });

  test("maintenance stays whatever the device sends, and ends as the device is", async () => {
    const business = await service.business();
    const device = await createTestDevice(business);
    const set = (on: boolean) =>
      runInBusiness(business, async (context) => {
        const locked = await lockDevice(context, device.id);
        assert(locked !== undefined);
        return (await setMaintenance(context, locked, on)).status;
      });
    assert.equal(await set(true), "MAINTENANCE");
    await device.send("/heartbeat", { type: "heartbeat" });
    assert.equal((await readDevice(business, device)).status, "MAINTENANCE");
    assert.equal(await set(false), "ONLINE");
    await set(true);
    service.advance(HOUR);
    await runDue(service.runtime);
    assert.equal(await set(false), "OFFLINE");
  });

  test("a snapshot that operations overtook is not told", async () => {
    const business = await service.business();
    const device = await createTestDevice(business);
    await device.push(range(1, 3));
    take(device);
    const snapshot = (seq: number) =>
      device.send("/snapshot", { type: "snapshot", seq, compartments: [], firmware: "1.2.0" });
    for (const seq of [2, 3, 4]) assert.equal((await snapshot(seq)).status, 200);
    assert.deepEqual(take(device), ["snapshot true", "snapshot false"]);
    assert.equal((await readDevice(business, device)).firmware, "1.2.0");
  });
});

describe("the chain of the log", () => {
  test("is found broken where a row was changed, removed or cut off by hand", async () => {
    const business = await service.business();
    const device = await createTestDevice(business);
    await device.push(range(1, 5));
    const check = async () =>
      (await business.as("client_admin")(getDeviceChain, { device_id: device.id })).broken_at;
    assert.equal(await check(), null);
    const ids = (
      await service.system.rows<{ id: number }>(
        "select id from locker_operation where business_id = $1 order by id",
        [business.id],
      )
    ).map(({ id }) => id);
    const change = (text: string, id = 0) => service.system.execute(text, [business.id, id]);
    const where = "where business_id = $1 and id = $2";
    await change(`update locker_operation set result = 'failed' ${where}`, ids[2]);
    assert.deepEqual(await check(), { operation_id: ids[2], why: "changed" });
    await change(`update locker_operation set result = 'ok' ${where}`, ids[2]);
    assert.equal(await check(), null);
    await change(`delete from locker_operation ${where}`, ids[5]);
    assert.deepEqual(await check(), { operation_id: null, why: "cut_off" });
    await change(`delete from locker_operation ${where}`, ids[1]);
    assert.deepEqual(await check(), { operation_id: ids[2], why: "not_linked" });
  });
});
