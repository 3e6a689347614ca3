import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { randomFrom } from "../random.ts";
import { startThread } from "../tests/start-thread.ts";
import { check } from "./checker.ts";
import type { PackingProblem } from "./problem.ts";
import type { PackingWork, PackingWorkAnswer } from "./worker.ts";

const threadFor = (context: TestContext) =>
  startThread<PackingWork, PackingWorkAnswer>(context, new URL("./worker.ts", import.meta.url));

/** So many different lines that the search does not end by itself within the test. */
function warehouse(lines: number): PackingProblem {
  const random = randomFrom(1);
  const side = (most: number) => 20 + Math.floor(random() * most);
  return {
    items: Array.from({ length: lines }, (_, n) => ({
      id: `${n}`,
      length_mm: side(250),
      width_mm: side(200),
      height_mm: side(150),
      quantity: 5,
    })),
    packagings: [300, 400, 600, 800].map((length_mm) => {
      const inner = { length_mm, width_mm: 300, height_mm: 250 };
      return { id: `${length_mm}`, inner, outer: inner };
    }),
  };
}

test("solves in a thread and reports progress", async (context) => {
  const thread = threadFor(context);
  const problem = warehouse(8);
  thread.send({ problem, options: { seed: 1, iterations: 200 }, checks: true });
  const done_message = await thread.next("done");
  assert.deepEqual(done_message.violations, []);
  assert.deepEqual(check(problem, done_message.solution), []);
  assert.partialDeepStrictEqual(done_message.solution, { cancelled: false, unpacked: [] });
  assert.equal(thread.answers[0]!.kind, "progress");
});

test("returns the best packing so far when its cancel flag is set", async (context) => {
  const thread = threadFor(context);
  const problem = warehouse(120);
  const cancel = new SharedArrayBuffer(4);
  thread.send({ problem, options: { seed: 1, time_limit_ms: 600_000 }, cancel });
  await thread.next("progress");
  Atomics.store(new Int32Array(cancel), 0, 1);
  const done_message = await thread.next("done");
  assert.equal(done_message.solution.cancelled, true);
  assert.deepEqual(check(problem, done_message.solution), []);
});

test("reports the reason for an invalid problem, and solves the next one", async (context) => {
  const thread = threadFor(context);
  const problem = warehouse(2);
  thread.send({ problem: { ...problem, fill_cap_percent: 0 }, options: { seed: 1, iterations: 10 } });
  assert.deepEqual(await thread.next("failed"), {
    kind: "failed",
    message: "fill_cap_percent must be above 0 and at most 100",
    is_invalid_problem: true,
  });
  thread.send({ problem, options: { seed: 1, iterations: 10 } });
  assert.equal((await thread.next("done")).kind, "done");
});
