/**
 * kill -9 between the events that attention items are opened and ended by: each cause has one item, with one event of
 * each kind, however often the consumer read it.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { getRoundCount, KILL_TARGETS, killableService } from "../support/crash.ts";
import { until } from "../support/until.ts";

const ROUNDS = getRoundCount(KILL_TARGETS.length);

const service = await killableService();
const admin = await service.as("admin@rounds.example");

const send = async (method: string, path: string, body: object) => {
  const answer = await service.request(method, path, body, { ...admin, "idempotency-key": randomUUID() });
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return answer.body;
};

/** The items of these orders with the kinds of their events, by order. */
async function readItems(order_ids: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await service.rows<{ subject_id: number; story: string }>(
    `select i.subject_id, i.state || ': ' || (select string_agg(e.kind, ', ' order by e.seq) from event e
       where e.business_id = i.business_id and e.subject_type = 'attention_item' and e.subject_id = i.id::text) as story
     from attention_item i where i.kind = 'hold_overdue' and i.subject_id = any($1::bigint[]) order by i.id`,
    [order_ids],
  );
  return new Map(
    [...Map.groupBy(rows, (row) => row.subject_id)].map(([id, items]) => [
      id,
      items.map(({ story }) => story),
    ]),
  );
}

/** Waits until no story is missing, and compares: what is there twice does not go away by waiting. */
async function assertStories(order_ids: readonly number[], ending: string, expected: string): Promise<void> {
  const items = await until(
    `${order_ids.length} items that end with ${ending}`,
    () => readItems(order_ids),
    (items) => order_ids.every((id) => items.get(id)?.at(-1)?.endsWith(ending) === true),
  );
  assert.deepEqual(
    order_ids.filter((id) => items.get(id)?.join("; ") !== expected).map((id) => items.get(id)),
    [],
  );
}

test(`${ROUNDS} rounds of kill -9 lose no item, and open and end none twice`, async () => {
  await send("PUT", "/api/v1/dispatch/rules", { rules: [{ kind: "hold_overdue", after: 0 }] });
  const held: number[] = [];
  await service.rounds(ROUNDS, async () => {
    const dropoff = { line1: "Quadra 1", city: "Brasília", country: "BR", lat: -15.7, lng: -47.8 };
    const { order_id } = await send("POST", "/api/v1/client/orderCreate", {
      scheduled_date: "2099-01-01",
      dropoff,
    });
    await send("POST", `/api/v1/client/orders/${order_id}/hold`, { reason: "unpaid" });
    held.push(order_id);
  });
  await assertStories(held, "attention.opened", "open: attention.opened");

  const waiting = [...held];
  const released: number[] = [];
  await service.rounds(ROUNDS, async () => {
    const order_id = waiting.pop();
    if (order_id === undefined) {
      await service.request("GET", "/api/v1/dispatch/rules", undefined, admin);
      return;
    }
    await send("POST", `/api/v1/client/orders/${order_id}/release`, {});
    released.push(order_id);
  });
  await assertStories(released, "attention.cleared", "cleared: attention.opened, attention.cleared");
  await assertStories(waiting, "attention.opened", "open: attention.opened");
});
