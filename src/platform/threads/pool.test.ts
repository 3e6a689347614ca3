import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { type PoolOptions, ThreadPool, ThreadsBusy } from "./pool.ts";

interface Work {
  say?: string;
  throws?: boolean;
  ends?: boolean;
  never?: boolean;
  until?: SharedArrayBuffer;
  busy?: boolean;
}

const folder = await mkdtemp(path.join(tmpdir(), "packhorse-threads-"));
test.after(() => rm(folder, { recursive: true }));
const entry = path.join(folder, "worker.mjs");
await writeFile(
  entry,
  `import { parentPort, threadId } from "node:worker_threads";
   parentPort.on("message", ({ say, throws, ends, never, until, busy }) => {
     if (throws) throw new Error("broken");
     if (ends) process.exit(3);
     if (never) return;
     while (busy);
     if (until) Atomics.wait(new Int32Array(until), 0, 0);
     parentPort.postMessage({ say, thread: threadId });
   });`,
);

function createPool(options: Partial<PoolOptions> = {}) {
  return new ThreadPool<Work, { say: string; thread: number }>(pathToFileURL(entry), {
    threads: 1,
    waiting_max: 2,
    time_max_ms: 60_000,
    keeps_threads: true,
    ...options,
  });
}

/** Work that continues until it is released. */
function blockingWork() {
  const until = new SharedArrayBuffer(4);
  const letGo = () => {
    Atomics.store(new Int32Array(until), 0, 1);
    Atomics.notify(new Int32Array(until), 0);
  };
  return { work: { say: "blockingWork", until }, letGo };
}

test("a reused thread runs one task after another; other threads end after one task", async () => {
  const pool = createPool();
  const threads = [await pool.run({ say: "a" }), await pool.run({ say: "b" })].map(({ thread }) => thread);
  assert.equal(threads[0], threads[1]);
  const single = createPool({ keeps_threads: false });
  const others = [await single.run({ say: "a" }), await single.run({ say: "b" })].map(({ thread }) => thread);
  assert.notEqual(others[0], others[1]);
  assert.equal(pool.under_way + single.under_way, 0);
});

test("tasks beyond the queue limit are refused, and queued tasks run in order", async () => {
  const pool = createPool();
  const { work, letGo } = blockingWork();
  const finished_work: string[] = [];
  const all = [work, { say: "1" }, { say: "2" }].map((one) =>
    pool.run(one).then(({ say }) => finished_work.push(say)),
  );
  assert.equal(pool.under_way, 3);
  await assert.rejects(
    pool.run({ say: "3" }),
    (error) => error instanceof ThreadsBusy && error.reason === "full",
  );
  letGo();
  await Promise.all(all);
  assert.deepEqual(finished_work, ["blockingWork", "1", "2"]);
});

test("an aborted task leaves the queue, and one that already runs in a reused thread runs to its end", async () => {
  const pool = createPool();
  const { work, letGo } = blockingWork();
  const [runs, waits] = [new AbortController(), new AbortController()];
  const first = pool.run(work, runs.signal);
  const second = pool.run({ never: true }, waits.signal);
  const third = pool.run({ say: "third" });
  waits.abort(new Error("left"));
  runs.abort(new Error("left"));
  await assert.rejects(first, /left/);
  await assert.rejects(second, /left/);
  letGo();
  assert.equal((await third).say, "third");
  assert.equal(pool.under_way, 0);
  await assert.rejects(pool.run({ say: "x" }, AbortSignal.abort(new Error("gone"))), /gone/);
});

test("a thread that throws, exits or times out does not affect other tasks", async () => {
  const pool = createPool();
  await assert.rejects(pool.run({ throws: true }), /broken/);
  await assert.rejects(pool.run({ ends: true }), /ended with 3/);
  assert.equal((await pool.run({ say: "after" })).say, "after");
  const short_limit = createPool({ time_max_ms: 1 });
  await assert.rejects(
    short_limit.run({ never: true }),
    (error) => error instanceof ThreadsBusy && error.reason === "time",
  );
  assert.equal(short_limit.under_way, 0);
});

test("a task is ended for the processor time it uses; one that gets none has four times as long", async () => {
  const isTime = (error: unknown) => error instanceof ThreadsBusy && error.reason === "time";
  await assert.rejects(createPool({ time_max_ms: 50 }).run({ busy: true }), isTime);
  await assert.rejects(createPool({ time_max_ms: 50 }).run({ never: true }), isTime);
  // So is one that is blocked.
  await assert.rejects(createPool({ time_max_ms: 50 }).run(blockingWork().work), isTime);
  const { work, letGo } = blockingWork();
  const waiting = createPool({ time_max_ms: 400 }).run(work);
  setTimeout(letGo, 600);
  assert.equal((await waiting).say, "blockingWork");
});
