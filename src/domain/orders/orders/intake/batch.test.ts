import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { updateCustomer } from "#domain/identity/customers/operations/update-customer.ts";
import { runJob } from "#operation/run/workers.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";
import { cancelOrderBatch } from "../operations/cancel-order-batch.ts";
import { createOrder } from "../operations/create-order.ts";
import { createOrderBatch } from "../operations/create-order-batch.ts";
import { createOrderBatchAsync } from "../operations/create-order-batch-async.ts";
import { getOrderBatch } from "../operations/get-order-batch.ts";
import { listOrders } from "../operations/list-orders.ts";

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

const finished = (business: TestBusiness, id: string) =>
  until(
    "the end of the batch",
    () => business.as("employee")(getOrderBatch, { id }),
    (answer) => answer.finished,
  );

/** Run the job of a batch in this process, as a worker would. */
async function work(business: TestBusiness, batch_id: number, stopping: () => boolean = () => false) {
  const job = service.runtime.registry.jobs.get("create-order-batch");
  assert(job !== undefined);
  await runJob(
    service.runtime,
    job,
    { business_id: business.id, account_id: (await business.person("client_admin")).account_id, batch_id },
    stopping,
  );
}

test("a dry run tells which references exist, to those who see their orders, and other doubts", async () => {
  const business = await service.business();
  const admin = business.as("client_admin");
  const orders = [
    { ref: "D-1", dropoff: place(1) },
    { ref: "D-2", dropoff: { ...place(2), name: "", phone: "abc" } },
  ];
  const first = await admin(createOrderBatch, { orders });
  assert.deepEqual(
    first.orders.map(({ doubts = [] }) => doubts.map(({ code }) => code)),
    [[], ["no_name", "phone_form"]],
  );
  const again = await admin(createOrderBatch, { orders }, { dry_run: true });
  const { doubts = [] } = again.orders[0] ?? {};
  assert.deepEqual(
    doubts.map(({ field, code, order_id }) => [field, code, order_id]),
    [["ref", "ref_exists", first.orders[0]?.order_id]],
  );
  const other = await (await service.business()).as("client_admin")(createOrderBatch, { orders });
  assert.deepEqual(other.orders[0]?.doubts, undefined);
});

test("drafts of one call with the same new reference are doubted, wherever they are asked", async () => {
  const business = await service.business();
  const orders = ["T-1", "T-2", "T-1", undefined, undefined, "T-1"].map((ref, n) => ({
    dropoff: place(n),
    ...(ref === undefined ? {} : { ref }),
  }));
  const admin = business.as("client_admin");
  const expected = [
    ["orders/0/ref", "ref_twice", "is the reference of orders/2 too"],
    ["orders/2/ref", "ref_twice", "is the reference of orders/0 too"],
    ["orders/5/ref", "ref_twice", "is the reference of orders/0 too"],
  ];
  const queued = await admin(createOrderBatchAsync, { orders }, { dry_run: true });
  assert.deepEqual(
    queued.doubts?.map(({ field, code, message }) => [field, code, message]),
    expected,
  );
  for (const dry_run of [true, false]) {
    const answer = await admin(createOrderBatch, { orders }, { dry_run });
    assert.deepEqual(
      answer.orders.flatMap(({ index, doubts = [] }) =>
        doubts.map(({ field, code, message }) => [`orders/${index}/${field}`, code, message]),
      ),
      expected,
    );
  }
});

