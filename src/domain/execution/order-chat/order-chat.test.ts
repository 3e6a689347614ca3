import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { getFile } from "#domain/files/files/operations/get-file.ts";
import { uploadFile } from "#domain/files/files/operations/upload-file.ts";
import { reassignRoute } from "#domain/planning/routes/operations/reassign-route.ts";
import { createReleasedRoute, JPEG, uploadPhoto } from "#tests/support/driver-app.ts";
import { runSchedule } from "#tests/support/jobs.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { deleteChatMessage } from "./operations/delete-chat-message.ts";
import { getConversation } from "./operations/get-conversation.ts";
import { listChatMessages } from "./operations/list-chat-messages.ts";
import { listInbox } from "./operations/list-inbox.ts";
import { markChatRead } from "./operations/mark-chat-read.ts";
import { postMessage } from "./operations/post-message.ts";
import { updateChatSettings } from "./operations/update-chat-settings.ts";
import { updateConversation } from "./operations/update-conversation.ts";

const service = await testService();
service.freezeClock();
service.setNow("2026-11-23T12:00:00Z");

const texts = (list: { messages: { text: string }[] }) => list.messages.map(({ text }) => text);
const url = (order_id: number, more = "") => `/api/v1/order-chat/orders/${order_id}${more}`;

test("who reads later messages is not shown as a reader of earlier ones that were not theirs", async () => {
  const business = await service.business();
  const { orders, route_id } = await createReleasedRoute(business);
  const order_id = orders[0]?.id ?? 0;
  const admin = business.as("client_admin");
  await admin(postMessage, { order_id, text: "To the first driver." });
  const other = await business.driver({ name: "Second" });
  await admin(reassignRoute, { route_id, driver_id: other.id });
  await admin(postMessage, { order_id, text: "To the second driver." });
  await other.person.call(markChatRead, { order_id, up_to_seq: 2 });
  const readers = async () =>
    (await admin(listChatMessages, { order_id })).messages.map(({ read_by }) =>
      read_by.map(({ name }) => name),
    );
  assert.deepEqual(await readers(), [[], ["Second"]]);
  const employee = business.as("employee");
  await employee(markChatRead, { order_id, up_to_seq: 2 });
  assert.deepEqual(
    (await readers()).map((names) => names.length),
    [1, 2],
    "the people of the business read everything",
  );
});

test("a message that a phone sends again after a lost answer is one message; its number is of no other", async () => {
  const business = await service.business();
  const { person, orders } = await createReleasedRoute(business);
  const order_id = orders[0]?.id ?? 0;
  const message = { text: "I am at the gate.", device_id: "phone-1", seq: 41 };
  const post = (body: object) => person.http("POST", url(order_id, "/messages"), body);
  const [first, again] = [await post(message), await post(message)];
  assert.equal(first.status, 201, JSON.stringify(first.body));
  assert.deepEqual([again.status, again.body.message], [201, first.body.message]);
  const together = await Promise.all([post({ ...message, seq: 42 }), post({ ...message, seq: 42 })]);
  assert.deepEqual(
    together.map(({ body }) => body.message.seq),
    [2, 2],
  );
  const other = await post({ ...message, text: "Nobody is here." });
  assert.deepEqual([other.status, other.body.error_code], [409, "SEQUENCE_REUSED"]);
  const from_another = await post({ ...message, device_id: "phone-2" });
  assert.equal(from_another.body.message.seq, 3);
  const read = await business.as("employee")(listChatMessages, { order_id });
  assert.deepEqual(texts(read), Array(3).fill("I am at the gate."));
  const events = await business.readEvents("order_chat", order_id);
  assert.equal(events.filter(({ kind }) => kind === "order_chat.message_posted").length, 3);
});

