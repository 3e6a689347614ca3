import assert from "node:assert/strict";
import { test } from "node:test";
import { sync } from "#domain/execution/driver-app/operations/sync.ts";
import { cancelInstantJob } from "#domain/execution/instant-rider/operations/cancel-instant-job.ts";
import { completeJob } from "#domain/execution/instant-rider/operations/complete-job.ts";
import { declineInstantOffer } from "#domain/execution/instant-rider/operations/decline-instant-offer.ts";
import { dispatchInstantOrder } from "#domain/execution/instant-rider/operations/dispatch-instant-order.ts";
import { goOffline } from "#domain/execution/instant-rider/operations/go-offline.ts";
import { listInstantOffers } from "#domain/execution/instant-rider/operations/list-instant-offers.ts";
import { pickUp } from "#domain/execution/instant-rider/operations/pick-up.ts";
import { reassignInstantJob } from "#domain/execution/instant-rider/operations/reassign-instant-job.ts";
import { releaseJob } from "#domain/execution/instant-rider/operations/release-job.ts";
import { returnGoods } from "#domain/execution/instant-rider/operations/return-goods.ts";
import { updateFeatures } from "#domain/identity/businesses/operations/update-features.ts";
import { cancelOrder } from "#domain/orders/orders/operations/cancel-order.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { releaseRoute } from "#domain/planning/routes/operations/release-route.ts";
import { acceptOffer, createJob, createRiders, offerTo } from "#tests/support/instant-rider.ts";
import { testService } from "#tests/support/service.ts";
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
const HOUR = 3_600_000;

const url = (order_id: number) => `/api/v1/order-chat/orders/${order_id}/messages`;
const texts = (list: { messages: { text: string }[] }) => list.messages.map(({ text }) => text);

async function setUp() {
  const business = await service.business();
  const [rider, other] = await createRiders(service, business, 2);
  if (rider === undefined || other === undefined) throw new Error("There are two riders.");
  const admin = business.as("client_admin");
  await admin(updateChatSettings, { grace_h: 1 });
  return { business, admin, rider, other };
}
type Setting = Awaited<ReturnType<typeof setUp>>;

