import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { randomFrom } from "../random.ts";
import { startThread } from "../tests/start-thread.ts";
import { check } from "./checker.ts";
import type { LoadingProblem } from "./problem.ts";
import type { LoadingWork, LoadingWorkAnswer } from "./worker.ts";

const threadFor = (context: TestContext) =>
  startThread<LoadingWork, LoadingWorkAnswer>(context, new URL("./worker.ts", import.meta.url));

/** So many different lines that the search does not end by itself within the test. */
function warehouse(lines: number): LoadingProblem {
  const random = randomFrom(1);
  const side = (most: number) => 200 + Math.floor(random() * most);
  return {
    items: Array.from({ length: lines }, (_, n) => ({
      id: `${n}`,
      length_mm: side(250),
      width_mm: side(200),
      height_mm: side(150),
      quantity: 5,
    })),
    spaces: [{ id: "van", length_mm: 3000, width_mm: 1700, height_mm: 1800 }],
  };
}

test("solves in a thread and reports progress", async (context) => {
  const thread = threadFor(context);
  const problem = warehouse(8);
  thread.send({ problem, options: { seed: 1, iterations: 200 } });
  const done_message = await thread.next("done");
  assert.deepEqual(check(problem, done_message.solution), []);
  assert.partialDeepStrictEqual(done_message.solution, { cancelled: false, unplaced: [] });
  assert.equal(thread.answers[0]!.kind, "progress");
});

test("returns the best plan so far when its cancel flag is set", async (context) => {
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
  thread.send({ problem: { ...problem, support_share: 2 }, options: { seed: 1, iterations: 10 } });
  assert.deepEqual(await thread.next("failed"), {
    kind: "failed",
    message: "support_share must be from 0 to 1",
    is_invalid_problem: true,
  });
  thread.send({ problem, options: { seed: 1, iterations: 10 } });
  assert.equal((await thread.next("done")).kind, "done");
});
