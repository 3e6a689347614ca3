/**
 * kill -9 while a carrier sends events: each acknowledged event is stored once and has changed its order, and
 * of a request whose response was lost either all events are stored or none.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { getRoundCount, KILL_TARGETS, killableService } from "../support/crash.ts";
import { signedHeaders } from "../support/provider.ts";
import { until } from "../support/until.ts";

const ROUNDS = getRoundCount(KILL_TARGETS.length);
const INGEST = "/api/v1/otep/ingest";
const STEPS = ["picked_up", "out_for_delivery", "delivered"];

const service = await killableService({ RATE_LIMITS: "off" });
const headers = await service.as("admin@rounds.example");
const carrier = (
  await service.request(
    "POST",
    "/api/v1/otep/providers",
    { code: "carrier", name: "Carrier", source_types: ["carrier"] },
    headers,
  )
).body;

test(`${ROUNDS} rounds of kill -9 lose or duplicate no acknowledged event, and store no request in part`, async () => {
  const answered: { numbers: string[]; order_ids: number[]; text: string; results: unknown }[] = [];
  await service.rounds(ROUNDS, async () => {
    const orders = await makeOrders();
    const numbers = orders.map(({ tracking_number }) => tracking_number);
    const text = JSON.stringify({
      events: [...buildEvents(numbers), ...buildEvents(["PKH0000000000"]).slice(0, 1)],
    });
    const { status, body, tries } = await tell(text);
    assert.equal(status, 200, JSON.stringify(body));
    const { accepted, duplicates, rejected } = body;
    const all = numbers.length * STEPS.length;
    // A request whose response was lost may have been stored as a whole, never in part.
    const expected_counts = tries > 1 && accepted === 0 ? [0, all, 1] : [all, 0, 1];
    assert.deepEqual([accepted, duplicates, rejected], expected_counts, `after ${tries} tries`);
    assert.equal(body.results.at(-1).status, "rejected");
    answered.push({
      numbers,
      order_ids: orders.map(({ order_id }) => order_id),
      text,
      results: body.results,
    });
  });

  for (const { numbers, order_ids, text } of answered) {
    const event_counts = await service.rows<{ n: number; ids: number }>(
      `select count(*)::int as n, count(distinct document->>'event_id')::int as ids from tracking_event
        where tracking_number = any($1) and provider = 'carrier'`,
      [numbers],
    );
    assert.deepEqual(event_counts, [
      { n: numbers.length * STEPS.length, ids: numbers.length * STEPS.length },
    ]);
    for (const id of order_ids) {
      const { body } = await service.request("GET", `/api/v1/client/orders/${id}`, undefined, headers);
      assert.equal(body.order.status, "DELIVERED");
    }
    // The event chain of the order has it once.
    const moves = await service.rows<{ kind: string; n: number }>(
      `select kind, count(*)::int as n from event where subject_type = 'order' and subject_id = any($1) group by kind order by kind`,
      [order_ids.map(String)],
    );
    assert.deepEqual(
      moves,
      ["order.created", "order.status_changed", "tracking.updated"].map((kind) => ({
        kind,
        n: order_ids.length,
      })),
    );
    const again = (await tell(text)).body;
    assert.deepEqual([again.accepted, again.duplicates, again.rejected], [0, event_counts[0]?.n, 1]);
  }
});

/**
 * A signature is accepted once and contains its second, so the same body is never sent twice within one second.
 */
const signed = new Map<string, number>();
const toSecond = (at: number) => Math.floor(at / 1000);
const tell = (text: string) =>
  service.request("POST", INGEST, text, async () => {
    await until("another second", () => toSecond(Date.now()) !== signed.get(text));
    const now = new Date();
    signed.set(text, toSecond(now.getTime()));
    return signedHeaders(carrier, INGEST, text, now);
  });

async function makeOrders(): Promise<{ order_id: number; tracking_number: string }[]> {
  const dropoff = { line1: "Quadra 1", city: "Brasília", lat: -15.7, lng: -47.8 };
  const { status, body } = await service.request(
    "POST",
    "/api/v1/client/batchOrderCreate",
    { orders: [{ dropoff }, { dropoff }] },
    { ...headers, "idempotency-key": randomUUID() },
  );
  assert.equal(status, 200, JSON.stringify(body));
  return body.orders;
}

function buildEvents(numbers: string[]) {
  const at = Date.now();
  return numbers.flatMap((subject) =>
    STEPS.map((step, index) => ({
      event_id: randomUUID(),
      subject,
      occurred_at: new Date(at + index * 1000).toISOString(),
      status_code: `otep:core:${step}`,
    })),
  );
}