/** What the rider may do now: status of reading, of writing. */
const CASES: [
  name: string,
  expected: [read: number, write: number],
  arrange: (setting: Setting) => Promise<number>,
][] = [
  ["a job that is offered", [404, 404], async ({ business, rider }) => (await offerTo(business, rider)).id],
  [
    "a job of somebody else",
    [404, 404],
    async ({ business, other }) => (await createJob(business, other)).order.id,
  ],
  ["an accepted job", [200, 201], async ({ business, rider }) => (await createJob(business, rider)).order.id],
  [
    "an accepted job, where access begins with the pickup",
    [403, 403],
    async ({ business, admin, rider }) => {
      await admin(updateChatSettings, { driver_access: "departure" });
      return (await createJob(business, rider)).order.id;
    },
  ],
  [
    "a job with the goods, where access begins with the pickup",
    [200, 201],
    async ({ business, admin, rider }) => {
      await admin(updateChatSettings, { driver_access: "departure" });
      const { order, instant_job_id } = await createJob(business, rider);
      await rider.person.call(pickUp, { instant_job_id });
      return order.id;
    },
  ],
  [
    "a job that was delivered, within the grace period",
    [200, 201],
    async ({ business, rider }) => {
      const { order, instant_job_id } = await createJob(business, rider);
      await rider.person.call(pickUp, { instant_job_id });
      await rider.person.call(completeJob, { instant_job_id });
      service.advance(HOUR - 1);
      return order.id;
    },
  ],
  [
    "a job that was delivered, after it",
    [403, 403],
    async ({ business, rider }) => {
      const { order, instant_job_id } = await createJob(business, rider);
      await rider.person.call(pickUp, { instant_job_id });
      await rider.person.call(completeJob, { instant_job_id });
      service.advance(HOUR);
      return order.id;
    },
  ],
  [
    "a job whose goods go back",
    [200, 201],
    async ({ business, admin, rider }) => {
      const { order, instant_job_id } = await createJob(business, rider);
      await rider.person.call(pickUp, { instant_job_id });
      await admin(cancelOrder, { order_id: order.id, reason: "Customer asked" });
      service.advance(2 * HOUR);
      return order.id;
    },
  ],
  [
    "a job that was given back: the author knows that there is an order",
    [403, 403],
    async ({ business, rider }) => {
      const { order, instant_job_id } = await createJob(business, rider);
      await rider.person.call(postMessage, { order_id: order.id, text: "The shop is closed." });
      await rider.person.call(releaseJob, { instant_job_id, reason: "closed" });
      return order.id;
    },
  ],
  [
    "a job that was taken away, without a word",
    [404, 404],
    async ({ business, admin, rider, other }) => {
      const { order } = await createJob(business, rider);
      await admin(reassignInstantJob, { order_id: order.id, driver_id: other.id, reason: "nearer" });
      return order.id;
    },
  ],
  [
    "an order that is on the route of somebody else now",
    [403, 403],
    async ({ business, admin, rider, other }) => {
      const { order } = await createJob(business, rider);
      await admin(cancelInstantJob, { order_id: order.id, reason: "by van" });
      const { route } = await admin(createRoute, { driver_id: other.id, order_ids: [order.id] });
      await admin(releaseRoute, { route_id: route.id });
      return order.id;
    },
  ],
  [
    "an order on a route of the rider that is not released",
    [403, 403],
    async ({ business, admin, rider }) => {
      const { order } = await createJob(business, rider);
      await admin(cancelInstantJob, { order_id: order.id, reason: "by van" });
      await admin(createRoute, { driver_id: rider.id, order_ids: [order.id] });
      return order.id;
    },
  ],
  [
    "an order on a released route of the rider",
    [200, 201],
    async ({ business, admin, rider }) => {
      const { order } = await createJob(business, rider);
      await admin(cancelInstantJob, { order_id: order.id, reason: "by van" });
      const { route } = await admin(createRoute, { driver_id: rider.id, order_ids: [order.id] });
      await admin(releaseRoute, { route_id: route.id });
      return order.id;
    },
  ],
  [
    "a job that was stopped, after the grace period",
    [403, 403],
    async ({ business, admin, rider }) => {
      const { order } = await createJob(business, rider);
      await admin(cancelInstantJob, { order_id: order.id, reason: "by van" });
      service.advance(HOUR);
      return order.id;
    },
  ],
  [
    "a job that was given back, and taken again",
    [200, 201],
    async ({ business, admin, rider }) => {
      const { order, instant_job_id } = await createJob(business, rider);
      await rider.person.call(releaseJob, { instant_job_id, reason: "closed" });
      await admin(dispatchInstantOrder, { order_id: order.id, driver_id: rider.id });
      await acceptOffer(rider);
      return order.id;
    },
  ],
  [
    "an offer that was declined",
    [404, 404],
    async ({ business, rider }) => {
      const order = await offerTo(business, rider);
      const [offer] = (await rider.person.call(listInstantOffers, {})).offers;
      await rider.person.call(declineInstantOffer, { instant_offer_id: offer?.id ?? 0 });
      return order.id;
    },
  ],
  [
    "a job of a rider who is offline",
    [200, 201],
    async ({ business, rider }) => {
      const { order } = await createJob(business, rider);
      await rider.person.call(goOffline, {});
      return order.id;
    },
  ],
  [
    "a job of a rider who is suspended",
    [403, 403],
    async ({ business, rider }) => {
      const { order } = await createJob(business, rider);
      await service.system.execute("update driver set status = 'suspended' where id = $1", [rider.id]);
      return order.id;
    },
  ],
  [
    "a job whose conversation was closed",
    [200, 410],
    async ({ business, admin, rider }) => {
      const { order } = await createJob(business, rider);
      await admin(updateConversation, { order_id: order.id, state: "closed" });
      return order.id;
    },
  ],
  [
    "goods that are back with the sender, after the grace period",
    [403, 403],
    async ({ business, admin, rider }) => {
      const { order, instant_job_id } = await createJob(business, rider);
      await rider.person.call(pickUp, { instant_job_id });
      await admin(cancelOrder, { order_id: order.id, reason: "Customer asked" });
      await rider.person.call(returnGoods, { instant_job_id });
      service.advance(HOUR);
      return order.id;
    },
  ],
  [
    "a job of another business",
    [404, 404],
    async () => {
      const foreign = await setUp();
      return (await createJob(foreign.business, foreign.rider)).order.id;
    },
  ],
  [
    "an accepted job, where the business has switched the conversations off",
    [409, 409],
    async ({ business, rider }) => {
      const { order } = await createJob(business, rider);
      const platform = await service.platformAdmin();
      await platform.call(updateFeatures, { business_id: business.id, families: { order_chat: false } });
      return order.id;
    },
  ],
];