test("the preview that an agent gets before it confirms tells the doubts", async () => {
  const business = await service.business();
  const orders = [{ ref: "D-3", dropoff: { ...place(1), name: "" } }];
  const first = await business.as("client_admin")(createOrderBatch, { orders });
  const known_doubts = [
    { field: "dropoff/name", code: "no_name" },
    { field: "ref", code: "ref_exists", order_id: first.orders[0]?.order_id },
  ];
  const expected = {
    bulk_create_orders: known_doubts.map((doubt) => ({ item: "orders/0", ...doubt })),
    bulk_create_orders_async: known_doubts.map((doubt) => ({ ...doubt, field: `orders/0/${doubt.field}` })),
  };
  for (const [name, expected_doubts] of Object.entries(expected)) {
    const params = { name, arguments: { orders } };
    const { body } = await business.http("client_admin", "POST", "/mcp", {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params,
    });
    const { error } = body.result.structuredContent;
    assert.equal(error.code, "CONFIRM_REQUIRED");
    const doubts = error.preview.doubts as ({ message: string } & object)[];
    assert.deepEqual(
      doubts.map(({ message: _message, ...doubt }) => doubt),
      expected_doubts,
    );
  }
});

describe("a background batch", () => {
  test("creates the valid orders and lists the invalid ones in its result", async () => {
    const business = await working.business();
    const orders = [...drafts(150), { ref: "no drop-off" } as never, ...drafts(20)];
    const { status, body } = await business.http(
      "client_admin",
      "POST",
      "/api/v1/client/batchOrderCreateAsync",
      {
        orders,
      },
    );
    assert.deepEqual([status, body.state, body.items_total], [202, "QUEUED", 171]);
    const answer = await finished(business, body.asyncId);
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
    const only = await business.as("employee")(getOrderBatch, { id: body.asyncId, only_failed: true });
    assert.deepEqual(
      only.orders.map(({ index, errors }) => [index, errors[0]?.field]),
      [[150, "dropoff"]],
    );
    assert.equal((await business.as("client_admin")(listOrders, {})).total, 170);
    assert.deepEqual(
      (await business.readEvents("batch", answer.batch_id)).map((event) => event.kind),
      ["batch.queued", "batch.finished"],
    );
    const remaining_part = await working.system.row(
      "select 1 from batch_part where batch_id = $1 and request is not null",
      [answer.batch_id],
    );
    assert.equal(remaining_part, undefined);
  });

  test("continues after the last completed part after a restart and creates no order twice", async () => {
    const business = await service.business();
    const { batch_id, asyncId } = await business.as("client_admin")(createOrderBatchAsync, {
      orders: drafts(250),
    });
    let parts = 0;
    const interrupted = work(business, batch_id, () => {
      parts += 1;
      return parts > 1;
    });
    await assert.rejects(interrupted, /continues later/);
    const half = await business.as("client_admin")(getOrderBatch, { id: asyncId });
    assert.partialDeepStrictEqual(half, { state: "RUNNING", items_done: 100, finished: false });
    await Promise.all([work(business, batch_id), work(business, batch_id)]);
    await work(business, batch_id);
    const answer = await business.as("client_admin")(getOrderBatch, { id: asyncId });
    assert.partialDeepStrictEqual(answer, { state: "COMPLETED", items_done: 250, items_failed: 0 });
    const refs = await service.system.rows<{ ref: string }>(
      "select ref from delivery_order where business_id = $1",
      [business.id],
    );
    assert.deepEqual([refs.length, new Set(refs.map((row) => row.ref)).size], [250, 250]);
    assert.equal(
      (await business.readEvents("batch", batch_id)).filter((event) => event.kind === "batch.finished")
        .length,
      1,
    );
  });

  test("stops when it is cancelled; a finished one cannot be cancelled", async () => {
    const [business, other] = [await service.business(), await service.business()];
    const { batch_id, asyncId } = await business.as("client_admin")(createOrderBatchAsync, {
      orders: drafts(3),
    });
    assert.equal(
      (await catchRefusal(other.as("client_admin")(cancelOrderBatch, { id: asyncId }))).status,
      404,
    );
    assert.equal((await catchRefusal(other.as("client_admin")(getOrderBatch, { id: asyncId }))).status, 404);
    const cancelled = await business.as("client_admin")(cancelOrderBatch, { id: asyncId });
    assert.partialDeepStrictEqual(cancelled, { state: "CANCELLED", created: 0, not_created: 3 });
    await work(business, batch_id);
    assert.equal((await business.as("client_admin")(listOrders, {})).total, 0);
    const again = await catchRefusal(business.as("client_admin")(cancelOrderBatch, { id: asyncId }));
    assert.deepEqual([again.status, again.error_code], [409, "BATCH_FINISHED"]);
  });

  test("a part that throws three times fails the batch, and orders created before remain", async () => {
    const business = await service.business();
    const { batch_id, asyncId } = await business.as("client_admin")(createOrderBatchAsync, {
      orders: drafts(150),
    });
    await service.system.execute(
      `update batch_part set request = '[null]' where batch_id = $1 and part = 1`,
      [batch_id],
    );
    await assert.rejects(work(business, batch_id));
    await assert.rejects(work(business, batch_id));
    await work(business, batch_id);
    const answer = await business.as("client_admin")(getOrderBatch, { id: asyncId });
    assert.partialDeepStrictEqual(answer, { state: "FAILED", items_done: 100, finished: true });
    assert.match(answer.failure ?? "", /broke 3 times/);
  });

  test("a queued PIN is stored only as a hash and is accepted at delivery", async () => {
    const business = await service.business();
    const { batch_id } = await business.as("client_admin")(createOrderBatchAsync, {
      orders: [{ dropoff: place(1), requirements: { pod: ["pin"], pin: "4711" } }],
    });
    const part = await service.system.row<{ text: string }>(
      "select request::text as text from batch_part where batch_id = $1",
      [batch_id],
    );
    assert.ok(part !== undefined && !part.text.includes("4711"));
    await work(business, batch_id);
    const row = await service.system.row<{ requirements: Record<string, unknown> }>(
      "select requirements from delivery_order where business_id = $1",
      [business.id],
    );
    assert.match(String(row?.requirements["pin_hash"]), /^[\w-]+:[0-9a-f]{64}$/);
    assert.deepEqual(row?.requirements["pod"], ["pin"]);
  });

  test("a missing PIN that is required as proof is a fault of that item only", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const customer = await business.customer();
    await admin(updateCustomer, { customer_id: customer.id, required_proofs: ["pin"] });
    const orders = [
      { dropoff: place(1), requirements: { pod: ["pin" as const] } },
      { dropoff: place(2), requirements: { pod: ["pin" as const], pin: "4711" } },
      { dropoff: place(3), customer_id: customer.id },
      { dropoff: place(4), customer_id: customer.id, requirements: { pin: "4711" } },
      { dropoff: place(5) },
    ];
    const expected_fields = [["requirements/pin"], [], ["requirements/pin"], [], []];
    const getFields = (items: readonly { errors: { field: string }[] }[]) =>
      items.map((item) => item.errors.map((error) => error.field));
    assert.deepEqual(getFields((await admin(createOrderBatch, { orders })).orders), expected_fields);
    const { batch_id, asyncId } = await admin(createOrderBatchAsync, { orders });
    await work(business, batch_id);
    assert.deepEqual(getFields((await admin(getOrderBatch, { id: asyncId })).orders), expected_fields);
    for (const [index, draft] of orders.entries()) {
      const refusal = await admin(createOrder, draft).catch((error) => error);
      assert.deepEqual(
        refusal.errors?.map((error: { field: string }) => error.field) ?? [],
        expected_fields[index],
      );
      if (refusal.errors !== undefined) assert.equal(refusal.status, 422);
    }
    const customer_refusal = await catchRefusal(customer.person.call(createOrder, { dropoff: place(6) }));
    assert.deepEqual(
      [customer_refusal.status, customer_refusal.errors?.[0]?.field],
      [422, "requirements/pin"],
    );

    const strict = await service.business({ settings: { required_proofs: ["pin"] } });
    const refused = await catchRefusal(strict.as("client_admin")(createOrder, { dropoff: place(1) }));
    assert.equal(refused.errors?.[0]?.field, "requirements/pin");
  });

  test("more than 10,000 orders, or an unknown member of the request, is refused as a whole", async () => {
    const business = await service.business();
    const refusal = await catchRefusal(
      business.as("client_admin")(createOrderBatchAsync, { orders: drafts(1), colour: "red" } as never),
    );
    assert.deepEqual(refusal.errors, [{ field: "colour", message: "is not a member of this request" }]);
    const many = await catchRefusal(
      business.as("client_admin")(createOrderBatchAsync, {
        orders: Array.from({ length: 10_001 }, () => ({})),
      }),
    );
    assert.equal(many.status, 422);
  });

  test("10,000 orders fit into one request", async () => {
    const business = await service.business();
    const { status, body } = await business.http(
      "client_admin",
      "POST",
      "/api/v1/client/batchOrderCreateAsync",
      {
        orders: drafts(10_000),
      },
    );
    assert.deepEqual([status, body.items_total], [202, 10_000]);
  });
});