test("dispatcher and driver write to each other, in one order, and see who has read", async () => {
  const business = await service.business();
  const { person, orders } = await createReleasedRoute(business);
  const order_id = orders[0]?.id ?? 0;
  const dispatcher = business.as("employee");
  const first = await dispatcher(postMessage, {
    order_id,
    text: "  The gate code is 4711. ",
    language: "en",
  });
  assert.equal(first.message.seq, 1);
  const [written] = (await dispatcher(listChatMessages, { order_id })).messages;
  assert.partialDeepStrictEqual(written, {
    text: "The gate code is 4711.",
    author: { role: "staff", is_me: true },
    read_by: [],
    can_delete: true,
  });
  const chat = await person.call(listChatMessages, { order_id });
  assert.partialDeepStrictEqual(chat, {
    state: "open",
    last_seq: 1,
    read_seq: 0,
    unread: 1,
    has_more: false,
  });
  assert.deepEqual(texts(chat), ["The gate code is 4711."]);
  assert.deepEqual(await person.call(markChatRead, { order_id, up_to_seq: 99 }), {
    result: true,
    read_seq: 1,
    unread: 0,
  });
  await person.call(postMessage, { order_id, quick_reply: "at_the_door" });
  const both = await dispatcher(listChatMessages, { order_id });
  assert.deepEqual(texts(both), ["The gate code is 4711.", "I am at the door."]);
  assert.deepEqual(
    both.messages[0]?.read_by.map(({ role }) => role),
    ["driver"],
  );
  assert.equal(both.messages[1]?.translations["pt"], "Estou na porta.");
  assert.equal(both.unread, 1);
  const { conversation } = await dispatcher(getConversation, { order_id });
  assert.partialDeepStrictEqual(conversation, {
    can_write: true,
    driver_access: "open",
    participants: [{ role: "driver" }],
  });
  const { conversations } = await dispatcher(listInbox, { unread: true });
  assert.partialDeepStrictEqual(conversations, [
    {
      order_id,
      needs_answer: true,
      unread: 1,
      last_text: "I am at the door.",
      last_author: { role: "driver" },
    },
  ]);
  const log = JSON.stringify(await business.readEvents("order_chat", order_id));
  assert.equal(/4711|door/.test(log), false, "events have nothing that was written");
  assert.equal(
    (await business.http("employee", "GET", `/api/v1/client/orders/${order_id}`)).body.order.note ?? "",
    "",
  );
});

test("each route is 409 with exactly two members while the feature is off, for everybody", async () => {
  const business = await service.business({ features: { order_chat: false } });
  const order = await business.order();
  const driver = await business.driver();
  const routes = [...service.runtime.registry.operations.values()].filter(
    ({ family }) => family === "order-chat",
  );
  assert.ok(routes.length >= 8);
  for (const { rest } of routes) {
    const path = rest?.path.replace("{order_id}", String(order.id)).replace("{message_seq}", "1") ?? "";
    for (const call of [
      () => business.http("client_admin", rest?.method ?? "", path, rest?.method === "GET" ? undefined : {}),
      () =>
        business.http("customer", rest?.method ?? "", path, rest?.method === "GET" ? undefined : { odd: 1 }),
      () => driver.person.http(rest?.method ?? "", path, rest?.method === "GET" ? undefined : {}),
    ]) {
      const { status, body } = await call();
      assert.deepEqual(
        [status, body],
        [409, { result: false, feature_enabled: false }],
        `${rest?.method} ${path}`,
      );
    }
  }
});

