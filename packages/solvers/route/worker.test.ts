import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { randomFrom } from "../random.ts";
import { startThread } from "../tests/start-thread.ts";
import { startBudget } from "./budget.ts";
import { check } from "./checker.ts";
import { createExchange, takeBetter } from "./exchange.ts";
import type { RouteProblem } from "./problem.ts";
import { emptyScore } from "./score.ts";
import type { Best } from "./sisr.ts";
import type { RouteWork, RouteWorkAnswer } from "./worker.ts";

const threadFor = (context: TestContext) =>
  startThread<RouteWork, RouteWorkAnswer>(context, new URL("./worker.ts", import.meta.url));

function town(deliveries: number): RouteProblem {
  const random = randomFrom(1);
  const points = Array.from({ length: deliveries + 1 }, () => ({
    lat: 48 + random() / 5,
    lng: 2 + random() / 5,
  }));
  return {
    travel: { points, road_factor: 1.3, speed_mps: 8 },
    jobs: points
      .slice(1)
      .map((_, k) => ({ id: `${k}`, kind: "delivery", amount: [1], visit: { location: k + 1 } })),
    vehicles: Array.from({ length: 20 }, (_, v) => ({
      id: `${v}`,
      start_location: 0,
      end_location: 0,
      capacity: [30],
    })),
  };
}

test("solves in a thread and reports progress", async (context) => {
  const thread = threadFor(context);
  const problem = town(150);
  thread.send({ problem, options: { seed: 1, iterations: 2000 } });
  const done_message = await thread.next("done");
  assert.deepEqual(check(problem, done_message.solution), []);
  assert.partialDeepStrictEqual(done_message.solution, {
    iterations: 2000,
    cancelled: false,
    unassigned: [],
  });
  assert.equal(thread.answers[0]!.kind, "progress");
});

test("returns the best plan so far when its cancel flag is set", async (context) => {
  const thread = threadFor(context);
  const problem = town(150);
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
  const problem = town(5);
  thread.send({
    problem: { ...problem, vehicles: [problem.vehicles[0]!, problem.vehicles[0]!] },
    options: { seed: 1, iterations: 10 },
  });
  assert.deepEqual(await thread.next("failed"), {
    kind: "failed",
    message: 'vehicles[1].id "0" is used twice',
    is_invalid_problem: true,
  });
  thread.send({ problem, options: { seed: 1, iterations: 10 } });
  assert.equal((await thread.next("done")).kind, "done");
});

test("two threads with the same seed and iterations give the same plan each time", async (context) => {
  const thread = threadFor(context);
  const problem = town(150);
  const solutions = [];
  for (let run = 0; run < 2; run++) {
    thread.answers.length = 0;
    thread.send({ problem, options: { seed: 1, iterations: 9000, threads: 2 } });
    const done_message = await thread.next("done");
    assert.deepEqual(check(problem, done_message.solution), []);
    solutions.push({ ...done_message.solution, elapsed_ms: 0 });
  }
  assert.deepEqual(solutions[0], solutions[1]);
});

test("a thread takes the plan of the other when it is better, and only then", () => {
  const exchange = createExchange(town(2));
  const buildBest = (value: number): Best => ({
    next: new Int32Array(2 + 2 * 20).fill(value),
    score: { ...emptyScore(), value },
    isExcluded: () => false,
    balancePrice: 0,
  });
  const budget = { ...startBudget({ seed: 1, iterations: 1, now: () => 0 }, 0, () => {}), iteration: 4096 };
  const first = buildBest(7);
  const second = buildBest(5);
  const over = { ...budget, isOver: () => true };
  assert.equal(
    takeBetter({ memory: exchange, ownIndex: 1 }, over, second),
    false,
    "the first is not there yet",
  );
  assert.equal(takeBetter({ memory: exchange, ownIndex: 0 }, budget, first), true);
  assert.deepEqual(first, { ...second, isExcluded: first.isExcluded });
  assert.equal(takeBetter({ memory: exchange, ownIndex: 1 }, budget, second), false, "it is as good");
});
