/** Which plan is solved next: businesses are served in turn, and each has a limit. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  assignRound,
  BACKGROUND_SECONDS_MAX,
  computeRoundPosition,
  findRunPosition,
  getPriority,
} from "./background-queue.ts";
import { PLANS_OF_CALLER_MAX, SECONDS_MAX, SolverQueue, TooManyPlans } from "./solver-queue.ts";

const [ANA, BRUNO, CAIO] = [1, 2, 3];

describe("the queue of plans in a process", () => {
  /** A queue whose solves end when the test says so; `served` names them in their sequence. */
  function queueUnderTest() {
    let now_ms = 0;
    const queue = new SolverQueue(() => now_ms);
    const served: string[] = [];
    const ends: (() => void)[] = [];
    const ask = (name: string, business_id: number, seconds = 10, is_background = false) => {
      const plan = queue.admit(business_id, seconds, is_background);
      const given_up = new AbortController();
      const turn = plan
        .turn(seconds, given_up.signal, () => {
          served.push(name);
          return new Promise<void>((resolve) => ends.push(resolve));
        })
        .finally(() => plan.leave());
      turn.catch(() => {});
      return { plan, turn, giveUp: (reason: Error) => given_up.abort(reason) };
    };
    const endOne = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      ends.shift()?.();
      // The next turn begins in a few turns of the event loop, no clock involved.
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { queue, served, ask, endOne, pass: (seconds: number) => (now_ms += seconds * 1000) };
  }

  test("a business waits for one plan of another business that has requested many", async () => {
    const { served, ask, endOne } = queueUnderTest();
    for (const name of ["a1", "a2", "a3", "a4"]) ask(name, ANA);
    ask("b1", BRUNO);
    ask("b2", BRUNO);
    ask("c1", CAIO);
    await endOne();
    await endOne();
    // A business that requests again goes behind those that have had no turn since.
    ask("d1", 4);
    for (let remaining_count = 0; remaining_count < 6; remaining_count += 1) await endOne();
    assert.deepEqual(served, ["a1", "b1", "c1", "d1", "a2", "b2", "a3", "a4"]);
  });

  test("a business that requests one plan after another does not overtake waiting ones", async () => {
    const { served, ask, endOne } = queueUnderTest();
    ask("a1", ANA);
    ask("a2", ANA);
    ask("b1", BRUNO);
    ask("c1", CAIO);
    await endOne();
    await endOne();
    ask("b2", BRUNO);
    await endOne();
    ask("c2", CAIO);
    for (let remaining_count = 0; remaining_count < 3; remaining_count += 1) await endOne();
    assert.deepEqual(served, ["a1", "b1", "c1", "a2", "b2", "c2"]);
  });

  test("a background plan goes before the others of its business, and is never refused", async () => {
    const { served, ask, endOne } = queueUnderTest();
    ask("a1", ANA, 60);
    ask("a2", ANA, 60);
    ask("job", ANA, 60, true);
    assert.throws(() => ask("a3", ANA), TooManyPlans);
    await endOne();
    await endOne();
    assert.deepEqual(served, ["a1", "job", "a2"]);
  });

  test("each plan shows its position and its latest start", async () => {
    const { ask, endOne, pass } = queueUnderTest();
    const first = ask("a1", ANA, 30);
    const second = ask("a2", ANA, 20);
    const other = ask("b1", BRUNO, 5);
    assert.equal(first.plan.place(), null, "it has its turn");
    pass(10);
    assert.deepEqual(other.plan.place(), { position: 1, wait_s: 20 });
    assert.deepEqual(second.plan.place(), { position: 2, wait_s: 25 });
    await endOne();
    assert.deepEqual(second.plan.place(), { position: 1, wait_s: 5 });
  });

  test("a business has limited seconds in the queue and gets a retry time; others are not refused", async () => {
    const { ask, endOne, pass } = queueUnderTest();
    const half = SECONDS_MAX / 2;
    ask("a1", ANA, half);
    ask("a2", ANA, half);
    pass(20);
    const refused = (seconds: number) => {
      try {
        ask("no", ANA, seconds);
      } catch (error) {
        return (error as TooManyPlans).retry_after_s;
      }
      return null;
    };
    assert.throws(() => ask("a3", ANA, 10), TooManyPlans);
    assert.equal(refused(10), half - 20);
    assert.equal(refused(half), 2 * half - 20);
    const long = ask("b1", BRUNO, 2 * SECONDS_MAX);
    assert.deepEqual(long.plan.place(), { position: 1, wait_s: half - 20 }, "one plan is always taken");
    await endOne();
    assert.equal(refused(half), null, "there is room again");
  });

  test("a running background plan does not count against the limit of its business", async () => {
    const { served, ask, endOne } = queueUnderTest();
    ask("job", ANA, SECONDS_MAX, true);
    ask("a1", ANA);
    await endOne();
    await endOne();
    assert.deepEqual(served, ["job", "a1"]);
  });

  test("an agent has a limit of plans at once; others of its business are not refused, nor it once one is done", () => {
    const queue = new SolverQueue(() => 0);
    const [first] = Array.from({ length: PLANS_OF_CALLER_MAX }, () => queue.admit(ANA, 10, false, "agent"));
    assert.throws(() => queue.admit(ANA, 10, false, "agent"), TooManyPlans);
    queue.admit(ANA, 10, false, "colleague");
    queue.admit(ANA, 10, false);
    queue.admit(BRUNO, 10, false, "agent");
    first?.leave();
    queue.admit(ANA, 10, false, "agent");
  });

  test("a cancelled plan leaves the queue at once", async () => {
    const { served, ask, endOne } = queueUnderTest();
    ask("a1", ANA);
    const gone = ask("b1", BRUNO);
    ask("c1", CAIO);
    const reason = new Error("gone");
    gone.giveUp(reason);
    await assert.rejects(gone.turn, reason);
    await endOne();
    assert.deepEqual(served, ["a1", "c1"]);
  });
});

