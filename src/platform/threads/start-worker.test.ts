import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { startWorker } from "./start-worker.ts";

/** Niceness of the calling thread. */
const ENTRY = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { getPriority } from "node:os";
    import { parentPort } from "node:worker_threads";
    parentPort.postMessage(getPriority());
  `)}`,
);

test("a worker thread gives way as far as WORKER_NICENESS says", {
  skip: process.platform !== "linux",
}, async () => {
  const cases: [string | undefined, number][] = [
    [undefined, 19],
    ["", 19],
    ["0", 0],
    ["7", 7],
    ["19", 19],
  ];
  for (const [message, niceness] of cases) {
    const { WORKER_NICENESS: _niceness, ...env } = process.env;
    const worker = startWorker(ENTRY, {
      env: message === undefined ? env : { ...env, WORKER_NICENESS: message },
    });
    worker.ref();
    const [reply] = await once(worker, "message");
    assert.equal(reply, niceness, String(message));
    await worker.terminate();
  }
});
