import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findBrokenChains } from "#tests/support/chains.ts";
import { runQueued, takeQueued } from "#tests/support/jobs.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { createOrder } from "./operations/create-order.ts";
import { createOrderBatch } from "./operations/create-order-batch.ts";
import { createOrderBatchAsync } from "./operations/create-order-batch-async.ts";
import { getOrder } from "./operations/get-order.ts";
import { getOrderBatch } from "./operations/get-order-batch.ts";
import { listOrders } from "./operations/list-orders.ts";

const service = await testService();

const dropoff = {
  name: "Clara Dias",
  line1: "Quadra 7, Casa 2",
  city: "Brasília",
  country: "BR",
  lat: -15.71,
  lng: -47.88,
};

describe("creating orders", () => {
  test("a delivery starts at the depot, gets a number with check digits, and is in every response", async () => {
    const business = await service.business();
    const created = await business.as("client_admin")(createOrder, { dropoff, ref: "A-1", units: 8 });
    assert.match(created.tracking_number, /^PH\d{14}$/);
    assert.equal(BigInt(created.tracking_number.slice(2)) % 97n, 1n);
    assert.partialDeepStrictEqual(created.order, {
      status: "NEW_ORDER",
      order_status_id: 10,
      ref: "A-1",
      units: 8,
      can_cancel: true,
    });
    const read = await business.as("employee")(getOrder, { order_id: created.order_id });
    assert.deepEqual(read.order, created.order);
    const list = await business.as("employee")(listOrders, { status: ["NEW_ORDER"] });
    assert.equal(list.total, 1);
    assert.deepEqual(
      (await business.readEvents("order", created.order_id)).map((event) => event.kind),
      ["order.created"],
    );
  });

  test("faults are reported per field and nothing is written", async () => {
    const business = await service.business();
    const refusal = await catchRefusal(
      business.as("client_admin")(createOrder, {
        dropoff: { ...dropoff, window: { start: "2026-11-20T12:00:00Z", end: "2026-11-20T11:00:00Z" } },
      }),
    );
    assert.equal(refusal.status, 422);
    assert.deepEqual(refusal.errors, [{ field: "dropoff/window/end", message: "must be after the start" }]);
    const unknown = await business.http("client_admin", "POST", "/api/v1/client/orderCreate", {
      dropoff,
      colour: "red",
    });
    assert.equal(unknown.status, 422);
    assert.deepEqual(unknown.body.errors, [{ field: "colour", message: "is not a member of this request" }]);
    assert.equal((await business.as("client_admin")(listOrders, {})).total, 0);
  });

  test("a dry run returns the response of the write and writes nothing", async () => {
    const business = await service.business();
    const { status, body } = await business.http(
      "client_admin",
      "POST",
      "/api/v1/client/orderCreate",
      { dropoff },
      { "x-dry-run": "1" },
    );
    assert.equal(status, 200);
    assert.equal(body.dry_run, true);
    assert.equal(body.would_emit[0].kind, "order.created");
    assert.equal((await business.as("client_admin")(listOrders, {})).total, 0);
    assert.equal(
      await service.system.row("select 1 from event where business_id = $1", [business.id]),
      undefined,
    );
  });

  test("one Idempotency-Key creates one order for eight concurrent requests", async () => {
    const business = await service.business();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        business.as("client_admin")(createOrder, { dropoff }, { idempotency_key: "k-1" }),
      ),
    );
    assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1);
    assert.equal((await business.as("client_admin")(listOrders, {})).total, 1);
    const other = await catchRefusal(
      business.as("client_admin")(createOrder, { dropoff, ref: "B" }, { idempotency_key: "k-1" }),
    );
    assert.equal(other.status, 409);
  });

  test("a batch creates the valid orders and lists the invalid one; all_or_nothing creates none", async () => {
    const business = await service.business();
    const orders = [{ dropoff, ref: "1" }, { ref: "2" }, { dropoff, ref: "3" }];
    const refusal = await catchRefusal(
      business.as("client_admin")(createOrderBatch, { orders, mode: "all_or_nothing" }),
    );
    assert.equal(refusal.errors?.[0]?.field, "orders/1/dropoff");
    const answer = await business.as("client_admin")(createOrderBatch, { orders });
    assert.partialDeepStrictEqual(answer, { done: 2, failed: 1 });
    assert.deepEqual(
      answer.orders.map((item) => item.result),
      [true, false, true],
    );
    assert.equal((await business.as("client_admin")(listOrders, {})).total, 2);
  });

  test("lists the note of an order for the staff, never for its customer", async () => {
    const business = await service.business();
    const { id: customer_id, person } = await business.customer();
    const { id } = await business.order({ customer_id, note: "Pays late" });
    const [staff] = (await business.as("employee")(listOrders, {})).orders;
    assert.deepEqual([staff?.id, staff?.note], [id, "Pays late"]);
    const [own_order] = (await person.call(listOrders, {})).orders;
    assert.deepEqual([own_order?.id, own_order?.note], [id, undefined]);
  });

  test("orders created in the background cannot name a customer of another business", async () => {
    const business = await service.business();
    const theirs = await (await service.business()).customer();
    const { asyncId } = await business.as("client_admin")(createOrderBatchAsync, {
      orders: [{ dropoff }, { dropoff, customer_id: theirs.id }],
    });
    await runQueued(service, "create-order-batch");
    const { items_done, items_failed, orders } = await business.as("client_admin")(getOrderBatch, {
      id: asyncId,
    });
    assert.deepEqual([items_done, items_failed], [1, 1]);
    assert.equal(orders[1]?.errors?.[0]?.field, "customer_id");
  });

  test("batches that end at once, one of them in two workers, each end once and with their own orders", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const batches = [];
    for (const refs of [
      ["A-1", "A-2"],
      ["B-1", "B-2", "B-3"],
    ]) {
      const orders = refs.map((ref) => (ref === "B-2" ? { ref } : { ref, dropoff }));
      batches.push(await admin(createOrderBatchAsync, { orders }));
    }
    const [runFirst, runSecond] = await takeQueued(service, "create-order-batch");
    assert.ok(runFirst && runSecond);
    await Promise.all([runFirst(), runFirst(), runSecond()]);
    const ended_batches = await Promise.all(
      batches.map(({ asyncId }) => admin(getOrderBatch, { id: asyncId })),
    );
    assert.deepEqual(
      ended_batches.map(({ state, items_done, items_failed }) => [state, items_done, items_failed]),
      [
        ["COMPLETED", 2, 0],
        ["COMPLETED_WITH_ERRORS", 2, 1],
      ],
    );
    assert.equal((await admin(listOrders, {})).total, 4);
    const events = await service.system.rows<{ state: string }>(
      "select payload->>'state' as state from event where business_id = $1 and kind = 'batch.finished' order by 1",
      [business.id],
    );
    assert.deepEqual(
      events.map(({ state }) => state),
      ["COMPLETED", "COMPLETED_WITH_ERRORS"],
    );
    assert.deepEqual(await findBrokenChains(service.system, business.id), []);
  });

  test("an order of another business does not exist", async () => {
    const [mine, theirs] = [await service.business(), await service.business()];
    const order = await theirs.order();
    const refusal = await catchRefusal(mine.as("client_admin")(getOrder, { order_id: order.id }));
    assert.equal(refusal.status, 404);
    assert.equal((await mine.as("client_admin")(listOrders, {})).total, 0);
  });
});
