/** Waiting for what happens by itself: in another process, in a worker, over the network. No test asserts a time. */
import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { inspect } from "node:util";

/** Far beyond what anything here takes, for machines that do much besides. */
const PATIENCE_MS = 60_000;
const PAUSE_MS_MAX = 50;

/**
 * Ask until the answer is as wanted (something true, unless `isSo` says otherwise), and give that answer. After a
 * minute it fails with what was waited for and the last answer.
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
      assert.fail(`A minute went by without ${what}; the last answer was ${inspect(answer, { depth: 4 })}.`);
    await wait(pause_ms);
  }
}