describe("the driver's access", () => {
  test("begins with the release of the route and ends with the grace period, to the millisecond", async () => {
    const business = await service.business();
    await business.as("client_admin")(updateChatSettings, { grace_h: 1 });
    const admin = business.as("client_admin");
    const driver = await business.driver();
    const order = await business.order();
    const order_id = order.id;
    await admin(postMessage, { order_id, text: "before" });
    const { body: route_answer } = await business.http("client_admin", "POST", "/api/v1/client/routes", {
      driver_id: driver.id,
      order_ids: [order_id],
    });
    const read = () => driver.person.http("GET", url(order_id, "/messages"));
    assert.equal((await read()).status, 403, "not released");
    await business.http("client_admin", "POST", `/api/v1/client/routes/${route_answer.route.id}/release`);
    assert.deepEqual(texts((await read()).body), [], "what was said before is not read");
    await admin(postMessage, { order_id, text: "during" });
    assert.deepEqual(texts((await read()).body), ["during"]);

    await service.system.execute(
      "update delivery_order set status = 'DELIVERED', status_since = $2 where id = $1",
      [order_id, service.now()],
    );
    const ended = service.now();
    service.setNow(new Date(ended.getTime() + 3_599_999).toISOString());
    assert.equal(
      (await driver.person.http("POST", url(order_id, "/messages"), { text: "last" })).status,
      201,
    );
    service.setNow(new Date(ended.getTime() + 3_600_000).toISOString());
    assert.equal((await read()).status, 403);
    const late = await driver.person.http("POST", url(order_id, "/messages"), { text: "late" });
    assert.equal(late.status, 403);
    const closed = await business.http("employee", "POST", url(order_id, "/messages"), { text: "late" });
    assert.deepEqual([closed.status, closed.body.error_code], [410, "CONVERSATION_CLOSED"]);
    assert.deepEqual(texts(await admin(listChatMessages, { order_id })), ["before", "during", "last"]);
    await admin(updateConversation, { order_id, state: "open" });
    assert.equal((await admin(postMessage, { order_id, text: "reopened" })).message.seq, 4);
  });

  test("passes to the next driver, who reads nothing that was said before", async () => {
    const business = await service.business();
    const { person, orders, route_id } = await createReleasedRoute(business);
    const order_id = orders[0]?.id ?? 0;
    const next = await business.driver();
    await person.call(postMessage, { order_id, text: "from the first" });
    await business.as("employee")(postMessage, { order_id, text: "to the first" });
    const moved = await business.http("client_admin", "POST", `/api/v1/client/routes/${route_id}/reassign`, {
      driver_id: next.id,
    });
    assert.equal(moved.status, 200, JSON.stringify(moved.body));
    for (const [method, path, body] of [
      ["GET", "/messages", undefined],
      ["GET", "", undefined],
      ["POST", "/messages", { text: "?" }],
      ["POST", "/read", { up_to_seq: 1 }],
    ] as const) {
      const { status } = await person.http(method, url(order_id, path), body);
      assert.equal(status, 403, `${method} ${path}`);
    }
    assert.deepEqual(texts(await next.person.call(listChatMessages, { order_id })), []);
    await business.as("employee")(postMessage, { order_id, text: "to the second" });
    assert.deepEqual(texts(await next.person.call(listChatMessages, { order_id })), ["to the second"]);
  });

  test("may begin with the start of the route", async () => {
    const business = await service.business();
    await business.as("client_admin")(updateChatSettings, { driver_access: "departure" });
    const { person, orders, route_id } = await createReleasedRoute(business);
    const order_id = orders[0]?.id ?? 0;
    assert.equal((await person.http("GET", url(order_id))).status, 403);
    const { conversation } = await business.as("employee")(getConversation, { order_id });
    assert.deepEqual([conversation.driver_access, conversation.participants], ["before", []]);
    await person.http("POST", `/api/v1/driver/routes/${route_id}/start`, {});
    assert.equal((await person.http("GET", url(order_id))).status, 200);
  });
});

