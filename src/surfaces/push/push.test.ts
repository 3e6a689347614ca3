import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect as connectSocket, createServer } from "node:net";
import { after, test } from "node:test";
import { connectAsync, type IClientOptions } from "mqtt";
import {
  connectMqtt,
  isGranted,
  type PushedEvent,
  sendPosition,
  startPush,
  subscribe,
  waitForClose,
} from "#tests/support/push.ts";
import { TEST_PASSWORD, type TestBusiness, testService } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";

const service = await testService();
const { runtime } = service;
const PREFIX = runtime.settings.mqtt_prefix;

const { push, http_port } = await startPush(runtime, { kind: "embedded", host: "127.0.0.1", port: 0 });

const TCP = `mqtt://127.0.0.1:${push.port()}`;
const WEBSOCKET = `ws://127.0.0.1:${http_port}/mqtt`;

const connect = (token: string, url = TCP, more: IClientOptions = {}) => connectMqtt(url, token, more);

async function createRoute(
  business: TestBusiness,
  driver_id: number | null,
): Promise<{ route_id: number; order_id: number }> {
  const order = await business.order();
  const created_route = await business.http("client_admin", "POST", "/api/v1/client/routes", {
    driver_id,
    order_ids: [order.id],
  });
  assert.equal(created_route.status, 201, JSON.stringify(created_route.body));
  return { route_id: created_route.body.route.id, order_id: order.id };
}

