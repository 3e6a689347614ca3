import assert from "node:assert/strict";
import { test } from "node:test";
import { PART_MAX, type RunOptions, runInParts } from "./bulk.ts";

const IDS = Array.from({ length: 2 * PART_MAX + 3 }, (_, index) => index + 1);

/** Refuses ids that end in 7. */
async function command(part: number[]) {
  const orders = part.map((order_id) => ({ order_id, result: order_id % 10 !== 7 }));
  const errors = orders.flatMap(({ result, order_id }, index) => (result ? [] : [{ index, id: order_id }]));
  const done_count = part.length - errors.length;
  return { result: done_count > 0, done: done_count, failed: errors.length, errors, orders };
}

test("parts are answered as one call", async () => {
  const progress_counts: number[] = [];
  const answer = await runInParts(IDS, command, { progress: (count) => progress_counts.push(count) });
  assert.deepEqual(progress_counts, [500, 1000, 1003]);
  assert.deepEqual([answer.done, answer.failed, answer.orders.length], [903, 100, 1003]);
  assert.ok(answer.errors.every(({ index, id }) => IDS[index] === id));
});

test("stopped between two parts, the rest is as it was", async () => {
  const stop = new AbortController();
  const options: RunOptions = { signal: stop.signal, progress: () => stop.abort() };
  const answer = await runInParts(IDS, command, options);
  assert.deepEqual([answer.result, answer.done, answer.failed], [true, 450, 553]);
  await assert.rejects(runInParts(IDS, command, { ...options, dry_run: true }), /abort/i);
});

test("a part that is not answered says how much was done before it", async () => {
  let calls = 0;
  const breaks = (part: number[]) => {
    calls += 1;
    return calls === 2 ? Promise.reject(new Error("The service cannot be reached.")) : command(part);
  };
  await assert.rejects(
    runInParts(IDS, breaks, {}),
    /^Error: The service cannot be reached\. \(450 \/ 1003\)$/,
  );
  calls = 1;
  await assert.rejects(runInParts(IDS, breaks, {}), /^Error: The service cannot be reached\.$/);
});
