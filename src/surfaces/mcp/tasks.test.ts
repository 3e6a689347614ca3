import assert from "node:assert/strict";
import { test } from "node:test";
import { createDrivers, createOrders, startAtSix } from "#tests/support/plans.ts";
import { testService } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";
import { META } from "./protocol/era.ts";
import { TASKS_EXTENSION } from "./protocol/tasks.ts";
import { modern } from "./protocol/testing.ts";

const service = await testService({ work: true });
startAtSix(service);
const { registry } = service.runtime;

type Business = Awaited<ReturnType<typeof service.business>>;
type Headers = Record<string, string>;

const FOLLOWS = { extensions: { [TASKS_EXTENSION]: {} } };
const dropoff = { line1: "Quadra 7", city: "Brasília", country: "BR", lat: -15.7, lng: -47.9 };
const BATCH = {
  name: "bulk_create_orders_async",
  arguments: { orders: [{ dropoff }, { dropoff: { line1: "" } }], confirm: true },
};

const asRole = async (business: Business, role: "client_admin" | "employee"): Promise<Headers> => ({
  authorization: `Bearer ${(await business.person(role)).token}`,
});

async function narrowToken(business: Business, scopes: string[]): Promise<Headers> {
  const { generateToken } = await import("#platform/auth/secrets.ts");
  const { token, token_hash } = generateToken();
  const { account_id } = await business.person("client_admin");
  await service.system.execute(
    `insert into access_token (business_id, account_id, token_hash, kind, scopes, created_at) values ($1, $2, $3, 'api', $4, now())`,
    [business.id, account_id, token_hash, scopes],
  );
  return { authorization: `Bearer ${token}` };
}

async function send(
  method: string,
  params: Record<string, unknown>,
  headers: Headers,
  capabilities: object = FOLLOWS,
) {
  const [body, more] = modern(method, params, { meta: { [META.client_capabilities]: capabilities } });
  const name_header: Headers = typeof params["taskId"] === "string" ? { "mcp-name": params["taskId"] } : {};
  return await service.http("POST", "/mcp", body, { ...more, ...name_header, ...headers });
}

const awaitEnd = (taskId: string, headers: Headers) =>
  until(
    "the end of the task",
    async () => (await send("tasks/get", { taskId }, headers)).body.result,
    ({ status }) => status !== "working",
  );

test("operations that go on in the background name the operations that follow and end them", () => {
  const background = [...registry.operations.values()].flatMap(({ background: work }) => work ?? []);
  assert.ok(background.length >= 2);
  for (const { read, cancel, parameter } of background) {
    assert.equal(registry.get(read).effect, "read");
    assert.equal(registry.get(cancel).effect, "write");
    for (const name of [read, cancel])
      assert.ok(parameter in (registry.get(name).input as unknown as { properties: object }).properties);
  }
});

test("a batch is a task that its caller alone follows to its result, and that stays ended", async () => {
  const business = await service.business();
  const headers = await asRole(business, "client_admin");
  const discovered = (await send("server/discover", {}, headers)).body.result;
  assert.deepEqual(discovered.capabilities.extensions, { [TASKS_EXTENSION]: {} });
  const started = (await send("tools/call", BATCH, headers)).body.result;
  assert.equal(started.resultType, "task");
  assert.equal(started.result, undefined);
  const { taskId } = started;

  const others = [
    await asRole(business, "employee"),
    await asRole(await service.business(), "client_admin"),
    {},
  ];
  for (const method of ["tasks/get", "tasks/cancel", "tasks/update"]) {
    const params = { taskId, ...(method === "tasks/update" ? { inputResponses: {} } : {}) };
    for (const other of others)
      assert.equal((await send(method, params, other)).body.error.code, -32602, method);
    for (const forged of [`${taskId}x`, taskId.replace("bulk", "build"), "1.2.3", ""])
      assert.equal((await send(method, { ...params, taskId: forged }, headers)).body.error.code, -32602);
    const undeclared = await send(method, params, headers, {});
    assert.deepEqual(
      [undeclared.status, undeclared.body.error.code, undeclared.body.error.data.requiredCapabilities],
      [400, -32021, FOLLOWS],
    );
    const legacy = { jsonrpc: "2.0", id: 1, method, params };
    assert.equal((await service.http("POST", "/mcp", legacy, headers)).body.error.code, -32601);
  }
  const misnamed = await send("tasks/get", { taskId }, { ...headers, "mcp-name": "another" });
  assert.deepEqual([misnamed.status, misnamed.body.error.code], [400, -32020]);

  const ended = await awaitEnd(taskId, headers);
  assert.equal(ended.status, "completed");
  assert.partialDeepStrictEqual(ended.result.structuredContent, {
    state: "COMPLETED_WITH_ERRORS",
    items_done: 1,
    items_failed: 1,
    orders: [{ result: true }, { result: false }],
  });
  assert.deepEqual(JSON.parse(ended.result.content[0].text), ended.result.structuredContent);
  assert.deepEqual(Object.keys((await send("tasks/cancel", { taskId }, headers)).body.result).sort(), [
    "_meta",
    "resultType",
  ]);
  assert.equal((await awaitEnd(taskId, headers)).status, "completed");
});

