import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { runJob } from "#operation/workers.ts";
import { refusalOf, type TestBusiness, testService } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";
import { cancelOrderBatch } from "./operations/cancel-order-batch.ts";
import { createOrderBatchAsync } from "./operations/create-order-batch-async.ts";
import { getOrderBatch } from "./operations/get-order-batch.ts";
import { listOrders } from "./operations/list-orders.ts";

const service = await testService();
const working = await testService({ work: true });

const place = (n: number) => ({
  name: `Person ${n}`,
  line1: `Quadra ${n}`,
  city: "Brasília",
  country: "BR",
  lat: -15.7,
  lng: -47.8,
});
const drafts = (count: number) =>
  Array.from({ length: count }, (_none, n) => ({ dropoff: place(n), ref: `B-${n}` }));

const finished = (t: TestBusiness, id: string) =>
  until(
    "the end of the batch",
    () => t.as("employee")(getOrderBatch, { id }),
    (answer) => answer.finished,
  );

/** Work off a batch here and now, as a worker would. */
async function work(t: TestBusiness, batch_id: number, stopping: () => boolean = () => false) {
  const job = service.mechanism.registry.jobs.get("create-order-batch");
  assert(job !== undefined);
  await runJob(
    service.mechanism,
    job,
    { business_id: t.id, account_id: (await t.person("client_admin")).account_id, batch_id },
    stopping,
  );
}