async function posted(business: TestBusiness, url: string, body: unknown = {}): Promise<void> {
  const answer = await business.http("client_admin", "POST", url, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
}

interface ChangesMessage {
  complete: boolean;
  changes: {
    event_type: string;
    subject_type: string;
    subject_id: string;
    related: Record<string, number[]>;
  }[];
}

for (const [name, url] of [
  ["TCP", TCP],
  ["WebSocket", WEBSOCKET],
] as const) {
  test(`over ${name}: changes made over REST are published to dispatchers, numbered per subject`, async () => {
    const business = await service.business();
    const client = await connect((await business.person("employee")).token, url);
    const received = await subscribe(client, `${PREFIX}/dispatch/${business.id}`);
    const order = await business.order();
    await posted(business, `/api/v1/client/orders/${order.id}/hold`, { reason: "unpaid" });
    await posted(business, `/api/v1/client/orders/${order.id}/release`);
    await until(
      "three messages of the order",
      () => received.filter(({ subject_type }) => subject_type === "order").length >= 3,
    );
    const of_order = received.filter(({ subject_type }) => subject_type === "order");
    const [created] = of_order;
    const log_row = await service.system.row<{
      id: number;
      occurred_at: string;
      recorded_at: string;
      payload: object;
    }>(
      "select id, occurred_at, recorded_at, payload from event where subject_type = 'order' and subject_id = $1 and seq = 1",
      [String(order.id)],
    );
    assert.deepEqual(created, {
      topic: `${PREFIX}/dispatch/${business.id}`,
      event_id: log_row?.id,
      event_type: "order.created",
      types: ["order.created", "tracking.updated"],
      business_id: business.id,
      subject_type: "order",
      subject_id: String(order.id),
      sequence: 1,
      occurred_at: log_row?.occurred_at,
      recorded_at: log_row?.recorded_at,
      payload: log_row?.payload,
    });
    assert.match(created?.occurred_at ?? "", /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    assert.deepEqual(
      of_order.map(({ event_type, sequence }) => [event_type, sequence]),
      [
        ["order.created", 1],
        ["order.held", 2],
        ["order.released", 3],
      ],
    );
  });
}

test("a dry run publishes nothing, and a business receives its own events only", async () => {
  const [business, other] = [await service.business(), await service.business()];
  const received = await subscribe(
    await connect((await business.person("client_admin")).token),
    `${PREFIX}/dispatch/${business.id}`,
  );
  await business.http(
    "client_admin",
    "POST",
    "/api/v1/client/orderCreate",
    { dropoff: { line1: "Quadra 1", city: "Brasília", country: "BR", name: "Ana", lat: -15.7, lng: -47.8 } },
    { "x-dry-run": "1" },
  );
  await other.order();
  const order = await business.order();
  await until("a message", () => received.length > 0);
  assert.deepEqual([...new Set(received.map(({ business_id }) => business_id))], [business.id]);
  assert.equal(
    received.find(({ event_type }) => event_type === "order.created")?.subject_id,
    String(order.id),
  );
});

test("another business's topics are refused like topics that do not exist", async () => {
  const [business, other] = [await service.business(), await service.business()];
  const own_route = await createRoute(business, null);
  const theirs = await createRoute(other, null);
  const driver = await other.driver();
  const client = await connect((await business.person("client_admin")).token);
  for (const filter of [
    `${PREFIX}/dispatch/${other.id}`,
    `${PREFIX}/changes/${other.id}`,
    `${PREFIX}/changes/+`,
    `${PREFIX}/changes/${business.id}/+`,
    `${PREFIX}/route/${other.id}/${theirs.route_id}`,
    `${PREFIX}/route/${other.id}/+`,
    `${PREFIX}/driver/${other.id}/${driver.id}`,
    `${PREFIX}/route/${business.id}/${theirs.route_id}`,
    `${PREFIX}/driver/${business.id}/${driver.id}`,
    `${PREFIX}/route/${business.id}/999999999`,
    `${PREFIX}/dispatch/999999999`,
    `${PREFIX}/order-chat/${business.id}/${theirs.order_id}`,
    `${PREFIX}/order-chat/${other.id}/+`,
    `${PREFIX}/order-chat/${business.id}`,
    `${PREFIX}/dispatch/+`,
    `${PREFIX}/+/${business.id}`,
    `${PREFIX}/#`,
    "#",
    "$SYS/#",
    `other/dispatch/${business.id}`,
  ]) {
    assert.equal(await isGranted(client, filter), false, filter);
  }
  for (const filter of [
    `${PREFIX}/dispatch/${business.id}`,
    `${PREFIX}/route/${business.id}/${own_route.route_id}`,
    `${PREFIX}/route/${business.id}/+`,
    `${PREFIX}/driver/${business.id}/#`,
    `${PREFIX}/order-chat/${business.id}/${own_route.order_id}`,
    `${PREFIX}/order-chat/${business.id}/+`,
  ]) {
    assert.equal(await isGranted(client, filter), true, filter);
  }
});

test("customers and contractors may follow no topic; a token may follow what its scopes allow", async () => {
  const business = await service.business();
  const { route_id } = await createRoute(business, null);
  for (const { person } of [await business.customer(), await business.contractor()]) {
    const client = await connect(person.token);
    assert.equal(await isGranted(client, `${PREFIX}/dispatch/${business.id}`), false);
    assert.equal(await isGranted(client, `${PREFIX}/changes/${business.id}`), false);
    assert.equal(await isGranted(client, `${PREFIX}/route/${business.id}/${route_id}`), false);
  }
  const created_token = await business.http("client_admin", "POST", "/api/v1/user/tokens", {
    name: "board",
    scopes: ["orders:read"],
  });
  assert.equal(created_token.status, 201);
  const client = await connect(created_token.body.access_token);
  assert.equal(await isGranted(client, `${PREFIX}/route/${business.id}/${route_id}`), false);
  const received = await subscribe(client, `${PREFIX}/dispatch/${business.id}`);
  const moved = await createRoute(business, null);
  const last = await business.order();
  await until("the last order's message", () =>
    received.some(({ subject_id }) => subject_id === String(last.id)),
  );
  assert(
    received.some(
      ({ subject_id, subject_type }) => subject_type === "order" && subject_id === String(moved.order_id),
    ),
  );
  assert(!received.some(({ event_type }) => event_type.startsWith("route.")), "Routes need routes:read.");
});

test("a driver may follow their own route once it is released, until it is given to another driver", async () => {
  const business = await service.business();
  const [driver, other] = [await business.driver(), await business.driver()];
  const { route_id } = await createRoute(business, driver.id);
  const client = await connect(driver.person.token);
  const received = await subscribe(client, `${PREFIX}/driver/${business.id}/${driver.id}`);
  const topic = `${PREFIX}/route/${business.id}/${route_id}`;
  assert.equal(await isGranted(client, topic), false, "It is not released.");
  assert.equal(await isGranted(client, `${PREFIX}/route/${business.id}/+`), false);
  assert.equal(await isGranted(client, `${PREFIX}/driver/${business.id}/${other.id}`), false);
  assert.equal(await isGranted(client, `${PREFIX}/dispatch/${business.id}`), false);

  await posted(business, `/api/v1/client/routes/${route_id}/release`);
  await until("the release", () => received.some(({ event_type }) => event_type === "route.released"));
  assert.equal(await isGranted(client, topic), true);
  const board = await subscribe(await connect((await business.person("employee")).token), topic);
  await sendPosition(service, driver.person, route_id);
  await until("a position on the route", () =>
    received.some((message) => message.topic === topic && message.event_type === "driver.position"),
  );

  await posted(business, `/api/v1/client/routes/${route_id}/reassign`, { driver_id: other.id });
  await until("the reassignment", () => received.some(({ event_type }) => event_type === "route.reassigned"));
  const count_before = received.length;
  const cancelled = await business.http(
    "client_admin",
    "POST",
    `/api/v1/client/routes/${route_id}/cancel`,
    {},
  );
  assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body));
  await until("the cancellation", () => board.some(({ event_type }) => event_type === "route.cancelled"));
  // Requested on the same connection, so everything sent before has arrived.
  assert.equal(await isGranted(client, topic), false);
  assert.deepEqual(
    received.slice(count_before - 1).map(({ topic: on, event_type }) => [on, event_type]),
    [[`${PREFIX}/driver/${business.id}/${driver.id}`, "route.reassigned"]],
  );
});