test("a job of 500 shipments is a task with a result for each", async () => {
  const business = await service.business();
  const headers = await asRole(business, "client_admin");
  const orders = Array.from({ length: 500 }, (_none, n) => ({ rate_id: `none-${n}` }));
  const call = { name: "uniorder_create_batch_async", arguments: { orders, confirm: true } };
  const { taskId, resultType } = (await send("tools/call", call, headers)).body.result;
  assert.equal(resultType, "task");
  const { body } = await send("tasks/get", { taskId }, headers);
  assert.match(body.result.statusMessage, /Waits to be started|of 500 items processed/);
  const ended = await awaitEnd(taskId, headers);
  assert.equal(ended.status, "completed");
  assert.partialDeepStrictEqual(ended.result.structuredContent, {
    state: "COMPLETED_WITH_ERRORS",
    items_done: 0,
    items_failed: 500,
  });
  // The rest is read with the tool that the result names, part by part.
  const { job_id, items, shortened } = ended.result.structuredContent;
  assert.ok(items.length < 500);
  assert.match(shortened.message, /The rest is read with uniorder_job/);
  const read: unknown[] = [];
  let next: Record<string, unknown> | undefined = { job_id };
  while (next !== undefined) {
    const { body: part } = await send("tools/call", { name: "uniorder_job", arguments: next }, headers);
    const answer: { items: unknown[]; shortened?: { next?: Record<string, unknown> } } =
      part.result.structuredContent;
    read.push(...answer.items);
    next = answer.shortened?.next;
  }
  assert.equal(read.length, 500);
  const cancelled = (await send("tools/call", call, headers)).body.result.taskId;
  await send("tasks/cancel", { taskId: cancelled }, headers);
  assert.match((await awaitEnd(cancelled, headers)).status, /cancelled|completed/);
});

test("a plan is a task that cancelling ends, that ends in routes, and whose failure is an error of the tool", async () => {
  const business = await service.business();
  const headers = await asRole(business, "client_admin");
  await createOrders(business, 2);
  await createDrivers(business, 1);
  const plan = async (more: object) =>
    (await send("tools/call", { name: "build_route", arguments: { confirm: true, ...more } }, headers)).body
      .result;
  const long = await plan({ time_limit_s: 120, idempotency_key: "once" });
  assert.deepEqual([long.resultType, long.status], ["task", "working"]);
  assert.equal((await plan({ time_limit_s: 120, idempotency_key: "once" })).taskId, long.taskId);
  const cancels = await Promise.all(
    [1, 2, 3].map(() => send("tasks/cancel", { taskId: long.taskId }, headers)),
  );
  for (const { body } of cancels) assert.equal(body.result?.resultType, "complete", JSON.stringify(body));
  assert.equal((await awaitEnd(long.taskId, headers)).status, "cancelled");
  assert.equal((await business.http("client_admin", "GET", "/api/v1/client/plan-runs")).body.total, 1);

  const { taskId } = await plan({ engine: "savings" });
  const ended = await awaitEnd(taskId, headers);
  assert.equal(ended.status, "completed");
  const [route] = ended.result.structuredContent.routes;
  assert.ok(route.route_id > 0);
  assert.equal(route.order_ids.length, 2);

  const { plan_run_id } = ended.result.structuredContent;
  await service.system.execute("update plan_run set state = 'FAILED', failure = 'No road.' where id = $1", [
    plan_run_id,
  ]);
  const failed = await awaitEnd(taskId, headers);
  assert.equal(failed.status, "completed");
  assert.equal(failed.result.isError, true);
  assert.partialDeepStrictEqual(failed.result.structuredContent, {
    error: { code: "WORK_FAILED", message: "No road." },
  });
});