describe("a batch in the background", () => {
  test("makes the good orders, lists the bad ones, and says so under its id", async () => {
    const t = await working.business();
    const orders = [...drafts(150), { ref: "no drop-off" } as never, ...drafts(20)];
    const { status, body } = await t.http("client_admin", "POST", "/api/v1/client/batchOrderCreateAsync", {
      orders,
    });
    assert.deepEqual([status, body.state, body.items_total], [202, "QUEUED", 171]);
    const answer = await finished(t, body.asyncId);
    assert.partialDeepStrictEqual(answer, {
      state: "COMPLETED_WITH_ERRORS",
      items_total: 171,
      items_done: 170,
      items_failed: 1,
      failure: null,
    });
    assert.deepEqual(
      answer.orders.map((item) => item.index),
      Array.from({ length: 171 }, (_none, n) => n),
    );
    const only = await t.as("employee")(getOrderBatch, { id: body.asyncId, only_failed: true });
    assert.deepEqual(
      only.orders.map(({ index, errors }) => [index, errors[0]?.field]),
      [[150, "dropoff"]],
    );
    assert.equal((await t.as("client_admin")(listOrders, {})).total, 170);
    assert.deepEqual(
      (await t.eventsOf("batch", answer.batch_id)).map((event) => event.kind),
      ["batch.queued", "batch.finished"],
    );
    const left = await working.system.row(
      "select 1 from batch_part where batch_id = $1 and request is not null",
      [answer.batch_id],
    );
    assert.equal(left, undefined);
  });

  test("goes on behind the last part after a restart and makes nothing twice", async () => {
    const t = await service.business();
    const { batch_id, asyncId } = await t.as("client_admin")(createOrderBatchAsync, { orders: drafts(250) });
    let parts = 0;
    const interrupted = work(t, batch_id, () => {
      parts += 1;
      return parts > 1;
    });
    await assert.rejects(interrupted, /goes on later/);
    const half = await t.as("client_admin")(getOrderBatch, { id: asyncId });
    assert.partialDeepStrictEqual(half, { state: "RUNNING", items_done: 100, finished: false });
    await Promise.all([work(t, batch_id), work(t, batch_id)]);
    await work(t, batch_id);
    const answer = await t.as("client_admin")(getOrderBatch, { id: asyncId });
    assert.partialDeepStrictEqual(answer, { state: "COMPLETED", items_done: 250, items_failed: 0 });
    const refs = await service.system.rows<{ ref: string }>(
      "select ref from delivery_order where business_id = $1",
      [t.id],
    );
    assert.deepEqual([refs.length, new Set(refs.map((row) => row.ref)).size], [250, 250]);
    assert.equal(
      (await t.eventsOf("batch", batch_id)).filter((event) => event.kind === "batch.finished").length,
      1,
    );
  });

  test("stops when it is cancelled; a finished one cannot be", async () => {
    const [t, other] = [await service.business(), await service.business()];
    const { batch_id, asyncId } = await t.as("client_admin")(createOrderBatchAsync, { orders: drafts(3) });
    assert.equal((await refusalOf(other.as("client_admin")(cancelOrderBatch, { id: asyncId }))).status, 404);
    assert.equal((await refusalOf(other.as("client_admin")(getOrderBatch, { id: asyncId }))).status, 404);
    const cancelled = await t.as("client_admin")(cancelOrderBatch, { id: asyncId });
    assert.partialDeepStrictEqual(cancelled, { state: "CANCELLED", created: 0, not_created: 3 });
    await work(t, batch_id);
    assert.equal((await t.as("client_admin")(listOrders, {})).total, 0);
    const again = await refusalOf(t.as("client_admin")(cancelOrderBatch, { id: asyncId }));
    assert.deepEqual([again.status, again.error_code], [409, "BATCH_FINISHED"]);
  });

  test("a part that breaks three times fails the batch, and what was made before stays", async () => {
    const t = await service.business();
    const { batch_id, asyncId } = await t.as("client_admin")(createOrderBatchAsync, { orders: drafts(150) });
    await service.system.execute(
      `update batch_part set request = '[{"draft": null}]' where batch_id = $1 and part = 1`,
      [batch_id],
    );
    await assert.rejects(work(t, batch_id));
    await assert.rejects(work(t, batch_id));
    await work(t, batch_id);
    const answer = await t.as("client_admin")(getOrderBatch, { id: asyncId });
    assert.partialDeepStrictEqual(answer, { state: "FAILED", items_done: 100, finished: true });
    assert.match(answer.failure ?? "", /broke 3 times/);
  });

  test("a PIN is not kept until its turn, and opens the door afterwards", async () => {
    const t = await service.business();
    const { batch_id } = await t.as("client_admin")(createOrderBatchAsync, {
      orders: [{ dropoff: place(1), requirements: { pod: ["pin"], pin: "4711" } }],
    });
    const part = await service.system.row<{ text: string }>(
      "select request::text as text from batch_part where batch_id = $1",
      [batch_id],
    );
    assert.ok(part !== undefined && !part.text.includes("4711"));
    await work(t, batch_id);
    const row = await service.system.row<{ requirements: Record<string, unknown> }>(
      "select requirements from delivery_order where business_id = $1",
      [t.id],
    );
    assert.match(String(row?.requirements["pin_hash"]), /^[\w-]+:[0-9a-f]{64}$/);
    assert.deepEqual(row?.requirements["pod"], ["pin"]);
  });

  test("more than 10,000 orders, or a member nobody knows, is refused as a whole", async () => {
    const t = await service.business();
    const refusal = await refusalOf(
      t.as("client_admin")(createOrderBatchAsync, {
        orders: [{ dropoff: place(1), colour: "red" } as never],
      }),
    );
    assert.deepEqual(refusal.errors, [
      { field: "orders/0/colour", message: "is not a member of this request" },
    ]);
    const many = await refusalOf(
      t.as("client_admin")(createOrderBatchAsync, { orders: Array.from({ length: 10_001 }, () => ({})) }),
    );
    assert.equal(many.status, 422);
  });

  test("10,000 orders in one call come through the wire", async () => {
    const t = await service.business();
    const { status, body } = await t.http("client_admin", "POST", "/api/v1/client/batchOrderCreateAsync", {
      orders: drafts(10_000),
    });
    assert.deepEqual([status, body.items_total], [202, 10_000]);
  });
});
