/** Webhooks, from the events of orders to a receiver over HTTP. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { describe, test } from "node:test";
import { holdOrder } from "#domain/orders/orders/operations/hold-order.ts";
import { releaseOrder } from "#domain/orders/orders/operations/release-order.ts";
import { type TestBusiness, testService } from "#tests/support/service.ts";
import {
  allowPrivateAddresses,
  deliverDue,
  fanOut,
  type Received,
  startReceiver,
} from "#tests/support/webhooks.ts";
import { getWebhookSettings } from "./operations/get-webhook-settings.ts";
import { listWebhookDeliveries } from "./operations/list-webhook-deliveries.ts";
import { updateWebhookSettings } from "./operations/update-webhook-settings.ts";

const service = await testService();
allowPrivateAddresses(service);
service.freezeClock();

const MINUTE = 60_000;

/** Signed as the specification says, written without our code. */
function isSigned({ headers, raw }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const text = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${raw}`;
  const expected = `v1,${createHmac("sha256", key).update(text).digest("base64")}`;
  return String(headers["webhook-signature"]).split(" ").includes(expected);
}

async function subscribe(
  business: TestBusiness,
  url: string,
  types: readonly string[] = ["order.*"],
  more: object = {},
): Promise<string> {
  const event_urls = types.map((event_type) => ({ event_type, urls: [url] }));
  const { secret } = await business.as("client_admin")(updateWebhookSettings, { event_urls, ...more });
  return secret ?? "";
}

const readStates = async (business: TestBusiness) =>
  (await business.as("client_admin")(listWebhookDeliveries, {})).deliveries
    .map(({ state }) => state)
    .reverse();

/** Two events of the order: held and status changed are two types of one. */
async function holdAndRelease(business: TestBusiness, order_id: number): Promise<void> {
  await business.as("client_admin")(holdOrder, { order_id, reason: "unpaid" });
  await business.as("client_admin")(releaseOrder, { order_id });
}

describe("a published event", () => {
  test("is posted to each URL that wants its type, signed, once, in the order of its subject", async () => {
    const business = await service.business();
    const [all, some] = [await startReceiver(), await startReceiver()];
    const { secret, settings } = await business.as("client_admin")(updateWebhookSettings, {
      event_urls: [
        { event_type: "order.*", urls: [all.url] },
        { event_type: "order.held", urls: [all.url, `${some.url}/held?x=1`] },
      ],
    });
    assert.match(secret ?? "", /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.deepEqual(
      settings.endpoints.map(({ state }) => state),
      ["ACTIVE", "ACTIVE"],
    );
    const order = await business.order();
    await holdAndRelease(business, order.id);
    await deliverDue(service, business.id);
    await fanOut(service, business.id, true);
    await deliverDue(service, business.id);

    const types = all.received.map(({ body }) => body.type);
    assert.deepEqual(types, [
      "order.created",
      "order.held",
      "order.status_changed",
      "order.released",
      "order.status_changed",
    ]);
    assert.deepEqual(
      some.received.map(({ path, body }) => [path, body.type]),
      [["/held?x=1", "order.held"]],
    );
    const sequences = all.received.map(({ body }) => body.data.sequence);
    assert.deepEqual(
      sequences,
      sequences.toSorted((one, other) => one - other),
    );
    assert.equal(new Set(all.received.map(({ body }) => body.id)).size, 5);
    for (const one of all.received) {
      assert.ok(isSigned(one, secret ?? ""), "the signature fits");
      assert.equal(one.headers["webhook-id"], one.body.id);
      assert.equal(one.headers["content-type"], "application/json");
      assert.equal(one.headers["webhook-timestamp"], String(Math.floor(service.now().getTime() / 1000)));
    }
    assert.partialDeepStrictEqual(all.received[1]?.body.data, {
      subject_type: "order",
      subject_id: String(order.id),
    });
    assert.equal(
      all.received[1]?.body.id,
      some.received[0]?.body.id,
      "the same event has the same id everywhere",
    );
    assert.deepEqual(new Set(await readStates(business)), new Set(["DELIVERED"]));
  });

  test("is tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, and then given up", async () => {
    const business = await service.business();
    const receiver = await startReceiver();
    await subscribe(business, receiver.url, ["order.created"]);
    receiver.answer = 500;
    const begun = service.now().getTime();
    await business.order();
    const times: number[] = [];
    for (const seconds of [0, 4, 1, 299, 1, 1800, 7200, 18_000, 36_000, 36_000, 36_000]) {
      service.advance(seconds * 1000);
      const before = receiver.received.length;
      await deliverDue(service, business.id);
      if (receiver.received.length > before) times.push((service.now().getTime() - begun) / 1000);
    }
    assert.deepEqual(times, [0, 5, 305, 2105, 9305, 27_305, 63_305, 99_305]);
    assert.equal(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size, 1);
    assert.equal(new Set(receiver.received.map(({ raw }) => raw)).size, 1);
    const { deliveries } = await business.as("client_admin")(listWebhookDeliveries, {});
    assert.partialDeepStrictEqual(deliveries, [
      { state: "EXHAUSTED", attempt_count: 8, http_status: 500, error: "http_error", next_at: null },
    ]);
  });
});

describe("a receiver", () => {
  test("that is broken for one order delays the later events of that order alone", async () => {
    const business = await service.business();
    const receiver = await startReceiver();
    await subscribe(business, receiver.url, ["order.held", "order.released"]);
    const [first, second] = [await business.order(), await business.order()];
    receiver.answer = ({ body }) => (body.data.subject_id === String(first.id) ? 500 : 200);
    await holdAndRelease(business, first.id);
    await holdAndRelease(business, second.id);
    await deliverDue(service, business.id);
    const listReceived = () =>
      receiver.received.map(({ body, status }) => [body.data.subject_id, body.type, status]);
    assert.deepEqual(listReceived().toSorted(), [
      [String(first.id), "order.held", 500],
      [String(second.id), "order.held", 200],
      [String(second.id), "order.released", 200],
    ]);
    receiver.answer = 200;
    service.advance(4999);
    await deliverDue(service, business.id);
    assert.equal(receiver.received.length, 3);
    service.advance(1);
    await deliverDue(service, business.id);
    assert.deepEqual(listReceived().slice(3), [
      [String(first.id), "order.held", 200],
      [String(first.id), "order.released", 200],
    ]);
    assert.deepEqual(new Set(await readStates(business)), new Set(["DELIVERED"]));

    await business.as("client_admin")(updateWebhookSettings, { ordered: false });
    receiver.answer = ({ body }) => (body.type === "order.held" ? 500 : 200);
    await holdAndRelease(business, first.id);
    await deliverDue(service, business.id);
    assert.deepEqual(listReceived().slice(5).toSorted(), [
      [String(first.id), "order.held", 500],
      [String(first.id), "order.released", 200],
    ]);
  });

  test("that is gone gets one attempt at a time, and all that waited when it is back", async () => {
    const business = await service.business();
    const receiver = await startReceiver();
    await subscribe(business, receiver.url, ["order.created", "webhook.*"]);
    const orders: number[] = [];
    for (let created_count = 0; created_count < 40; created_count += 1)
      orders.push((await business.order()).id);
    await receiver.stop();
    await deliverDue(service, business.id);
    const find = async () =>
      (await business.as("client_admin")(getWebhookSettings, {})).settings.endpoints[0];
    assert.partialDeepStrictEqual(await find(), {
      state: "ACTIVE",
      failures: 20,
      waiting: 40,
      last_error: "unreachable",
    });
    for (let round = 0; round < 12; round += 1) {
      const before = (await find())?.failures ?? 0;
      service.advance(Date.parse((await find())?.pause_until ?? "") - service.now().getTime() - 1);
      await deliverDue(service, business.id);
      assert.equal((await find())?.failures, before, "nothing is sent during the pause");
      service.advance(1);
      await deliverDue(service, business.id);
      assert.equal((await find())?.failures, before + 1);
    }
    assert.partialDeepStrictEqual(await find(), { state: "FAILING", waiting: 41 });
    await receiver.start();
    service.advance(5 * MINUTE);
    await deliverDue(service, business.id);
    // Its recovery is an event too.
    await deliverDue(service, business.id);
    assert.partialDeepStrictEqual(await find(), {
      state: "ACTIVE",
      failures: 0,
      waiting: 0,
      failing_since: null,
    });
    const created = receiver.received.filter(({ body }) => body.type === "order.created");
    assert.deepEqual(
      created.map(({ body }) => Number(body.data.subject_id)).toSorted((one, other) => one - other),
      orders,
      "each once",
    );
    assert.deepEqual(
      receiver.received.flatMap(({ body }) => (body.type.startsWith("webhook.") ? body.type : [])),
      ["webhook.endpoint_failing", "webhook.endpoint_recovered"],
    );
    const mails = await service.system.rows<{ subject: string }>(
      "select subject from outbox_message where business_id = $1",
      [business.id],
    );
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      ["A webhook endpoint works again"],
    );
  });
});