test("the topic of changes names the records that changed, of the own business, as far as the scopes allow", async () => {
  const [business, other] = [await service.business(), await service.business()];
  const follow = async (token: string) =>
    (await subscribe(
      await connect(token),
      `${PREFIX}/changes/${business.id}`,
    )) as unknown as ChangesMessage[];
  const all = await follow((await business.person("client_admin")).token);
  const token = async (scope: string) =>
    (await business.http("client_admin", "POST", "/api/v1/user/tokens", { name: scope, scopes: [scope] }))
      .body.access_token;
  const of_routes = await follow(await token("routes:read"));
  const of_orders = await follow(await token("orders:read"));
  await other.order();
  const { route_id, order_id } = await createRoute(business, null);
  const last = await business.order();
  const list = (received: ChangesMessage[]) => received.flatMap(({ changes }) => changes);
  const has = (received: ChangesMessage[], type: string, id: number) =>
    list(received).some(({ subject_type, subject_id }) => subject_type === type && subject_id === String(id));
  await until("the last order", () => has(all, "order", last.id) && has(of_orders, "order", last.id));
  await until("the route", () => has(all, "route", route_id) && has(of_routes, "route", route_id));
  const created = list(all).find(({ event_type }) => event_type === "route.created");
  assert.deepEqual(Object.keys(created ?? {}), [
    "event_type",
    "subject_type",
    "subject_id",
    "related",
    "request_id",
  ]);
  assert.deepEqual([created?.subject_id, created?.related["order"]], [String(route_id), [order_id]]);
  assert.deepEqual(
    list(all).find(({ event_type }) => event_type === "order.planned")?.related,
    { route: [route_id] },
    "An order names its route.",
  );
  assert(all.every(({ complete }) => complete));
  assert(list(of_orders).every(({ subject_type }) => subject_type === "order"));
  assert(list(of_routes).every(({ subject_type }) => subject_type === "route"));
  const others = await other.order();
  assert(!has(all, "order", others.id));
});

test("positions are published to dispatchers and on the route's topic", async () => {
  const business = await service.business();
  const driver = await business.driver();
  const { route_id } = await createRoute(business, driver.id);
  await posted(business, `/api/v1/client/routes/${route_id}/release`);
  const client = await connect((await business.person("employee")).token);
  const received = await subscribe(client, `${PREFIX}/dispatch/${business.id}`);
  assert(await isGranted(client, `${PREFIX}/route/${business.id}/+`));
  await sendPosition(service, driver.person, route_id);
  await until(
    "the position on both topics",
    () => received.filter(({ event_type }) => event_type === "driver.position").length === 2,
  );
  assert.deepEqual(
    received
      .filter(({ event_type }) => event_type === "driver.position")
      .map(({ topic }) => topic)
      .sort(),
    [`${PREFIX}/dispatch/${business.id}`, `${PREFIX}/route/${business.id}/${route_id}`],
  );
});

