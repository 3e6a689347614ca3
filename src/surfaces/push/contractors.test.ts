/** Events that a contractor's people and drivers receive while the client and another contractor work concurrently. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { MqttClient } from "mqtt";
import { ASSIGNMENTS } from "#tests/support/assignments.ts";
import {
  connectMqtt,
  isGranted,
  type PushedEvent,
  sendPosition,
  startPush,
  subscribe,
  waitForClose,
} from "#tests/support/push.ts";
import { type TestBusiness, type TestPerson, testService } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";

const service = await testService();
const { runtime } = service;
const PREFIX = runtime.settings.mqtt_prefix;
const { push } = await startPush(runtime, { kind: "embedded", host: "127.0.0.1", port: 0 });
const connect = ({ token }: TestPerson) => connectMqtt(`mqtt://127.0.0.1:${push.port()}`, token);

type Side = Awaited<ReturnType<typeof createSide>>;

async function ok(person: TestPerson, url: string, body: unknown = {}) {
  const answer = await person.http("POST", url, body);
  assert(answer.status < 300, `${url}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Two orders of the planner, the first on a released route of one of the planner's drivers. */
async function createSide(business: TestBusiness, planner: TestPerson, contractor_id?: number) {
  const admin = await business.person("client_admin");
  const [routed, waiting] = [(await business.order()).id, (await business.order()).id];
  if (contractor_id !== undefined)
    await ok(admin, ASSIGNMENTS, { order_ids: [routed, waiting], broker_id: planner.account_id });
  const driver = await business.driver(contractor_id === undefined ? {} : { contractor_id });
  const { route } = await ok(planner, "/api/v1/client/routes", { driver_id: driver.id, order_ids: [routed] });
  await ok(planner, `/api/v1/client/routes/${route.id}/release`);
  const topics = {
    route: `${PREFIX}/route/${business.id}/${route.id}`,
    driver: `${PREFIX}/driver/${business.id}/${driver.id}`,
  };
  return { planner, driver, route_id: route.id as number, routed, waiting, topics };
}

async function fixture() {
  const business = await service.business();
  const [ana, bruno] = [await business.contractor(), await business.contractor()];
  return {
    business,
    admin: await business.person("client_admin"),
    own: await createSide(business, ana.person, ana.id),
    others: [
      await createSide(business, bruno.person, bruno.id),
      await createSide(business, await business.person("client_admin")),
    ],
  };
}

/** Collects every event of the business, so that a test knows what has been published. */
async function subscribeToBoard(business: TestBusiness): Promise<PushedEvent[]> {
  return subscribe(
    await connect(await business.person("client_admin", "Board")),
    `${PREFIX}/dispatch/${business.id}`,
  );
}

/** Creates an order as a marker: once it arrives, everything published to `client` before it has arrived too. */
async function settled(business: TestBusiness, board: PushedEvent[], client: MqttClient): Promise<void> {
  const { id } = await business.order();
  await until("the order that was made last", () =>
    board.some(({ subject_type, subject_id }) => subject_type === "order" && subject_id === String(id)),
  );
  await isGranted(client, `${PREFIX}/nothing`);
}