describe("customers", () => {
  async function withCustomers() {
    const business = await service.business();
    const [mine, other] = [await business.customer(), await business.customer()];
    const order = await business.order({ customer_id: mine.id });
    return { business, mine, other, order_id: order.id };
  }

  test("take part where they are admitted, and read what is posted from then on", async () => {
    const { business, mine, other, order_id } = await withCustomers();
    const admin = business.as("client_admin");
    await admin(postMessage, { order_id, text: "about the customer" });
    const read = () => mine.person.http("GET", url(order_id, "/messages"));
    assert.equal((await read()).status, 403);
    await admin(updateConversation, { order_id, customer_enabled: true });
    await admin(postMessage, { order_id, text: "to the customer" });
    const chat_body = (await read()).body;
    assert.deepEqual(texts(chat_body), ["to the customer"]);
    assert.deepEqual(chat_body.messages[0].author, {
      role: "staff",
      name: mine.person.actor.business?.name,
      is_me: false,
    });
    assert.equal(
      (await mine.person.http("POST", url(order_id, "/messages"), { text: "Thanks" })).status,
      201,
    );
    for (const path of ["", "/messages"])
      assert.equal((await other.person.http("GET", url(order_id, path))).status, 404);
    await admin(updateConversation, { order_id, customer_enabled: false });
    assert.equal((await read()).status, 403);
    assert.equal((await mine.person.http("POST", url(order_id, "/messages"), { text: "?" })).status, 403);
  });

  test("take part nowhere when the settings say so", async () => {
    const { business, mine, order_id } = await withCustomers();
    const admin = business.as("client_admin");
    await admin(updateChatSettings, { customers: "all" });
    assert.equal((await mine.person.http("POST", url(order_id, "/messages"), { text: "Hello" })).status, 201);
    await admin(updateChatSettings, { customers: "off" });
    assert.equal((await mine.person.http("GET", url(order_id))).status, 403);
    const refusal = await catchRefusal(admin(updateConversation, { order_id, customer_enabled: true }));
    assert.equal(refusal.code, "customers_off");
  });
});

test("the contractor of an order takes part where the settings say so; its customer sees the business", async () => {
  const business = await service.business();
  const [contractor, other, customer] = [
    await business.contractor(),
    await business.contractor(),
    await business.customer(),
  ];
  const order_id = (await business.order({ customer_id: customer.id })).id;
  const admin = business.as("client_admin");
  const { account_id } = contractor.person.actor;
  const assigned = await business.http("client_admin", "POST", "/api/v1/broker-order-assignments", {
    order_ids: [order_id],
    broker_id: account_id,
  });
  assert.equal(assigned.body.assigned, 1, JSON.stringify(assigned.body));
  const post = (text: string) => contractor.person.http("POST", url(order_id, "/messages"), { text });
  assert.equal((await post("too early")).status, 403);
  await admin(updateChatSettings, { contractors: true, customers: "all" });
  assert.equal((await post("We come at noon")).status, 201);
  assert.equal((await other.person.http("GET", url(order_id))).status, 404);
  const { messages } = await customer.person.call(listChatMessages, { order_id });
  const business_name = customer.person.actor.business?.name;
  assert.deepEqual(messages[0]?.author, { role: "staff", name: business_name, is_me: false });
});

test("a driver who is suspended takes no part", async () => {
  const business = await service.business();
  const { person, driver, orders } = await createReleasedRoute(business);
  const order_id = orders[0]?.id ?? 0;
  assert.equal((await person.http("GET", url(order_id))).status, 200);
  await service.system.execute("update driver set status = 'suspended' where id = $1", [driver.id]);
  assert.equal((await person.http("GET", url(order_id))).status, 403);
});

test("another business finds neither order nor conversation", async () => {
  const [business, theirs] = [await service.business(), await service.business()];
  const order_id = (await business.order()).id;
  await business.as("client_admin")(postMessage, { order_id, text: "ours" });
  for (const [method, path, body] of [
    ["GET", "", undefined],
    ["PATCH", "", { state: "closed" }],
    ["GET", "/messages", undefined],
    ["POST", "/messages", { text: "theirs" }],
    ["POST", "/read", { up_to_seq: 1 }],
    ["DELETE", "/messages/1", undefined],
  ] as const) {
    const { status } = await theirs.http("client_admin", method, url(order_id, path), body);
    assert.equal(status, 404, `${method} ${path}`);
  }
  assert.equal((await theirs.as("client_admin")(listInbox, {})).total, 0);
  assert.deepEqual(texts(await business.as("client_admin")(listChatMessages, { order_id })), ["ours"]);
});

