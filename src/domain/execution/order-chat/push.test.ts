import assert from "node:assert/strict";
import { test } from "node:test";
import { createReleasedRoute } from "#tests/support/driver-app.ts";
import { connectMqtt, isGranted, startPush, subscribe } from "#tests/support/push.ts";
import { testService } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";
import { listChatMessages } from "./operations/list-chat-messages.ts";
import { postMessage } from "./operations/post-message.ts";
import { updateConversation } from "./operations/update-conversation.ts";

const service = await testService();
const PREFIX = service.runtime.settings.mqtt_prefix;
const { push } = await startPush(service.runtime, { kind: "embedded", host: "127.0.0.1", port: 0 });
const connect = (token: string) => connectMqtt(`mqtt://127.0.0.1:${push.port()}`, token);
const buildTopic = (business_id: number, order_id: number | string) =>
  `${PREFIX}/order-chat/${business_id}/${order_id}`;

test("a message is pushed on the topic of its order and to the driver's app, to those who take part", async () => {
  const business = await service.business();
  const { person, driver, orders } = await createReleasedRoute(business);
  const order_id = orders[0]?.id ?? 0;
  const topic = buildTopic(business.id, order_id);
  const staff = await subscribe(await connect((await business.person("employee")).token), topic);
  const phone = await connect(person.token);
  const of_driver = await subscribe(phone, topic);
  await subscribe(phone, `${PREFIX}/driver/${business.id}/${driver.id}`);
  await business.as("employee")(postMessage, { order_id, text: "The gate code is 4711." });
  await until("both topics of the driver", () => of_driver.length >= 2);
  await until("the dispatcher", () => staff.length >= 1);
  assert.partialDeepStrictEqual(staff[0], {
    topic,
    type: "order_chat_message",
    event_type: "order_chat.message_posted",
    types: ["chat.message"],
    payload: { order_id, message_seq: 1, author_role: "staff", driver_id: driver.id },
  });
  assert.deepEqual(of_driver.map((message) => message.topic).sort(), [
    `${PREFIX}/driver/${business.id}/${driver.id}`,
    topic,
  ]);
});

test("nobody else subscribes: another business, driver, customer, or anybody while the feature is off", async () => {
  const [business, theirs] = [await service.business(), await service.business()];
  const { orders } = await createReleasedRoute(business);
  const order_id = orders[0]?.id ?? 0;
  const customer = await business.customer();
  const [stranger, other] = [await business.driver(), await theirs.person("client_admin")];
  const off = await service.business({ features: { order_chat: false } });
  const own_off = await off.order();
  const refused: [string, string, string][] = [
    ["another business", other.token, buildTopic(business.id, order_id)],
    ["another business, every order", other.token, buildTopic(business.id, "+")],
    ["another driver", stranger.person.token, buildTopic(business.id, order_id)],
    ["a driver, every order", stranger.person.token, buildTopic(business.id, "+")],
    ["another customer", customer.person.token, buildTopic(business.id, order_id)],
    ["an unknown order", (await business.person("client_admin")).token, buildTopic(business.id, 999_999_999)],
    ["the feature off", (await off.person("client_admin")).token, buildTopic(off.id, own_off.id)],
    ["the feature off, every order", (await off.person("client_admin")).token, buildTopic(off.id, "+")],
  ];
  for (const [who, token, filter] of refused)
    assert.equal(await isGranted(await connect(token), filter), false, who);
  assert.equal(
    await isGranted(await connect((await business.person("employee")).token), buildTopic(business.id, "+")),
    true,
  );
});

test("who stops taking part gets nothing more, and reads by the last number what was missed before", async () => {
  const business = await service.business();
  const { person, orders, route_id } = await createReleasedRoute(business);
  const order_id = orders[0]?.id ?? 0;
  const next = await business.driver();
  const dispatcher = business.as("employee");
  const first = await subscribe(await connect(person.token), buildTopic(business.id, order_id));
  await dispatcher(postMessage, { order_id, text: "one" });
  await until("the first driver", () => first.length === 1);
  const moved = await business.http("client_admin", "POST", `/api/v1/client/routes/${route_id}/reassign`, {
    driver_id: next.id,
  });
  assert.equal(moved.status, 200);
  // Missed: the second driver's phone has no connection yet.
  for (const text of ["two", "three"]) await dispatcher(postMessage, { order_id, text });
  const second = await subscribe(await connect(next.person.token), buildTopic(business.id, order_id));
  await dispatcher(postMessage, { order_id, text: "four" });
  // What was posted just before the subscription may come as well.
  await until("the second driver", () => second.some(({ payload }) => payload["message_seq"] === 4));
  const { messages } = await next.person.call(listChatMessages, { order_id, after_seq: 0 });
  assert.deepEqual(
    messages.map(({ seq, text }) => [seq, text]),
    [
      [2, "two"],
      [3, "three"],
      [4, "four"],
    ],
  );
  assert.equal(first.length, 1);
});

test("a customer follows an order from the moment of being admitted to that of being excluded", async () => {
  const business = await service.business();
  const customer = await business.customer();
  const order_id = (await business.order({ customer_id: customer.id })).id;
  const admin = business.as("client_admin");
  const staff = await subscribe(
    await connect((await business.person("client_admin")).token),
    buildTopic(business.id, order_id),
  );
  const client = await connect(customer.person.token);
  assert.equal(await isGranted(client, buildTopic(business.id, order_id)), false);
  await admin(updateConversation, { order_id, customer_enabled: true });
  const received = await subscribe(client, buildTopic(business.id, order_id));
  await admin(postMessage, { order_id, text: "Hello" });
  await admin(updateConversation, { order_id, customer_enabled: false });
  await admin(postMessage, { order_id, text: "about the customer" });
  await until("all of it", () => staff.filter(({ payload }) => payload["message_seq"] === 2).length === 1);
  const excluded = () => received.some(({ payload }) => payload["customer_enabled"] === false);
  await until("that the customer is excluded", excluded);
  assert.deepEqual(
    received.flatMap(({ payload }) => payload["message_seq"] ?? []),
    [1],
  );
  assert.ok(
    received.every(({ payload }) => !("driver_id" in payload || "contractor_account_id" in payload)),
    "nobody is told who the others are",
  );
});