test("riders read and write in the conversations of their jobs, as drivers do in those of their orders", async () => {
  for (const [name, expected, arrange] of CASES) {
    const setting = await setUp();
    const order_id = await arrange(setting);
    const { http } = setting.rider.person;
    const [may_read, may_write] = expected;
    const chat_answer = await http("GET", url(order_id));
    const written = await http("POST", url(order_id), { text: "At the door" });
    assert.deepEqual([chat_answer.status, written.status], expected, name);
    // Every other way says the same.
    const base = `/api/v1/order-chat/orders/${order_id}`;
    assert.equal((await http("GET", base)).status, may_read, `${name}: conversation`);
    assert.equal((await http("POST", `${base}/read`, { up_to_seq: 1 })).status, may_read, `${name}: mark`);
    const graph = await http("POST", "/api/graphql", {
      query: `{ orderChatMessages(order_id: ${order_id}) { last_seq } }`,
    });
    assert.equal(graph.body.data?.orderChatMessages != null, may_read === 200, `${name}: GraphQL`);
    const item = { seq: 1, type: "chat_message", occurred_at: service.now().toISOString() };
    const items = [{ ...item, body: { order_id, text: "Without a connection" } }];
    const { body } = await http("POST", "/api/v1/driver/sync", { device_id: "phone", items });
    assert.equal(body.items[0].status ?? 201, may_write, `${name}: batch`);
  }
});

test("a job that passes on: the next rider reads nothing from before, the dispatcher everything", async () => {
  const { business, admin, rider, other } = await setUp();
  const { order } = await createJob(business, rider);
  const order_id = order.id;
  await admin(postMessage, { order_id, text: "To the first rider." });
  assert.deepEqual(texts(await rider.person.call(listChatMessages, { order_id })), ["To the first rider."]);
  await rider.person.call(markChatRead, { order_id, up_to_seq: 1 });
  assert.partialDeepStrictEqual((await admin(getConversation, { order_id })).conversation, {
    driver_access: "open",
    participants: [{ role: "driver", name: "Rider 1" }],
  });
  await admin(reassignInstantJob, { order_id, driver_id: other.id, reason: "nearer" });
  await acceptOffer(other);
  await admin(postMessage, { order_id, text: "To the second rider." });
  assert.deepEqual(texts(await other.person.call(listChatMessages, { order_id })), ["To the second rider."]);
  await other.person.call(markChatRead, { order_id, up_to_seq: 2 });
  const { messages } = await admin(listChatMessages, { order_id });
  assert.deepEqual(
    messages.map(({ read_by }) => read_by.map(({ name }) => name)),
    [["Rider 1"], ["Rider 2"]],
  );
  await other.person.call(postMessage, { order_id, quick_reply: "at_the_door" });
  assert.equal((await admin(listInbox, { driver_id: other.id })).conversations[0]?.order_id, order_id);
  assert.equal((await admin(listInbox, { driver_id: rider.id })).conversations.length, 0);
});

test("what a rider wrote without a connection is sent in order, and decided by when it arrives", async () => {
  const { business, admin, rider, other } = await setUp();
  const { order } = await createJob(business, rider);
  const order_id = order.id;
  const batch = (from: number) =>
    rider.person.call(sync, {
      device_id: "phone",
      items: [0, 1].map((index) => ({
        seq: from + index,
        type: "chat_message" as const,
        occurred_at: new Date(service.now().getTime() - 60_000 + index).toISOString(),
        body: { order_id, text: `Offline ${from + index}` },
      })),
    });
  const batch_answer = await batch(1);
  assert.equal(batch_answer.failed, 0, JSON.stringify(batch_answer));
  assert.deepEqual(
    (await batch(1)).items.map(({ replayed }) => replayed),
    [true, true],
  );
  assert.deepEqual(texts(await admin(listChatMessages, { order_id })), ["Offline 1", "Offline 2"]);
  await admin(reassignInstantJob, { order_id, driver_id: other.id, reason: "nearer" });
  const late = await batch(3);
  assert.deepEqual(
    late.items.map(({ error_code }) => error_code),
    ["FORBIDDEN", "FORBIDDEN"],
  );
  assert.equal((await admin(listChatMessages, { order_id })).messages.length, 2);
});