test("a connection without a valid token is refused, over TCP and WebSocket", async () => {
  const business = await service.business();
  for (const url of [TCP, WEBSOCKET]) {
    await assert.rejects(connect("not-a-token", url), { code: 4 });
    await assert.rejects(connectAsync(url, { protocolVersion: 4, reconnectPeriod: 0 }, false), { code: 4 });
  }
  await service.system.execute("update business set status = 'suspended' where id = $1", [business.id]);
  await assert.rejects(business.person("client_admin").then(({ token }) => connect(token)));
});

test("only the service publishes: a client that tries is disconnected, and a last will is dropped", async () => {
  const business = await service.business();
  const topic = `${PREFIX}/dispatch/${business.id}`;
  const { token } = await business.person("client_admin");
  const received = await subscribe(await connect(token), topic);
  for (const qos of [0, 1, 2] as const) {
    const client = await connect(token);
    const closed = waitForClose(client);
    client.publishAsync(topic, JSON.stringify({ forged: true }), { qos }).catch(() => {});
    await closed;
  }
  const dying = await connect(token, TCP, {
    will: { topic, payload: Buffer.from('{"forged":true}'), qos: 1 } as never,
  });
  dying.stream.destroy();
  await business.order();
  await until("a message", () => received.length > 0);
  assert(!received.some((message) => "forged" in message));
});

test("a revoked token, an expired one and a suspended business are disconnected", async () => {
  const business = await service.business();
  const { token } = await business.person("client_admin");
  const created_token = await business.http("client_admin", "POST", "/api/v1/user/tokens", {
    name: "board",
    profile: "ops-readonly",
  });
  const client = await connect(created_token.body.access_token);
  const staying = await connect(token);
  const closed = waitForClose(client);
  const revoked = await business.http(
    "client_admin",
    "DELETE",
    `/api/v1/user/tokens/${created_token.body.token.token_id ?? created_token.body.token.id}`,
  );
  assert.equal(revoked.status, 200, JSON.stringify(revoked.body));
  await closed;
  assert.equal(staying.connected, true);
  await assert.rejects(connect(created_token.body.access_token), { code: 4 });

  const other = await service.business();
  const short = await other.person("client_admin");
  await service.system.execute(
    "update access_token set expires_at = now() + interval '30 minutes' where account_id = $1",
    [short.account_id],
  );
  runtime.authentication.clearCache();
  const expiring = waitForClose(await connect(short.token));
  service.advance(31 * 60_000);
  await expiring;
  assert.equal(staying.connected, true);

  const suspended = waitForClose(staying);
  await service.system.execute("update business set status = 'suspended' where id = $1", [business.id]);
  runtime.authentication.clearCache();
  await suspended;
});

test("a revoked permission ends its subscriptions, and the connection stays open", async () => {
  const business = await service.business();
  const employee = await business.person("employee");
  const client = await connect(employee.token);
  const received = await subscribe(client, `${PREFIX}/dispatch/${business.id}`);
  await business.order();
  await until("a message", () => received.length > 0);
  await service.system.execute("update account set permissions = '{address:read}' where id = $1", [
    employee.account_id,
  ]);
  runtime.authentication.clearCache();
  const board = await subscribe(
    await connect((await business.person("client_admin")).token),
    `${PREFIX}/dispatch/${business.id}`,
  );
  // The check of the tokens follows the signal.
  await until(
    "the end of what the permission showed",
    async () => !(await isGranted(client, `${PREFIX}/dispatch/${business.id}`)),
  );
  const count_before = received.length;
  const order = await business.order();
  await until("the order at who may still see it", () =>
    board.some(({ subject_id }) => subject_id === String(order.id)),
  );
  assert.equal(await isGranted(client, `${PREFIX}/dispatch/${business.id}`), false);
  assert.equal(received.length, count_before);
  assert.equal(client.connected, true);
});

