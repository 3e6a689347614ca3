/** Who is named as a reader of a message, and what everybody sees right after a message was sent. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assignOrders } from "#domain/fleet/assignments/operations/assign-orders.ts";
import { reassignRoute } from "#domain/planning/routes/operations/reassign-route.ts";
import { createReleasedRoute } from "#tests/support/driver-app.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { deleteChatMessage } from "./operations/delete-chat-message.ts";
import { listChatMessages } from "./operations/list-chat-messages.ts";
import { markChatRead } from "./operations/mark-chat-read.ts";
import { postMessage } from "./operations/post-message.ts";
import { updateChatSettings } from "./operations/update-chat-settings.ts";
import { updateConversation } from "./operations/update-conversation.ts";

const service = await testService();
service.freezeClock();
service.setNow("2026-11-23T12:00:00Z");

async function setUp() {
  const business = await service.business();
  const admin = business.as("client_admin");
  const customer = await business.customer({ name: "Shop" });
  const { driver, orders, route_id } = await createReleasedRoute(business, [{ customer_id: customer.id }]);
  const second = await business.driver({ name: "Second" });
  const order_id = orders[0]?.id ?? 0;
  await service.system.execute("update account set name = 'First' where id = $1", [driver.person.account_id]);
  const say = (text: string) => admin(postMessage, { order_id, text });
  const people = { first: driver.person, second: second.person, customer: customer.person };
  const read = (who: keyof typeof people, up_to_seq = 99) =>
    people[who].call(markChatRead, { order_id, up_to_seq });
  const give = (who: "first" | "second") =>
    admin(reassignRoute, { route_id, driver_id: who === "first" ? driver.id : second.id });
  const admit = (customer_enabled: boolean) => admin(updateConversation, { order_id, customer_enabled });
  return { business, admin, order_id, customer, people, say, read, give, admit };
}
type World = Awaited<ReturnType<typeof setUp>>;

describe("a mark of reading names only who could see the message", () => {
  const CASES: [name: string, act: (world: World) => Promise<unknown>, expected: string[][]][] = [
    [
      "the driver who got the order later",
      async ({ say, give, read }) => {
        await say("to the first");
        await give("second");
        await say("to the second");
        await read("second");
      },
      [[], ["Second"]],
    ],
    [
      "a driver who lost the order and has it again",
      async ({ say, give, read }) => {
        await say("to the first");
        await read("first");
        await give("second");
        await say("to the second");
        await give("first");
        await say("to the first again");
        await read("first");
      },
      [["First"], [], ["First"]],
    ],
    [
      "an answer of a driver who got the order later",
      async ({ say, give, people, order_id }) => {
        await say("to the first");
        await give("second");
        await people.second.call(postMessage, { order_id, text: "Here I am" });
      },
      [[], []],
    ],
    [
      "a driver who marks after the order has passed on",
      async ({ say, give, read }) => {
        await say("to the first");
        await give("second");
        assert.equal((await catchRefusal(read("first"))).status, 403);
      },
      [[]],
    ],
    [
      "a mark that came before the message",
      async ({ say, read }) => {
        await read("first");
        await say("to the first");
      },
      [[]],
    ],
    [
      "marks in the wrong order",
      async ({ say, read }) => {
        for (const text of ["1", "2"]) await say(text);
        await read("first", 2);
        await read("first", 1);
      },
      [["First"], ["First"]],
    ],
    [
      "a customer who was admitted later",
      async ({ say, admit, read }) => {
        await say("about the customer");
        await admit(true);
        await say("to the customer");
        await read("customer");
      },
      [[], ["Shop"]],
    ],
    [
      "a customer who was excluded for a while",
      async ({ say, admit, read }) => {
        await admit(true);
        await say("1");
        await read("customer");
        await admit(false);
        await say("about the customer");
        await admit(true);
        await say("3");
        await read("customer");
      },
      [["Shop"], [], ["Shop"]],
    ],
    [
      "the contractor who got the order later",
      async ({ say, business, admin }) => {
        await admin(updateChatSettings, { contractors: true });
        const order = await business.order();
        const [one, two] = [
          await business.contractor({ name: "One" }),
          await business.contractor({ name: "Two" }),
        ];
        const assign = (broker_id: number) => admin(assignOrders, { order_ids: [order.id], broker_id });
        const tell = (text: string) => admin(postMessage, { order_id: order.id, text });
        await assign(one.person.account_id);
        await tell("to the first contractor");
        await assign(two.person.account_id);
        await tell("to the second");
        await two.person.call(markChatRead, { order_id: order.id, up_to_seq: 2 });
        const { messages } = await admin(listChatMessages, { order_id: order.id });
        assert.deepEqual(
          messages.map(({ read_by }) => read_by.map(({ name }) => name)),
          [[], ["Two"]],
        );
        await say("to the driver");
      },
      [[]],
    ],
    [
      "the people of the business, who read everything; not the author",
      async ({ say, business, admin, order_id, people }) => {
        await say("1");
        await people.first.call(postMessage, { order_id, text: "2" });
        await business.as("employee", "Eve")(markChatRead, { order_id, up_to_seq: 2 });
        await admin(markChatRead, { order_id, up_to_seq: 2 });
      },
      [
        ["Eve", "First"],
        ["Eve", "client_admin"],
      ],
    ],
  ];
  for (const [name, act, expected] of CASES)
    test(name, async () => {
      const world = await setUp();
      const { admin, order_id, people } = world;
      await act(world);
      const { messages } = await admin(listChatMessages, { order_id });
      assert.deepEqual(
        messages.map(({ read_by }) => read_by.map((one) => one.name).sort()),
        expected,
      );
      // Nobody else is named to the others either.
      for (const person of Object.values(people)) {
        const chat = await person.call(listChatMessages, { order_id }).catch(() => ({ messages: [] }));
        for (const { seq, read_by } of chat.messages)
          assert.equal(read_by.length, expected[seq - 1]?.length, `${person.actor.role} ${seq}`);
      }
    });
});

describe("a message that was sent is there at once, and once", () => {
  const url = (order_id: number) => `/api/v1/order-chat/orders/${order_id}/messages`;
  const item = (seq: number, order_id: number, text: string, minutes_ago = 10) => ({
    seq,
    type: "chat_message" as const,
    occurred_at: new Date(service.now().getTime() - minutes_ago * 60_000).toISOString(),
    body: { order_id, text },
  });
  const sendBatch = (world: World, items: ReturnType<typeof item>[]) =>
    world.people.first.http("POST", "/api/v1/driver/sync", { device_id: "phone", items });
  const send = (world: World, text: string, key?: string) =>
    world.people.first.http(
      "POST",
      url(world.order_id),
      { text },
      key === undefined ? {} : { "idempotency-key": key },
    );
  const CASES: [name: string, act: (world: World) => Promise<unknown>, expected: string[]][] = [
    ["with a key, twice", async (world) => [await send(world, "A", "k"), await send(world, "A", "k")], ["A"]],
    [
      "with a key, five times at once",
      async (world) => {
        const answers = await Promise.all(Array.from({ length: 5 }, () => send(world, "A", "k")));
        assert.deepEqual(new Set(answers.map(({ body }) => body.message?.seq)), new Set([1]));
      },
      ["A"],
    ],
    [
      "with the key of another text",
      async (world) => {
        await send(world, "A", "k");
        assert.equal((await send(world, "B", "k")).status, 409);
      },
      ["A"],
    ],
    [
      "the same words twice, each meant",
      async (world) => [await send(world, "A"), await send(world, "A")],
      ["A", "A"],
    ],
    [
      "the same key of another author is another message",
      async (world) => {
        await send(world, "A", "k");
        const { order_id, business } = world;
        await business.http("employee", "POST", url(order_id), { text: "B" }, { "idempotency-key": "k" });
      },
      ["A", "B"],
    ],
    [
      "a batch of a phone, three times at once",
      async (world) => {
        const { order_id } = world;
        const items = [item(1, order_id, "A"), item(2, order_id, "B")];
        await Promise.all([1, 2, 3].map(() => sendBatch(world, items)));
      },
      ["A", "B"],
    ],
    [
      "a batch again with one more message",
      async (world) => {
        const { order_id } = world;
        const first = item(1, order_id, "A");
        await sendBatch(world, [first]);
        await sendBatch(world, [first, item(2, order_id, "B")]);
      },
      ["A", "B"],
    ],
    [
      "in the order of the phone, whatever its clock says",
      async (world) => {
        const { order_id } = world;
        await sendBatch(world, [
          item(1, order_id, "A", 5),
          item(2, order_id, "B", 50),
          item(3, order_id, "C", 20),
        ]);
      },
      ["A", "B", "C"],
    ],
    [
      "late, after others have written: what was read stays above",
      async (world) => {
        const { order_id, say } = world;
        const late = item(1, order_id, "B", 30);
        await say("A");
        await sendBatch(world, [late]);
        await say("C");
      },
      ["A", "B", "C"],
    ],
    [
      "refused in a closed conversation, and not by itself when it is open again",
      async (world) => {
        const { order_id, admin } = world;
        const items = [item(1, order_id, "A")];
        await admin(updateConversation, { order_id, state: "closed" });
        assert.equal((await sendBatch(world, items)).body.items[0].error_code, "CONVERSATION_CLOSED");
        await admin(updateConversation, { order_id, state: "open" });
        assert.equal((await sendBatch(world, items)).body.items[0].replayed, true);
        await sendBatch(world, [item(2, order_id, "A")]);
      },
      ["A"],
    ],
    [
      "deleted at once: its number stays",
      async (world) => {
        const { body } = await send(world, "A");
        await world.people.first.call(deleteChatMessage, {
          order_id: world.order_id,
          message_seq: body.message.seq,
        });
        await send(world, "B");
      },
      ["", "B"],
    ],
  ];
  for (const [name, act, expected] of CASES)
    test(name, async () => {
      const world = await setUp();
      const { admin, order_id, people } = world;
      await act(world);
      for (const call of [admin, people.first.call]) {
        const { messages, last_seq } = await call(listChatMessages, { order_id });
        assert.deepEqual(
          messages.map(({ seq, text }) => [seq, text]),
          expected.map((text, index) => [index + 1, text]),
        );
        const next = await call(listChatMessages, { order_id, after_seq: last_seq - 1 });
        assert.deepEqual(
          next.messages.map(({ text }) => text),
          expected.slice(-1),
        );
      }
    });

  test("another process of the service reads it in the moment of its answer", async () => {
    const world = await setUp();
    const other = await service.another();
    for (const text of ["A", "B"]) {
      await world.say(text);
      const answer = await other.app.inject({
        method: "GET",
        url: url(world.order_id),
        headers: { authorization: `Bearer ${world.people.first.token}` },
      });
      assert.equal(JSON.parse(answer.body).messages.at(-1).text, text);
    }
  });
});