test("posts at once are all kept, each with its number, and a gap is read by the last number", async () => {
  const business = await service.business();
  const { person, orders } = await createReleasedRoute(business);
  const order_id = orders[0]?.id ?? 0;
  const posts = Array.from({ length: 24 }, (_, index) => {
    const body = { text: `message ${index}` };
    return index % 2 === 0
      ? business.http("employee", "POST", url(order_id, "/messages"), body)
      : person.http("POST", url(order_id, "/messages"), body);
  });
  const answers = await Promise.all(posts);
  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map(() => 201),
  );
  const acknowledged = new Map<number, string>(
    answers.map(({ body }, index) => [body.message.seq, `message ${index}`]),
  );
  const read: { seq: number; text: string }[] = [];
  let has_more = true;
  while (has_more) {
    const page = await person.call(listChatMessages, {
      order_id,
      after_seq: read.at(-1)?.seq ?? 0,
      limit: 10,
    });
    read.push(...page.messages);
    has_more = page.has_more;
  }
  assert.deepEqual(
    read.map(({ seq }) => seq),
    Array.from({ length: 24 }, (_, index) => index + 1),
  );
  assert.deepEqual(new Map(read.map(({ seq, text }) => [seq, text])), acknowledged);
  const back = await person.call(listChatMessages, { order_id, before_seq: 5, limit: 3 });
  assert.deepEqual([back.messages.map(({ seq }) => seq), back.has_more], [[2, 3, 4], true]);
});

test("marks of reading do not go back, whichever arrives last", async () => {
  const business = await service.business();
  const order_id = (await business.order()).id;
  for (const text of ["1", "2", "3"]) await business.as("client_admin")(postMessage, { order_id, text });
  const reader = business.as("employee");
  await Promise.all([3, 1, 2].map((up_to_seq) => reader(markChatRead, { order_id, up_to_seq })));
  assert.partialDeepStrictEqual(await reader(markChatRead, { order_id, up_to_seq: 1 }), {
    read_seq: 3,
    unread: 0,
  });
});

test("files belong to their message: who reads it opens them, nobody attaches those of others", async () => {
  const business = await service.business();
  const { person, orders } = await createReleasedRoute(business);
  const order_id = orders[0]?.id ?? 0;
  const file_id = await uploadPhoto(person);
  await person.call(postMessage, {
    order_id,
    file_ids: [file_id],
    position: { lat: -15.7, lng: -47.8, accuracy_m: 12 },
  });
  const [message] = (await person.call(listChatMessages, { order_id })).messages;
  assert.partialDeepStrictEqual(message, {
    text: "",
    attachments: [{ file_id, name: "door.jpg", content_type: "image/jpeg" }],
    position: { lat: -15.7, lng: -47.8, accuracy_m: 12 },
  });
  assert.equal((await business.as("employee")(getFile, { file_id })).content_type, "image/jpeg");
  const stranger = await business.driver();
  assert.equal((await stranger.person.http("GET", `/api/v1/files/${file_id}`)).status, 404);
  const staff_file = await business.as("employee")(uploadFile, {
    content_base64: JPEG,
    content_type: "image/jpeg",
    name: "map.jpg",
  });
  const refused = await person.http("POST", url(order_id, "/messages"), { file_ids: [staff_file.file_id] });
  assert.deepEqual([refused.status, refused.body.error_code], [422, "UNKNOWN_FILE"]);
  const posted = await business.as("employee")(postMessage, { order_id, file_ids: [staff_file.file_id] });
  const open = () => person.http("GET", `/api/v1/files/${staff_file.file_id}`);
  assert.equal((await open()).status, 200);
  await business.as("employee")(deleteChatMessage, { order_id, message_seq: posted.message.seq });
  assert.equal((await open()).status, 404, "the file of a deleted message");
  assert.equal((await person.http("POST", url(order_id, "/messages"), { text: "   " })).status, 422);
});

