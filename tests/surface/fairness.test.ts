/** What one business keeps busy is not what another waits for. Nothing here asserts a time. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { exportQueue } from "#platform/fairness/exports.ts";
import { payAs } from "#platform/fairness/payer.ts";
import { ThreadPool } from "#platform/threads/pool.ts";
import { until } from "../support/until.ts";
import { surfaceService } from "./fixture.ts";

const service = await surfaceService();
const { pools } = service.runtime;
await service.open();

/** Answers when the first number of its work is not 0. */
const BLOCKED_THREAD = `import { parentPort } from "node:worker_threads";
  parentPort.on("message", (gate) => {
    Atomics.wait(new Int32Array(gate), 0, 0);
    parentPort.postMessage("done");
  });`;

/** Statements on the table wait until the answer is called. */
async function lockTable(table: string): Promise<() => Promise<void>> {
  const client = await pools.owner.connect();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  return async () => {
    await client.query("rollback");
    client.release();
  };
}

test("calls of one business that wait for a locked table leave connections to another, and readiness is true", async () => {
  const [blocked, other] = [await service.business(), await service.business()];
  const reader = await blocked.person("client_admin");
  const unlock = await lockTable("article");
  const calls = Array.from({ length: 12 }, () => reader.http("GET", "/api/v1/wms/articles"));
  try {
    await until(
      "calls that wait",
      () => pools.service.queue.heldBy(blocked.id) > 0 && pools.service.queue.waiting > 0,
    );
    const { id } = await other.order();
    const { body } = await other.http("client_admin", "GET", "/api/v1/client/orders");
    assert.deepEqual(
      body.orders.map((order: { id: number }) => order.id),
      [id],
    );
    const { status } = await service.http("GET", "/readyz");
    assert.equal(status, 200);
    assert.ok(pools.service.queue.heldBy(blocked.id) > 0, "the first business still waits");
  } finally {
    await unlock();
  }
  assert.deepEqual(
    (await Promise.all(calls)).map(({ status }) => status),
    calls.map(() => 200),
  );
});

test("readiness says that all connections are in use", async () => {
  const held = await Promise.all(
    Array.from({ length: pools.service.options.max }, () => pools.service.connectFor(0)),
  );
  try {
    const { status, body, headers } = await service.http("GET", "/readyz");
    assert.equal(status, 503);
    assert.equal(body.message, "All connections to the database are in use.");
    assert.equal(headers["retry-after"], "1");
  } finally {
    for (const client of held) client.release();
  }
  assert.equal((await service.http("GET", "/readyz")).status, 200);
});

test("an export waits for its own business's exports and not for those of others", async () => {
  const [busy, other] = [await service.business(), await service.business()];
  const url = "/api/v1/audit/export";
  await exportQueue.enter(busy.id);
  const finished_calls: string[] = [];
  const waiting = Array.from({ length: 3 }, () =>
    busy.http("client_admin", "GET", url).then(({ status }) => void finished_calls.push(`busy ${status}`)),
  );
  try {
    await until("exports that wait", () => exportQueue.waiting === 3);
    const { status } = await other.http("client_admin", "GET", url);
    finished_calls.push(`other ${status}`);
  } finally {
    exportQueue.leave(busy.id);
  }
  await Promise.all(waiting);
  assert.deepEqual(finished_calls, ["other 200", "busy 200", "busy 200", "busy 200"]);
});

test("a drawing waits for its own business's drawings and not for those of others", async () => {
  const pool = new ThreadPool<SharedArrayBuffer, string>(
    new URL(`data:text/javascript,${encodeURIComponent(BLOCKED_THREAD)}`),
    { threads: 1, waiting_max: 10, time_max_ms: 600_000, keeps_threads: true },
  );
  const gate = new SharedArrayBuffer(4);
  const open = new SharedArrayBuffer(4);
  new Int32Array(open)[0] = 1;
  const finished_calls: string[] = [];
  const ask = (business_id: number, work: SharedArrayBuffer) =>
    payAs(business_id, () => pool.run(work)).then(() => void finished_calls.push(`business ${business_id}`));
  const queued_work = [ask(1, gate), ask(1, open), ask(1, open), ask(2, open)];
  Atomics.store(new Int32Array(gate), 0, 1);
  Atomics.notify(new Int32Array(gate), 0);
  await Promise.all(queued_work);
  assert.deepEqual(finished_calls.indexOf("business 2"), 1);
});