test("a call stays a call for previews, proposals, clients and tokens that cannot follow a task", async () => {
  const business = await service.business();
  const headers = await asRole(business, "client_admin");
  const answer = async (more: Headers = {}, params: Record<string, unknown> = BATCH, capabilities?: object) =>
    (await send("tools/call", params, { ...headers, ...more }, capabilities)).body.result.structuredContent;
  assert.equal((await answer({ "x-mcp-dry-run": "1" })).dry_run, true);
  assert.equal((await answer({ "x-mcp-require-approval": "1" })).status, "pending_approval");
  assert.equal((await answer({}, BATCH, {})).state, "QUEUED");
  assert.equal((await answer(await narrowToken(business, ["orders:write"]))).state, "QUEUED");
  await createOrders(business, 1);
  await createDrivers(business, 1);
  const plan_input = { confirm: true, view: "full", preview: true, engine: "savings" };
  const planned = await answer({}, { name: "build_route", arguments: plan_input });
  assert.deepEqual([planned.pending, planned.routes[0].stops.length > 0], [false, true]);
});

/** What somebody does with a task, and how often each tool is on record afterwards. */
const RECORDS: [
  name: string,
  tool: string,
  act: (taskId: string, headers: Headers, business: Business) => Promise<unknown>,
  polls: [tool: string, at_least: number],
][] = [
  ["a batch that is not followed", BATCH.name, async () => undefined, ["get_async_batch_result", 1]],
  [
    "a batch that is polled five times",
    BATCH.name,
    async (taskId, headers) => {
      for (let n = 0; n < 5; n += 1) await send("tasks/get", { taskId }, headers);
    },
    ["get_async_batch_result", 6],
  ],
  [
    "a batch that is polled five times at once",
    BATCH.name,
    (taskId, headers) => Promise.all([1, 2, 3, 4, 5].map(() => send("tasks/get", { taskId }, headers))),
    ["get_async_batch_result", 6],
  ],
  [
    "a batch that is followed to its end and cancelled twice",
    BATCH.name,
    async (taskId, headers) => {
      await awaitEnd(taskId, headers);
      for (let n = 0; n < 2; n += 1) await send("tasks/cancel", { taskId }, headers);
    },
    ["get_async_batch_result", 4],
  ],
  [
    "a batch that somebody else asks for",
    BATCH.name,
    async (taskId, _headers, business) => send("tasks/get", { taskId }, await asRole(business, "employee")),
    ["get_async_batch_result", 1],
  ],
  [
    "a batch that is read with its tool",
    BATCH.name,
    async (taskId, headers) => {
      const asyncId = taskId.split(".")[1];
      const name = "get_async_batch_result";
      await send("tools/call", { name, arguments: { async_id: asyncId } }, headers);
    },
    ["get_async_batch_result", 1],
  ],
  ["a plan that is not followed", "build_route", async () => undefined, ["clientPlanRun", 1]],
  [
    "a plan that is polled to its end",
    "build_route",
    (taskId, headers) => awaitEnd(taskId, headers),
    ["clientPlanRun", 2],
  ],
  [
    "a plan that is cancelled three times at once",
    "build_route",
    (taskId, headers) => Promise.all([1, 2, 3].map(() => send("tasks/cancel", { taskId }, headers))),
    ["clientPlanRun", 4],
  ],
];

test("on record a task is one call of its tool, however often it is polled or cancelled", async () => {
  for (const [name, tool, act, [poll, at_least]] of RECORDS) {
    const business = await service.business();
    const headers = await asRole(business, "client_admin");
    await createOrders(business, 2);
    await createDrivers(business, 1);
    const plan = { name: tool, arguments: { confirm: true, engine: "savings" } };
    const started = (await send("tools/call", tool === BATCH.name ? BATCH : plan, headers)).body.result;
    assert.equal(started.resultType, "task", `${name}: ${JSON.stringify(started)}`);
    await act(started.taskId, headers, business);
    await service.runtime.audit.flush();
    const countCalls = async (tool: string) =>
      (await business.http("client_admin", "GET", `/api/v1/audit?tool=${tool}`)).body.total;
    assert.equal(await countCalls(tool), 1, name);
    assert.ok((await countCalls(poll)) >= at_least, `${name}: ${await countCalls(poll)} of ${poll}`);
  }
});