test("a message is deleted by its author for 15 minutes, and by an administrator", async () => {
  const business = await service.business();
  const { person, orders } = await createReleasedRoute(business);
  const order_id = orders[0]?.id ?? 0;
  await person.call(postMessage, { order_id, text: "secret one" });
  await person.call(postMessage, { order_id, text: "secret two" });
  const remove = (seq: number) => person.http("DELETE", url(order_id, `/messages/${seq}`));
  assert.equal((await business.http("employee", "DELETE", url(order_id, "/messages/1"))).status, 409);
  service.advance(15 * 60_000 - 1);
  assert.equal((await remove(1)).status, 200);
  service.advance(1);
  assert.equal((await remove(2)).status, 409);
  assert.equal((await remove(7)).status, 404);
  await business.as("client_admin")(deleteChatMessage, { order_id, message_seq: 2 });
  const { messages } = await business.as("client_admin")(listChatMessages, { order_id });
  assert.deepEqual(
    messages.map(({ seq, text, deleted_at }) => [seq, text, deleted_at !== null]),
    [
      [1, "", true],
      [2, "", true],
    ],
  );
  for (const table of ["order_chat_message", "event", "audit"]) {
    const table_rows = await service.system.rows(`select * from ${table} where business_id = $1`, [
      business.id,
    ]);
    assert.equal(JSON.stringify(table_rows).includes("secret"), false, table);
  }
});

test("hostile and long text is data", async () => {
  const business = await service.business();
  const order_id = (await business.order()).id;
  const post = (text: string) => business.http("employee", "POST", url(order_id, "/messages"), { text });
  const hostile = `<script>alert(1)</script> '; drop table order_chat; -- \${7*7} {{x}} abc ignore all instructions`;
  assert.equal((await post(hostile)).status, 201);
  assert.equal((await post("é".repeat(4000))).status, 201);
  assert.equal((await post("é".repeat(4001))).status, 422);
  for (const refused of ["a\u0000b", "a\u001b[31mb", "\u202eabc x"].map((text) => `x ${text}`))
    assert.equal((await post(refused)).status, 422);
  const remaining_texts = texts(await business.as("employee")(listChatMessages, { order_id }));
  assert.deepEqual(remaining_texts, [hostile, "é".repeat(4000)]);
});

test("messages older than the business keeps them are deleted, and their numbers are not used again", async () => {
  const business = await service.business();
  const order_id = (await business.order()).id;
  const admin = business.as("client_admin");
  await admin(updateChatSettings, { retention_days: 30 });
  await admin(postMessage, { order_id, text: "old" });
  service.advance(30 * 86_400_000);
  await admin(postMessage, { order_id, text: "young" });
  await runSchedule(service, "order-chat.delete-old-messages", business.id);
  assert.deepEqual(
    texts(await admin(listChatMessages, { order_id })),
    ["old", "young"],
    "30 days to the moment",
  );
  service.advance(1);
  await runSchedule(service, "order-chat.delete-old-messages", business.id);
  assert.deepEqual(texts(await admin(listChatMessages, { order_id })), ["young"]);
  assert.equal((await admin(postMessage, { order_id, text: "next" })).message.seq, 3);
  const events = await business.readEvents("order_chat", order_id);
  assert.partialDeepStrictEqual(
    events.find(({ kind }) => kind === "order_chat.messages_expired"),
    { payload: { messages: 1, up_to_seq: 1 } },
  );
  service.setNow("2026-11-23T13:00:00Z");
});

test("a phone that was offline sends its messages with its other commands, each once", async () => {
  const business = await service.business();
  const { person, orders } = await createReleasedRoute(business);
  const order_id = orders[0]?.id ?? 0;
  const written = service.now().toISOString();
  service.advance(600_000);
  const batch = {
    device_id: "phone",
    items: [
      { seq: 1, type: "chat_message", occurred_at: written, body: { order_id, text: "no signal" } },
      { seq: 2, type: "chat_message", occurred_at: written, body: { order_id: 999_999_999, text: "?" } },
    ],
  };
  const send = () => person.http("POST", "/api/v1/driver/sync", batch);
  const { body } = await send();
  assert.deepEqual([body.done, body.failed, body.items[1].status], [1, 1, 404], JSON.stringify(body));
  await send();
  const { messages } = await business.as("employee")(listChatMessages, { order_id });
  assert.deepEqual(
    messages.map(({ text, written_at }) => [text, written_at]),
    [["no signal", written]],
  );
});
