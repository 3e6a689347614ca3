import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { FairQueue, type FairQueueOptions, QueueBusy } from "./fair-queue.ts";
import type { Payer } from "./payer.ts";

const buildQueue = (options: Partial<FairQueueOptions> = {}) =>
  new FairQueue({ places: 10, waiting_max: 100, keeps_free: true, ...options });

/** Enters, and says in `entered` when it did. */
function ask(queue: FairQueue, payer: Payer, entered: Payer[], signal?: AbortSignal) {
  const entry = queue.enter(payer, signal).then(() => void entered.push(payer));
  entry.catch(() => {});
  return entry;
}

test("work that never ends stops its own business and no other", async () => {
  for (const { places, by_one, by_next } of [
    { places: 1, by_one: 1, by_next: 0 },
    { places: 2, by_one: 1, by_next: 1 },
    { places: 3, by_one: 2, by_next: 1 },
    { places: 5, by_one: 3, by_next: 1 },
    { places: 6, by_one: 4, by_next: 1 },
    { places: 10, by_one: 6, by_next: 2 },
    { places: 16, by_one: 10, by_next: 4 },
    { places: 100, by_one: 66, by_next: 22 },
  ]) {
    const queue = buildQueue({ places, waiting_max: 1000 });
    const entered: Payer[] = [];
    for (let n = 0; n < 300; n += 1) ask(queue, 1, entered);
    await turn();
    assert.equal(entered.length, by_one, `${places} places`);
    for (let n = 0; n < 100; n += 1) ask(queue, 2, entered);
    await turn();
    assert.equal(entered.length - by_one, by_next, `${places} places, the second business`);
  }
});

test("three hostile businesses leave a place to a fourth one of ten", async () => {
  const queue = buildQueue();
  const entered: Payer[] = [];
  for (const payer of [1, 2, 3]) for (let n = 0; n < 30; n += 1) ask(queue, payer, entered);
  await ask(queue, 4, entered);
  assert.equal(entered.at(-1), 4);
});

test("who waits is served in turns, one business after the other", async () => {
  const queue = buildQueue({ places: 1 });
  const entered: Payer[] = [];
  for (const payer of [1, 1, 1, 1, 2, 2, 3]) ask(queue, payer, entered);
  for (let n = 0; n < 7; n += 1) {
    await turn();
    queue.leave(entered.at(-1) as Payer);
  }
  assert.deepEqual(entered, [1, 2, 3, 1, 2, 1, 1]);
});

test("a business that fills its part of the queue is refused, and another still gets in", async () => {
  const queue = buildQueue({ places: 1, waiting_max: 9 });
  const entered: Payer[] = [];
  ask(queue, 1, entered);
  const entries = Array.from({ length: 20 }, () => queue.enter(1));
  const refused = (await Promise.allSettled(entries.slice(6))).map((one) => one.status);
  assert.deepEqual([...new Set(refused)], ["rejected"]);
  await assert.rejects(
    entries.at(-1) as Promise<void>,
    (error) => error instanceof QueueBusy && error.reason === "full",
  );
  ask(queue, 2, entered);
  queue.leave(1);
  await turn();
  assert.deepEqual(entered, [1, 2]);
});

test("the service's own work has its turns and no bound", async () => {
  const queue = buildQueue({ places: 4 });
  const entered: Payer[] = [];
  for (let n = 0; n < 6; n += 1) ask(queue, null, entered);
  ask(queue, 1, entered);
  await turn();
  assert.deepEqual(entered, [null, null, null, null]);
  queue.leave(null);
  queue.leave(null);
  await turn();
  assert.deepEqual(entered.slice(4).sort(), [1, null]);
});

test("who gives up or waits too long leaves the queue, and its place goes to the next", async () => {
  const queue = buildQueue({ places: 1, wait_max_ms: 20 });
  const entered: Payer[] = [];
  await queue.enter(1);
  const controller = new AbortController();
  const given_up = queue.enter(2, controller.signal);
  controller.abort(new Error("gone"));
  await assert.rejects(given_up, /gone/);
  await assert.rejects(queue.enter(3), (error) => error instanceof QueueBusy && error.reason === "time");
  assert.equal(queue.waiting, 0);
  queue.leave(1);
  await ask(queue, 4, entered);
  assert.deepEqual(entered, [4]);
  assert.throws(() => queue.leave(1), /not taken/);
});

test("without places kept free a business alone uses all of them, up to its own bound", async () => {
  for (const [options, held] of [
    [{ places: 2, keeps_free: false }, 2],
    [{ places: 5, keeps_free: false, places_of_one: 3 }, 3],
    [{ places: 1, keeps_free: false, places_of_one: 3 }, 1],
  ] as const) {
    const queue = buildQueue(options);
    const entered: Payer[] = [];
    for (let n = 0; n < 9; n += 1) ask(queue, 1, entered);
    await turn();
    assert.equal(entered.length, held);
  }
});