describe("a malformed item", () => {
  const good = { dropoff: place(1), ref: "good" };
  const malformed = [
    { ref: "no line", dropoff: { city: "Brasília", country: "BR" } },
    { ref: "no type", dropoff: { ...place(2), line1: 7 }, type: "X" },
    { ref: "unknown member", dropoff: place(3), priorty: 1 },
    { ref: "no text", dropoff: { ...place(4), line1: "Quadra \u0000" } },
    { ref: 5, dropoff: place(5), parcels: [] },
    "not an object",
    null,
  ];
  const orders = [good, ...malformed, { ...good, ref: "last" }];
  const fields = [
    [],
    ["dropoff/line1"],
    ["dropoff/line1", "type"],
    ["priorty"],
    ["dropoff/line1"],
    ["ref", "parcels"],
    [""],
    [""],
    [],
  ];

  type Item = {
    index: number;
    result: boolean;
    ref: string | null;
    errors: { field: string; message: string }[];
  };
  function checkItems(items: Item[]) {
    assert.deepEqual(
      items.map(({ errors }) => errors.map(({ field }) => field).sort()),
      fields.map((list) => [...list].sort()),
    );
    assert.deepEqual(
      items.map(({ index, result, ref }) => [index, result, ref]),
      ["good", "no line", "no type", "unknown member", "no text", null, null, null, "last"].map(
        (ref, index) => [index, index === 0 || index === 8, ref],
      ),
    );
  }

  async function overEach(
    business: TestBusiness,
    name: string,
    tool: string,
    path: string,
    selection: string,
    input: object,
  ) {
    const { token } = await business.person("client_admin");
    const headers = { authorization: `Bearer ${token}` };
    const rest = await service.http("POST", path, input, headers);
    const declared = Object.keys(input).map(
      (key) => `$${key}: ${key === "mode" ? `C${name.slice(1)}InputMode` : "[JSON]!"}`,
    );
    const query = `mutation(${declared.join(", ")}) { it: ${name}(${Object.keys(input)
      .map((key) => `${key}: $${key}`)
      .join(", ")}) { ${selection} } }`;
    const graphql = await service.http("POST", "/api/graphql", { query, variables: input }, headers);
    const params = { name: tool, arguments: { ...input, confirm: true, view: "full" } };
    const mcp = await service.http(
      "POST",
      "/mcp",
      { jsonrpc: "2.0", id: 1, method: "tools/call", params },
      headers,
    );
    return { rest, graphql, mcp };
  }

  test("is listed with its index and its fields, and the others are created, on every surface", async () => {
    const business = await service.business();
    const { rest, graphql, mcp } = await overEach(
      business,
      "clientBatchOrderCreate",
      "bulk_create_orders",
      "/api/v1/client/batchOrderCreate",
      "done failed orders { index result ref errors { field message } }",
      { orders },
    );
    assert.equal(rest.status, 200, JSON.stringify(rest.body));
    for (const answer of [rest.body, graphql.body.data?.it, mcp.body.result?.structuredContent]) {
      assert.deepEqual(
        [answer?.done, answer?.failed],
        [2, 7],
        JSON.stringify([graphql.body, mcp.body]).slice(0, 900),
      );
      checkItems(answer.orders);
    }
    assert.equal((await business.as("employee")(listOrders, {})).total, 6);
  });

  test("refuses an all_or_nothing batch, which creates no order", async () => {
    const business = await service.business();
    const { rest, graphql, mcp } = await overEach(
      business,
      "clientBatchOrderCreate",
      "bulk_create_orders",
      "/api/v1/client/batchOrderCreate",
      "done",
      { orders, mode: "all_or_nothing" },
    );
    assert.deepEqual([rest.status, rest.body.error_code], [422, "BATCH_REFUSED"]);
    const named_fields = rest.body.errors.map(({ field }: { field: string }) => field);
    for (const field of ["orders/1/dropoff/line1", "orders/3/priorty", "orders/6"])
      assert.ok(named_fields.includes(field), field);
    assert.equal(graphql.body.errors?.[0]?.extensions.error_code, "BATCH_REFUSED");
    assert.equal(mcp.body.result?.structuredContent.error.code, "BATCH_REFUSED");
    assert.equal((await business.as("employee")(listOrders, {})).total, 0);
  });

  test("is listed in the result of a background batch, which stores nothing else of it", async () => {
    const business = await working.business();
    const { body } = await business.http("client_admin", "POST", "/api/v1/client/batchOrderCreateAsync", {
      orders,
    });
    const stored_part = await working.system.row<{ text: string }>(
      "select request::text as text from batch_part where business_id = $1 and request is not null",
      [business.id],
    );
    // The worker may have finished the part already.
    assert.doesNotMatch(stored_part?.text ?? "", /priorty"\s*:/);
    const answer = await finished(business, body.asyncId);
    assert.deepEqual([answer.items_done, answer.items_failed], [2, 7]);
    checkItems(answer.orders as Item[]);
  });

  test("of a time window request is listed in the same way", async () => {
    const business = await service.business();
    await business.order({ ref: "W-1" });
    const window = { window_start: "2026-12-01T10:00:00Z", window_end: "2026-12-01T12:00:00Z" };
    const items = [
      { ref: "W-1", ...window },
      { ref: "W-2", ...window, window_end: "noon" },
      { ...window },
      7,
    ];
    const { rest, graphql, mcp } = await overEach(
      business,
      "clientOrdersTimeWindows",
      "update_time_window_by_refs",
      "/api/v1/client/orders/time-windows",
      "done failed errors { index id ref error_code message fields { field } } items { ref result error_code errors { field message } }",
      { items },
    );
    for (const answer of [rest.body, graphql.body.data?.it, mcp.body.result?.structuredContent]) {
      assert.deepEqual(
        [answer?.done, answer?.failed],
        [1, 3],
        JSON.stringify([rest.body, graphql.body]).slice(0, 900),
      );
      assert.deepEqual(
        answer.errors.map(
          (one: { index: number; ref: string | null; error_code: string; fields: object[] }) => [
            one.index,
            one.ref,
            one.error_code,
            one.fields.length,
          ],
        ),
        [
          [1, "W-2", "INVALID_ITEM", 1],
          [2, null, "INVALID_ITEM", 1],
          [3, null, "INVALID_ITEM", 1],
        ],
      );
      assert.partialDeepStrictEqual(answer.items, [
        { ref: "W-1", result: true, errors: [] },
        { ref: "W-2", result: false, error_code: "INVALID_ITEM", errors: [{ field: "window_end" }] },
        { ref: null, result: false, error_code: "INVALID_ITEM", errors: [{ field: "ref" }] },
        { ref: null, result: false, error_code: "INVALID_ITEM", errors: [{ field: "" }] },
      ]);
    }
  });
});
