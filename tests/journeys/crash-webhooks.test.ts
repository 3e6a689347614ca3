/**
 * kill -9 of the service and of the database while webhooks are delivered to two receivers, one of which is slow, refuses or is
 * gone: each event reaches each of them, signed, and those of one order in their order. An event may arrive twice.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { getRoundCount, KILL_TARGETS, killableService } from "../support/crash.ts";
import { until } from "../support/until.ts";
import { type Received, startReceiver, type TestReceiver } from "../support/webhooks.ts";

const ROUNDS = getRoundCount(KILL_TARGETS.length);
/** What the unreliable receiver is, in turn. */
const FAULTS = ["refuses", "is gone", "is slow", "works"] as const;

const service = await killableService({ RATE_LIMITS: "off", PRIVATE_ADDRESSES: "1" });
const headers = await service.as("admin@rounds.example");

async function write(method: string, url: string, body: object) {
  const keyed = { ...headers, "idempotency-key": randomUUID() };
  const answer = await service.request(method, url, body, keyed);
  assert.ok(answer.status < 300, `${method} ${url}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function setFault(receiver: TestReceiver, fault: (typeof FAULTS)[number], before?: string) {
  if (before === "is gone") await receiver.start();
  let requests = 0;
  receiver.answer =
    fault === "refuses"
      ? () => {
          requests += 1;
          return requests % 3 === 0 ? 200 : 500;
        }
      : 200;
  receiver.delay_ms = fault === "is slow" ? 200 : 0;
  if (fault === "is gone") await receiver.stop();
}

/** What was accepted, each event once, in the order in which it was accepted first. */
function listAccepted({ received }: TestReceiver, subjects: ReadonlySet<string>): Received[] {
  const first = new Map<string, Received>();
  for (const one of received)
    if (one.status < 300 && subjects.has(one.body.data.subject_id) && !first.has(one.body.id))
      first.set(one.body.id, one);
  return [...first.values()];
}

test(`${ROUNDS} rounds of kill -9 lose no webhook, and keep the order of each subject`, async () => {
  const [reliable, unreliable] = [await startReceiver(), await startReceiver()];
  const { secret } = await write("PUT", "/api/v1/webhook-settings", {
    event_urls: [{ event_type: "order.*", urls: [reliable.url, unreliable.url] }],
  });
  const orders = new Set<string>();
  await setFault(unreliable, FAULTS[0]);
  let round = 1;
  await service.rounds(
    ROUNDS,
    async () => {
      const dropoff = { line1: "Quadra 1", city: "Brasília", country: "BR", lat: -15.7, lng: -47.8 };
      const { order_id } = await write("POST", "/api/v1/client/orderCreate", {
        ref: randomUUID(),
        scheduled_date: "2099-01-01",
        dropoff,
      });
      orders.add(String(order_id));
      await write("POST", `/api/v1/client/orders/${order_id}/hold`, { reason: "unpaid" });
      await write("POST", `/api/v1/client/orders/${order_id}/release`, {});
    },
    async () => {
      await setFault(
        unreliable,
        FAULTS[round % FAULTS.length] ?? "works",
        FAULTS[(round - 1) % FAULTS.length],
      );
      round += 1;
    },
  );
  await setFault(unreliable, "works", FAULTS[(round - 1) % FAULTS.length]);

  for (const receiver of [reliable, unreliable]) {
    const { accepted, counts } = await until(
      "all events of the orders",
      async () => {
        // Later attempts are minutes apart. Two statements: a worker locks an endpoint before its deliveries.
        const due = await service.rows<{ endpoint_id: number }>(
          "update webhook_delivery set next_at = now() where state = 'RETRYING' returning endpoint_id",
        );
        await service.rows(
          "update webhook_endpoint set next_at = now(), pause_until = null, wakes = wakes + 1 where id = any($1)",
          [[...new Set(due.map(({ endpoint_id }) => endpoint_id))]],
        );
        const written = await service.rows<{ subject: string; n: number }>(
          `select subject, count(*)::int as n from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id
           where rtrim(e.url, '/') = $1 group by subject`,
          [receiver.url],
        );
        const counts = new Map(written.map(({ subject, n }) => [subject, n]));
        return { accepted: await listAccepted(receiver, orders), counts };
      },
      ({ accepted, counts }) =>
        orders.size > 0 &&
        accepted.filter(({ body }) => body.type === "order.released").length === orders.size &&
        accepted.length === [...orders].reduce((sum, id) => sum + (counts.get(`order/${id}`) ?? 0), 0),
    );
    for (const order_id of orders) {
      const own_deliveries = accepted.filter(({ body }) => body.data.subject_id === order_id);
      const types = own_deliveries.map(({ body }) => body.type);
      assert.deepEqual(types.slice(0, 2), ["order.created", "order.held"]);
      assert.equal(own_deliveries.length, counts.get(`order/${order_id}`));
      const sequences = own_deliveries.map(({ body }) => body.data.sequence);
      assert.deepEqual(
        sequences,
        sequences.toSorted((one, other) => one - other),
        `order ${order_id}`,
      );
    }
    for (const { raw, headers: signed } of accepted)
      new Webhook(secret).verify(raw, signed as Record<string, string>);
  }
});
