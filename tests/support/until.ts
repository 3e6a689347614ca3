/** Polls for asynchronous results: of another process, a worker, the network. No test asserts a time. */
import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { inspect, isDeepStrictEqual } from "node:util";

/** Far longer than anything here takes, for busy machines. */
const PATIENCE_MS = 180_000;
/** As long as a locator waits. */
const EQUAL_MS = 60_000;
const PAUSE_MS_MAX = 50;

/**
 * Calls `ask` until its result satisfies `isSo` (by default: is truthy), and returns that result. Fails after three
 * minutes with a description and the last result.
 */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  isSo: (answer: T) => unknown = (answer) => answer,
): Promise<T> {
  const patient_until = performance.now() + PATIENCE_MS;
  for (let pause_ms = 10; ; pause_ms = Math.min(2 * pause_ms, PAUSE_MS_MAX)) {
    const answer = await ask();
    if (isSo(answer)) return answer;
    if (performance.now() >= patient_until)
      assert.fail(
        `Three minutes went by without ${what}; the last answer was ${inspect(answer, { depth: 4 })}.`,
      );
    await wait(pause_ms);
  }
}

/**
 * Calls `ask` until its result equals `expected`, for what has no locator to wait for. Fails after a minute, with the
 * difference.
 */
export async function eventually<T>(ask: () => T | Promise<T>, expected: T, message = ""): Promise<void> {
  const patient_until = performance.now() + EQUAL_MS;
  for (let pause_ms = 10; ; pause_ms = Math.min(2 * pause_ms, PAUSE_MS_MAX)) {
    const answer = await ask();
    if (isDeepStrictEqual(answer, expected)) return;
    if (performance.now() >= patient_until)
      return message === ""
        ? assert.deepEqual(answer, expected)
        : assert.deepEqual(answer, expected, message);
    await wait(pause_ms);
  }
}