test("a reconnected client receives events from then on, and the sequence numbers show what it missed", async () => {
  const business = await service.business();
  const { token } = await business.person("employee");
  const topic = `${PREFIX}/dispatch/${business.id}`;
  const order = await business.order();
  const board = await subscribe(await connect((await business.person("client_admin")).token), topic);
  const receives = (received: PushedEvent[], sequence: number) =>
    until(`message ${sequence} of the order`, () =>
      received.some((one) => one.subject_id === String(order.id) && one.sequence === sequence),
    );
  const first = await connect(token, TCP, { clientId: "board", clean: false });
  const before = await subscribe(first, topic);
  await posted(business, `/api/v1/client/orders/${order.id}/hold`, { reason: "unpaid" });
  await receives(before, 2);
  await first.endAsync(true);
  await posted(business, `/api/v1/client/orders/${order.id}/release`);
  await receives(board, 3);
  const second = await connect(token, TCP, { clientId: "board", clean: false });
  const later = await subscribe(second, topic);
  await posted(business, `/api/v1/client/orders/${order.id}/hold`, { reason: "unpaid" });
  await receives(later, 4);
  assert(!later.some(({ sequence }) => sequence === 3));
});

test("a client id belongs to an account: using it does not end another account's connection", async () => {
  const [business, other] = [await service.business(), await service.business()];
  const one = await connect((await business.person("employee")).token, TCP, { clientId: "board" });
  await connect((await other.person("employee")).token, TCP, { clientId: "board" });
  assert.equal(await isGranted(one, `${PREFIX}/dispatch/${business.id}`), true);
  const closed = waitForClose(one);
  await connect((await business.person("employee")).token, TCP, { clientId: "board" });
  await closed;
});

test("a packet that announces more than 64 KB ends the connection before it is read", async () => {
  const business = await service.business();
  const client = await connect((await business.person("employee")).token);
  const answered = new Promise<string>((resolve) => client.on("packetreceive", ({ cmd }) => resolve(cmd)));
  const closed = waitForClose(client).then(() => "closed");
  const filters = Array.from({ length: 3000 }, (_, n) => `${PREFIX}/route/${business.id}/${n}`);
  client.subscribeAsync(filters).catch(() => {});
  assert.equal(await Promise.race([answered, closed]), "closed");
});

test("other upgrades on the HTTP port are not affected", async () => {
  const socket = connectSocket(http_port, "127.0.0.1");
  socket.write(
    "GET /plain HTTP/1.1\r\nhost: a\r\nconnection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\n\r\n",
  );
  const [answer] = await once(socket, "data");
  assert.match(String(answer), /^HTTP\/1.1 200 OK[\s\S]*plain$/);
  socket.destroy();
});

test("a port in use ends the start, with the setting to change", async () => {
  const occupying_server = createServer().listen(0, "127.0.0.1");
  await once(occupying_server, "listening");
  const { port } = occupying_server.address() as AddressInfo;
  await assert.rejects(
    startPush(runtime, { kind: "embedded", host: "127.0.0.1", port }),
    new RegExp(`MQTT cannot listen on port ${port}: it is in use by another program. Set MQTT_PORT`),
  );
  occupying_server.close();
});

/** The event consumer of the external broker has a cursor: events are published from now on. */
const isReading = async () =>
  (await service.system.row("select 1 as there from event_reader where name = 'push'")) !== undefined;

const MOSQUITTO = "mqtt://127.0.0.1:1883";

test("an external broker gets every event: Mosquitto on its standard port", async (context) => {
  const subscriber = await connectAsync(
    MOSQUITTO,
    { protocolVersion: 4, reconnectPeriod: 0, connectTimeout: 2000 },
    false,
  ).catch(() => undefined);
  if (subscriber === undefined) {
    context.skip("No broker answers on 127.0.0.1:1883.");
    return;
  }
  context.after(() => subscriber.endAsync(true));
  const mqtt_prefix = `packhorse-test-${randomUUID()}`;
  const received = await subscribe(subscriber, `${mqtt_prefix}/#`);
  const beside = await startPush(
    runtime,
    { kind: "external", url: MOSQUITTO, websocket: false },
    { settings: { ...runtime.settings, mqtt_prefix } },
  );
  // One process at a time publishes.
  context.after(() => beside.app.close());
  const business = await service.business();
  await until("a reader of events for the broker", isReading);
  const order = await business.order();
  await posted(business, `/api/v1/client/orders/${order.id}/hold`, { reason: "unpaid" });
  await until(
    "both messages of the order",
    () => received.filter(({ subject_type }) => subject_type === "order").length >= 2,
  );
  assert.deepEqual(
    received
      .filter(({ business_id, subject_type }) => business_id === business.id && subject_type === "order")
      .map(({ topic, event_type, sequence }) => [topic, event_type, sequence]),
    [
      [`${mqtt_prefix}/dispatch/${business.id}`, "order.created", 1],
      [`${mqtt_prefix}/dispatch/${business.id}`, "order.held", 2],
    ],
  );
});