async function note(business: TestBusiness, order_id: number): Promise<void> {
  const answer = await business.http("client_admin", "PATCH", `/api/v1/client/orders/${order_id}/note`, {
    note: "Ring twice.",
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
}

/** Causes an event on each of a side's orders, its route and its driver. */
async function stir(business: TestBusiness, { routed, waiting, driver, route_id }: Side): Promise<void> {
  for (const id of [routed, waiting]) await note(business, id);
  await sendPosition(service, driver.person, route_id);
}

const subjects = (received: PushedEvent[]) =>
  [...new Set(received.map(({ subject_type, subject_id }) => `${subject_type} ${subject_id}`))].sort();

test("a contractor's driver receives events of their own route and its orders only", async () => {
  const { business, own, others } = await fixture();
  const board = await subscribeToBoard(business);
  const client = await connect(own.driver.person);
  const received = await subscribe(client, own.topics.route);
  assert(await isGranted(client, own.topics.driver));
  for (const topic of [
    ...others.flatMap(({ topics }) => [topics.route, topics.driver]),
    `${PREFIX}/dispatch/${business.id}`,
    `${PREFIX}/route/${business.id}/+`,
    `${PREFIX}/driver/${business.id}/+`,
  ])
    assert.equal(await isGranted(client, topic), false, topic);

  for (const side of [...others, own]) await stir(business, side);
  await settled(business, board, client);
  assert.deepEqual(
    new Set(received.map(({ topic }) => topic)),
    new Set([own.topics.route, own.topics.driver]),
    "on both topics",
  );
  assert.deepEqual(subjects(received), [`driver ${own.driver.id}`, `order ${own.routed}`]);
  for (const { routed, waiting } of [own, ...others])
    for (const id of [routed, waiting])
      assert(subjects(board).includes(`order ${id}`), "the board receives all of them");
});

test("a contractor's people may follow no topic: not their own route, driver or orders", async () => {
  const { business, own } = await fixture();
  const client = await connect(own.planner);
  const topics: string[] = [];
  client.on("message", (topic) => topics.push(topic));
  for (const topic of [
    own.topics.route,
    own.topics.driver,
    `${PREFIX}/dispatch/${business.id}`,
    `${PREFIX}/route/${business.id}/+`,
    `${PREFIX}/order-chat/${business.id}/${own.routed}`,
  ])
    assert.equal(await isGranted(client, topic), false, topic);
  const board = await subscribeToBoard(business);
  await stir(business, own);
  await settled(business, board, client);
  assert.deepEqual(topics, []);
  assert.equal(client.connected, true);
});

test("events of a revoked order are published up to the revocation and no further", async () => {
  const { business, admin, own, others } = await fixture();
  const [other] = others as [Side, Side];
  const board = await subscribeToBoard(business);
  const client = await connect(own.driver.person);
  const received = await subscribe(client, own.topics.route);
  await ok(admin, `/api/v1/client/routes/${own.route_id}/orders`, { add: [], remove: [own.routed] });
  const { revoked } = await ok(admin, `${ASSIGNMENTS}/revoke`, { order_ids: [own.routed, own.waiting] });
  assert.equal(revoked, 2);
  const moved_on = { order_ids: [own.routed], broker_id: other.planner.account_id };
  await ok(admin, ASSIGNMENTS, moved_on);
  await ok(other.planner, `/api/v1/client/routes/${other.route_id}/orders`, { add: [own.routed] });
  await note(business, own.routed);
  await settled(business, board, client);
  const of_order = (events: PushedEvent[]) =>
    events
      .filter(({ subject_type, subject_id }) => subject_type === "order" && subject_id === String(own.routed))
      .map(({ event_type }) => event_type);
  assert.deepEqual(of_order(received), ["order.unplanned"]);
  assert.deepEqual(of_order(board), [
    "order.unplanned",
    "order.unassigned",
    "order.assigned",
    "order.planned",
    "order.note_changed",
  ]);
});

test("a route taken from its driver, and a disabled contractor, end the subscriptions", async () => {
  const { business, admin, own, others } = await fixture();
  const board = await subscribeToBoard(business);
  const client = await connect(own.driver.person);
  const received = await subscribe(client, own.topics.route);
  assert(await isGranted(client, own.topics.driver));
  await ok(own.planner, `/api/v1/client/routes/${own.route_id}/unrelease`);
  await until("the route's return", () =>
    received.some(({ event_type }) => event_type === "route.unreleased"),
  );
  const count_before = received.length;
  await note(business, own.routed);
  await settled(business, board, client);
  assert.equal(await isGranted(client, own.topics.route), false);
  assert.equal(received.length, count_before);
  assert.equal(client.connected, true);

  const [other] = others as [Side, Side];
  const office = await connect(other.planner);
  const ended = waitForClose(office);
  const { contractor_id } = other.planner.actor;
  const disabled = await admin.http("PATCH", `/api/v1/client/contractors/${contractor_id}`, {
    status: "disabled",
  });
  assert.equal(disabled.status, 200, JSON.stringify(disabled.body));
  await ended;
  await assert.rejects(connect(other.planner), { code: 4 });
});