describe("the queue of background plans", () => {
  const now = new Date("2026-11-22T12:00:00Z");
  type Open = Parameters<typeof assignRound>[0][number];
  /** In the order in which workers take them. */
  const pickOpen = (jobs: readonly Open[]) => [
    ...jobs.filter(({ state }) => state === "active"),
    ...jobs.filter(({ state }) => state !== "active").sort((a, b) => b.priority - a.priority),
  ];
  const buildQueue = (business_ids: readonly number[], at_work = 1, seconds = 10) => {
    let open: Open[] = [];
    for (const [index, business_id] of business_ids.entries()) {
      const { round } = assignRound(open, business_id, seconds, now);
      const is_active = index < at_work;
      const job: Open = {
        data: { business_id, plan_run_id: index + 1, seconds },
        state: is_active ? "active" : "created",
        priority: getPriority(round),
        started_at: is_active ? now.toISOString() : null,
      };
      open = pickOpen([...open, job]);
    }
    return open;
  };
  const runs = (open: readonly Open[]) => open.map(({ data }) => data["plan_run_id"]);

  test("businesses are served in turn, regardless of the time of their requests", () => {
    assert.deepEqual(runs(buildQueue([ANA, ANA, ANA, ANA, BRUNO, CAIO, BRUNO])), [1, 5, 6, 2, 7, 3, 4]);
  });

  test("a business that arrives after many rounds joins the current round, not an earlier one", () => {
    const [, , ...late] = buildQueue([ANA, ANA, ANA, ANA]);
    const { round } = assignRound(late, BRUNO, 10, now);
    assert.equal(round, 2);
    assert.equal(assignRound([], BRUNO, 10, now).round, 0);
  });

  test("position and expected start follow from the number of active workers", () => {
    const open = buildQueue([ANA, ANA, BRUNO]);
    const start = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();
    assert.equal(findRunPosition(open, 1, now), undefined, "it is at work");
    assert.deepEqual(findRunPosition(open, 3, now), { position: 1, expected_start_at: start(10) });
    assert.deepEqual(findRunPosition(open, 2, now), { position: 2, expected_start_at: start(20) });
    assert.deepEqual(computeRoundPosition(open, assignRound(open, CAIO, 10, now).round, now), {
      position: 2,
      expected_start_at: start(20),
    });
    const two = buildQueue([ANA, BRUNO, ANA, BRUNO], 2);
    assert.deepEqual(findRunPosition(two, 4, now), { position: 2, expected_start_at: start(10) });
    assert.deepEqual(computeRoundPosition([], 0, now), { position: 1, expected_start_at: start(0) });
  });

  test("a business has limited seconds in the queue; another business is not refused because of it", () => {
    const open = buildQueue([ANA, ANA, ANA], 1, BACKGROUND_SECONDS_MAX / 3);
    assert.equal(assignRound(open, ANA, 1, now).retry_after_s, BACKGROUND_SECONDS_MAX / 3);
    assert.equal(assignRound(open, BRUNO, BACKGROUND_SECONDS_MAX, now).retry_after_s, null);
    assert.equal(assignRound([], ANA, 2 * BACKGROUND_SECONDS_MAX, now).retry_after_s, null);
  });
});
