/** Polls for asynchronous results: of another process, a worker, the network. No test asserts a time. */
import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { inspect } from "node:util";

/** Far longer than anything here takes, for busy machines. */
const PATIENCE_MS = 180_000;
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