test("an external broker that was unreachable gets the missed events when it is back", async () => {
  // A minimal broker: it accepts and acknowledges. At first it closes every connection.
  const mqtt_prefix = `packhorse-test-${randomUUID()}`;
  const received: Buffer[] = [];
  let answering = false;
  let refused = 0;
  const broker = createServer((socket) => {
    socket.on("error", () => {});
    if (!answering) {
      refused += 1;
      socket.destroy();
      return;
    }
    socket.on("data", (bytes: Buffer) => {
      received.push(bytes);
      let at = 0;
      while (at < bytes.length) {
        let length = 0;
        let unit = 1;
        let header = 1;
        for (;;) {
          const byte = bytes[at + header] ?? 0;
          length += (byte & 127) * unit;
          unit *= 128;
          header += 1;
          if (byte < 128) break;
        }
        const [kind, start] = [(bytes[at] ?? 0) >> 4, at + header];
        if (kind === 1) socket.write(Buffer.from([0x20, 2, 0, 0]));
        if (kind === 3) {
          const id_at = start + 2 + bytes.readUInt16BE(start);
          socket.write(Buffer.from([0x40, 2, bytes[id_at] ?? 0, bytes[id_at + 1] ?? 0]));
        }
        at = start + length;
      }
    });
  }).listen(0, "127.0.0.1");
  await once(broker, "listening");
  const { port } = broker.address() as AddressInfo;
  const beside = await startPush(
    runtime,
    { kind: "external", url: `mqtt://127.0.0.1:${port}`, websocket: true },
    { settings: { ...runtime.settings, mqtt_prefix } },
  );
  const business = await service.business();
  await until("a reader of events for the broker", isReading);
  const missed = await business.order();
  await until("a connection that was refused", () => refused > 0);
  answering = true;
  await until("the order that was made meanwhile", () =>
    Buffer.concat(received).includes(`"subject_id":"${missed.id}"`),
  );
  const { token } = await business.person("client_admin");
  const console_too = await connect(token, `ws://127.0.0.1:${beside.http_port}/mqtt`);
  assert(
    await isGranted(console_too, `${mqtt_prefix}/changes/${business.id}`),
    "Consoles follow the service itself.",
  );
  await beside.app.close();
  broker.close();
});

test("a page of the service can follow over WebSocket with the console's cookie; other pages and tokens cannot", async () => {
  const business = await service.business();
  const person = await business.person("employee");
  const signed = await service.http(
    "POST",
    "/api/v1/user/login",
    { email: person.email, password: TEST_PASSWORD },
    { "x-packhorse-client": "console" },
  );
  const [cookie = ""] = String(signed.headers["set-cookie"]).split(";");
  const own_origin = `http://127.0.0.1:${http_port}`;
  const connectWith = (headers: Record<string, string>) =>
    connectAsync(
      WEBSOCKET,
      { protocolVersion: 4, reconnectPeriod: 0, username: "anybody", wsOptions: { headers } },
      false,
    );
  const client = await connectWith({ cookie, origin: own_origin });
  after(() => client.endAsync(true));
  const received = await subscribe(client, `${PREFIX}/dispatch/${business.id}`);
  await business.order();
  await until("a message", () => received.length > 0);
  for (const headers of [
    { cookie },
    { cookie, origin: "https://evil.test.example" },
    { cookie, origin: "null" },
    { cookie, origin: own_origin, "sec-fetch-site": "cross-site" },
    { cookie: `packhorse-session=${person.token}`, origin: own_origin },
    { origin: own_origin },
  ])
    await assert.rejects(connectWith(headers as Record<string, string>), JSON.stringify(headers));
});
