import assert from "node:assert/strict";
import { test } from "node:test";
import type { Signals } from "./notify.ts";
import { openSignalWait } from "./signal-wait.ts";

const LONG_MS = 2 ** 31 - 1;

function openWithSignals() {
  const listeners = new Set<() => void>();
  const signals = {
    listen(_channel: string, listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as Signals;
  return {
    waiting: openSignalWait(signals, "some"),
    signal: () => listeners.forEach((call) => void call()),
    listeners,
  };
}

async function hasEnded(wait: Promise<void>): Promise<boolean> {
  let has_ended = false;
  wait.then(() => {
    has_ended = true;
  });
  await new Promise(setImmediate);
  return has_ended;
}

test("a signal ends a wait, also one that came before the wait and after the clearing", async () => {
  const { waiting, signal } = openWithSignals();
  signal();
  assert.equal(await hasEnded(waiting.wait(LONG_MS)), true);
  waiting.clear();
  const wait = waiting.wait(LONG_MS);
  assert.equal(await hasEnded(wait), false);
  signal();
  assert.equal(await hasEnded(wait), true);
});

test("a wait that ignores signals ends with its time or when it is stopped", async () => {
  const { waiting, signal, listeners } = openWithSignals();
  signal();
  const wait = waiting.wait(LONG_MS, { ignores_signals: true });
  signal();
  assert.equal(await hasEnded(wait), false);
  waiting.stop();
  assert.equal(await hasEnded(wait), true);
  assert.equal(await hasEnded(waiting.wait(LONG_MS)), true);
  assert.deepEqual([waiting.is_stopped, listeners.size], [true, 0]);
});
