/**
 * Many events to fifty endpoints, one of which is dead, with the worker of the service: nothing is lost, each endpoint gets the
 * events of a subject in order, and nobody waits for the dead one. `WEBHOOK_HOLDS=1250` sends 100,000 deliveries.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { holdOrder } from "#domain/orders/orders/operations/hold-order.ts";
import { releaseOrder } from "#domain/orders/orders/operations/release-order.ts";
import { createProviders, DEFAULT_PROVIDER_SETTINGS } from "#providers/create-providers.ts";
import { createWebhookSender } from "#providers/webhooks/http-post.ts";
import { testService } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";
import { fanOut, startDeliveries, startReceiver } from "#tests/support/webhooks.ts";
import { updateWebhookSettings } from "./operations/update-webhook-settings.ts";

const ORDERS = 5;
/** Each is a hold and a release. */
const HOLDS = Number(process.env["WEBHOOK_HOLDS"] ?? 20);
/** The endpoints of each type, and how many deliveries each of them gets; both changes of status are deliveries too. */
const SUBSCRIPTIONS = [
  { event_type: "order.*", endpoints: 10, expected: 4 * HOLDS + ORDERS },
  { event_type: "order.held", endpoints: 20, expected: HOLDS },
  { event_type: "order.released", endpoints: 20, expected: HOLDS },
];
const PATHS = SUBSCRIPTIONS.flatMap(({ event_type, endpoints, expected }) =>
  Array.from({ length: endpoints }, (_none, index) => ({
    event_type,
    expected,
    path: `/${event_type.replace("*", "any")}/${index}`,
  })),
);
const DEAD = PATHS[0]?.path ?? "";
const ALL = PATHS.reduce((sum, { expected }) => sum + expected, 0);

const service = await testService();
service.freezeClock();
service.runtime.providers = {
  ...createProviders({ ...DEFAULT_PROVIDER_SETTINGS, private_addresses: true }),
  // The dead endpoint never answers: a worker that waited for it would wait until the test ends it.
  webhooks: createWebhookSender({ private_addresses: true, user_agent: "test", timeout_ms: 600_000 }),
};

test(`${ALL} deliveries to ${PATHS.length} endpoints lose nothing and wait for no dead one`, async (context) => {
  const business = await service.business();
  const receiver = await startReceiver();
  const revival = Promise.withResolvers<void>();
  let asked_dead = 0;
  receiver.hold = (path) => {
    if (path !== DEAD) return undefined;
    asked_dead += 1;
    return revival.promise;
  };
  // Slow, then faulty, then gone, then back.
  let fault: number | null = 500;
  receiver.answer = ({ path }) => (path === DEAD && fault !== null ? fault : 200);
  await business.as("client_admin")(updateWebhookSettings, {
    event_urls: SUBSCRIPTIONS.map(({ event_type }) => ({
      event_type,
      urls: PATHS.filter((one) => one.event_type === event_type).map(({ path }) => receiver.url + path),
    })),
  });
  const orders = await Promise.all(Array.from({ length: ORDERS }, () => business.order()));
  const deliveries = startDeliveries(service, business.id);
  // In this order: stopping waits for the requests that are under way.
  context.after(async () => {
    revival.resolve();
    await deliveries.stop();
  });
  for (let held = 0; held < HOLDS; held += 1) {
    const order_id = orders[held % ORDERS]?.id ?? 0;
    await business.as("client_admin")(holdOrder, { order_id, reason: "unpaid" });
    await business.as("client_admin")(releaseOrder, { order_id });
    // In several pages: the worker sends while deliveries are being written.
    if (held % 5 === 0) await fanOut(service, business.id);
  }
  await fanOut(service, business.id);

  const listAccepted = (path: string) =>
    receiver.received.filter((one) => one.path === path && one.status === 200).map(({ body }) => body);
  const countAccepted = () => receiver.received.filter(({ status }) => status === 200).length;
  await until(
    "all events at every endpoint but the dead one",
    countAccepted,
    (count) => count >= ALL - (PATHS[0]?.expected ?? 0),
  );
  assert.ok(asked_dead > 0, "the dead one is being waited for");
  assert.equal(receiver.received.filter(({ path }) => path === DEAD).length, 0);

  revival.resolve();
  await until(
    "its refusals",
    () => receiver.received.filter(({ path }) => path === DEAD).length,
    (count) => count > 0,
  );
  await receiver.stop();
  fault = null;
  await receiver.start();
  await until(
    "all events at the dead one, which is back",
    () => {
      service.advance(5000);
      service.runtime.signals.notify("packhorse_webhooks");
      return listAccepted(DEAD).length;
    },
    (count) => count >= (PATHS[0]?.expected ?? 0),
  );
  for (const { path, expected } of PATHS) {
    const accepted = new Map(listAccepted(path).map((body) => [body.id, body]));
    assert.equal(accepted.size, expected, path);
    for (const { id } of orders) {
      const own_bodies = [...accepted.values()].filter(({ data }) => data.subject_id === String(id));
      const sequences = own_bodies.map(({ data }) => data.sequence);
      assert.deepEqual(
        sequences,
        sequences.toSorted((one, other) => one - other),
        `${path}: order ${id}`,
      );
    }
  }
});
