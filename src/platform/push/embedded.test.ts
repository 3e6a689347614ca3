import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect as connectSocket, createServer } from "node:net";
import { test } from "node:test";
import fc from "fast-check";
import { connectAsync } from "mqtt";
import { until } from "#tests/support/until.ts";
import { openEmbeddedBroker, type Subscriber } from "./embedded.ts";
import { createPacketSizeCheck } from "./incoming.ts";
import { createOutbox, type Message } from "./outbox.ts";
import { PendingConnections } from "./pending-connections.ts";

const LIMITS = { window: 3, messages_max: 5, bytes_max: 1000, stall_ms: 0 };
const message = (text: string): Message => ({ topic: "t", payload: Buffer.from(text), qos: 1 });

test("an outbox writes one window at a time, in order, and refuses messages beyond its limits", () => {
  const written: string[] = [];
  const outbox = createOutbox(({ payload }) => written.push(String(payload)), LIMITS);
  outbox.acknowledge();
  for (const text of ["1", "2", "3", "4", "5", "6", "7", "8"]) assert.equal(outbox.put(message(text)), true);
  assert.equal(outbox.put(message("9")), false);
  assert.deepEqual(written, ["1", "2", "3"]);
  for (let taken_count = 0; taken_count < 8; taken_count += 1) outbox.acknowledge();
  assert.deepEqual(written, ["1", "2", "3", "4", "5", "6", "7", "8"]);
  for (const text of ["a", "b", "c"]) outbox.put(message(text));
  assert.equal(outbox.put(message("x".repeat(1001))), false);
  assert.equal(outbox.put(message("x".repeat(1000))), true);
});

test("an oversized packet is detected, however its bytes are split", () => {
  const packet = (length: number) => {
    const header = [0x30];
    let rest = length;
    do {
      header.push((rest % 128) | (rest >= 128 ? 128 : 0));
      rest = Math.floor(rest / 128);
    } while (rest > 0);
    return Buffer.concat([Buffer.from(header), Buffer.alloc(length, 0xff)]);
  };
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 50 }),
      (lengths, cut) => {
        const bytes = Buffer.concat(lengths.map(packet));
        const fits = createPacketSizeCheck(300);
        let all = true;
        for (let at = 0; at < bytes.length && all; at += cut) all = fits(bytes.subarray(at, at + cut));
        assert.equal(all, Math.max(...lengths) <= 300);
      },
    ),
  );
});

test("a subscriber that does not read is disconnected, and the others get everything in order", async () => {
  const subscribers = new Map<string, Subscriber<string>>();
  const slow: string[] = [];
  const gone: string[] = [];
  const broker = await openEmbeddedBroker<string>({
    admit: async ({ password }) => password,
    buildClientId: (who, requested) => `${who}:${requested}`,
    received: async () => false,
    getPayer: () => 1,
    came: (subscriber) => subscribers.set(subscriber.who, subscriber),
    gone: ({ who }) => void gone.push(who),
    maySubscribe: async () => true,
    unsubscribed() {},
    onError: assert.fail,
    onSlow: ({ who }, why) => void slow.push(`${who} ${why}`),
  });
  const server = createServer((socket) => broker.accept(socket, "")).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  const healthy = await connectAsync(`mqtt://127.0.0.1:${port}`, {
    protocolVersion: 4,
    username: "u",
    password: "healthy",
  });
  const heard: number[] = [];
  healthy.on("message", (_topic, payload) => heard.push(Number(payload.toString().split(" ", 1)[0])));
  await healthy.subscribeAsync("t", { qos: 1 });

  const dead = connectSocket(port, "127.0.0.1");
  dead.on("error", () => {});
  await once(dead, "connect");
  // CONNECT as `u` with the password `dead`, clean, without a client id.
  dead.write(
    Buffer.from([0x10, 0x15, 0, 4, 77, 81, 84, 84, 4, 0xc2, 0, 0, 0, 0, 0, 1, 117, 0, 4, 100, 101, 97, 100]),
  );
  await once(dead, "data");
  dead.pause();

  const count = 12_000;
  const filling = " ".repeat(300);
  for (let n = 0; n < count; n += 1) {
    const payload = Buffer.from(`${n} ${filling}`);
    for (const subscriber of subscribers.values()) subscriber.send({ topic: "t", payload, qos: 1 });
    if (n % 50 === 49) await new Promise((resolve) => setImmediate(resolve));
  }
  await until(
    "all messages at one subscriber and the end of the other",
    () => heard.length >= count && gone.length > 0,
  );
  assert.deepEqual(slow.slice(0, 1), ["dead full"]);
  assert.deepEqual(gone, ["dead"]);
  assert.equal(heard.length, count);
  assert(heard.every((n, index) => n === index));
  assert.equal(healthy.connected, true);
  await healthy.endAsync(true);
  await broker.close();
  server.close();
});

test("connections that say nothing make room for one that signs in, of the address that has the most", () => {
  for (const { max, max_of_address, come, closed } of [
    { max: 10, max_of_address: 3, come: "aaa", closed: "" },
    { max: 10, max_of_address: 3, come: "aaaa", closed: "a0" },
    { max: 10, max_of_address: 3, come: "aaaaaa", closed: "a0 a1 a2" },
    { max: 10, max_of_address: 3, come: "aaabaa", closed: "a0 a1" },
    { max: 4, max_of_address: 3, come: "aaabc", closed: "a0" },
    { max: 4, max_of_address: 4, come: "abbbcd", closed: "b1 b2" },
    { max: 3, max_of_address: 3, come: "abcd", closed: "a0" },
    { max: 1, max_of_address: 1, come: "abc", closed: "a0 b1" },
  ]) {
    const pending = new PendingConnections({ max, max_of_address });
    const closed_connections: string[] = [];
    for (const [n, address] of [...come].entries())
      pending.add({ destroy: () => void closed_connections.push(`${address}${n}`) }, address);
    assert.equal(closed_connections.join(" "), closed, come);
    assert.equal(pending.size, come.length - closed_connections.length);
  }
});

test("silent connections and those of another business keep nobody out", async (context) => {
  let opened = 0;
  const broker = await openEmbeddedBroker<string>(
    {
      admit: async ({ password }) => password,
      buildClientId: (who, requested) => `${who}:${requested}`,
      received: async () => false,
      getPayer: (who) => who.length,
      came() {},
      gone() {},
      maySubscribe: async () => true,
      unsubscribed() {},
      onError: assert.fail,
      onSlow() {},
    },
    { max: 20, max_of_address: 20 },
  );
  const server = createServer((socket) => {
    opened += 1;
    broker.accept(socket, "192.0.2.1");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const silent = Array.from({ length: 40 }, () => connectSocket(port, "127.0.0.1"));
  let ended = 0;
  for (const socket of silent) socket.on("close", () => (ended += 1)).on("error", () => {});
  context.after(async () => {
    for (const socket of silent) socket.destroy();
    await broker.close();
    server.close();
  });
  await until("the silent ones", () => opened === 40);
  await until("room", () => ended >= 20);
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`, {
    protocolVersion: 4,
    username: "u",
    password: "healthy",
  });
  for (let n = 0; n < 25; n += 1) silent.push(connectSocket(port, "127.0.0.1").on("error", () => {}));
  await until("more silent ones", () => opened === 66);
  await client.subscribeAsync("t", { qos: 1 });
  assert.equal(client.connected, true);
  await client.endAsync();
});
