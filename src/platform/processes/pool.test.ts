import assert from "node:assert/strict";
import { test } from "node:test";
import { ThreadsBusy } from "../threads/pool.ts";
import { type ProcessOptions, ProcessPool } from "./pool.ts";

type Work = "pid" | "heap" | "bytes" | "never" | "throw" | "env" | "net";

const createPool = (options: Partial<ProcessOptions> = {}) =>
  new ProcessPool<Work, unknown>(new URL("../../../tests/fixtures/process-worker.ts", import.meta.url), {
    threads: 1,
    waiting_max: 4,
    time_max_ms: 60_000,
    memory_max_mb: 160,
    ...options,
  });

const isBusy = (reason: ThreadsBusy["reason"]) => (error: unknown) =>
  error instanceof ThreadsBusy && error.reason === reason;

test("a process is kept for the next task, and sees neither our environment nor the network", async () => {
  const pool = createPool();
  assert.equal(await pool.run("pid"), await pool.run("pid"));
  assert.notEqual(await pool.run("pid"), process.pid);
  assert.deepEqual(await pool.run("env"), []);
  assert.equal(await pool.run("net"), "ERR_ACCESS_DENIED");
});

test("a process that takes too much memory or time ends alone, and the next task has another", async () => {
  const pool = createPool();
  const before = await pool.run("pid");
  await assert.rejects(pool.run("heap"), isBusy("memory"));
  await assert.rejects(pool.run("bytes"), isBusy("memory"));
  await assert.rejects(pool.run("throw"), /broken/);
  assert.notEqual(await pool.run("pid"), before);
  await assert.rejects(createPool({ time_max_ms: 1 }).run("never"), isBusy("time"));
  assert.equal(pool.under_way, 0);
});
