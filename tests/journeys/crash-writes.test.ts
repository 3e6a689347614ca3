/** kill -9 of the service and of the database during writes: every acknowledged write is stored, once. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { countRounds, killableService, VICTIMS } from "../support/crash.ts";

const ROUNDS = countRounds(2 * VICTIMS.length);

const service = await killableService();
const headers = await service.as("admin@rounds.example");

test(`${ROUNDS} rounds of kill -9 lose or duplicate no acknowledged order, and every event reaches a consumer`, async () => {
  const acknowledged = new Map<string, { order_id: number; tracking_number: string }>();
  const read = new Map<number, number>();
  let cursor: string | undefined;

  await service.rounds(
    ROUNDS,
    async () => {
      const key = randomUUID();
      const order = {
        ref: key,
        scheduled_date: "2099-01-01",
        dropoff: { line1: "Quadra 1", city: "Brasília", lat: -15.7, lng: -47.8 },
      };
      const { status, body } = await service.ask("POST", "/api/v1/client/orderCreate", order, {
        ...headers,
        "idempotency-key": key,
      });
      assert.equal(status, 200, JSON.stringify(body));
      acknowledged.set(key, body);
    },
    async () => {
      cursor = await drain(cursor, read);
    },
  );

  for (const [key, { order_id, tracking_number }] of acknowledged) {
    const { status, body } = await service.ask(
      "GET",
      `/api/v1/client/orders/${order_id}`,
      undefined,
      headers,
    );
    assert.equal(status, 200, `Order ${order_id} of key ${key} was acknowledged and is gone.`);
    assert.equal(body.order.tracking_number, tracking_number);
    assert.equal(body.order.ref, key);
    assert.equal(
      read.get(order_id),
      1,
      `The reader was told ${read.get(order_id) ?? 0} times of order ${order_id}.`,
    );
  }
  // An idempotency key that was retried created one order.
  const total = await service.ask(
    "GET",
    "/api/v1/client/orders?per_page=1&date_from=2099-01-01",
    undefined,
    headers,
  );
  assert.equal(total.body.total, acknowledged.size);
});

interface Feed {
  next: string;
  caught_up: boolean;
  events: { kind: string; subject_id: string }[];
}

async function feed(position: string | undefined): Promise<Feed> {
  const after = position === undefined ? "" : `&after=${encodeURIComponent(position)}`;
  const { status, body } = await service.ask("GET", `/api/v1/events?limit=1000${after}`, undefined, headers);
  assert.equal(status, 200);
  return body;
}

/** A consumer of the event log that stores only its cursor, and counts the events of each order. */
async function drain(from: string | undefined, read: Map<number, number>): Promise<string> {
  let cursor = from;
  for (;;) {
    const page = await feed(cursor);
    for (const event of page.events) {
      if (event.kind !== "order.created") continue;
      const id = Number(event.subject_id);
      read.set(id, (read.get(id) ?? 0) + 1);
    }
    cursor = page.next;
    if (page.caught_up) return cursor;
  }
}
