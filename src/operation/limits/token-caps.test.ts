/** The limits of API tokens over two services on one database, with parallel calls at their edge. */
import assert from "node:assert/strict";
import { test } from "node:test";
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { runJob } from "#operation/run/workers.ts";
import { testService } from "#tests/support/service.ts";

/** Orders a label for a price, as far as events and limits know. */
const spend = defineOperation({
  name: "testSpend",
  summary: "Spend",
  effect: "write",
  access: { roles: ["client_admin"], scopes: ["orders:write"] },
  rest: { method: "POST", path: "/api/v1/test/spend" },
  input: Type.Object({ id: Type.Integer(), price_minor: Type.Integer(), currency: Type.String() }),
  output: Type.Object({ result: Type.Boolean() }),
  async run({ emit }, { id, ...price }) {
    emit({
      subject: { type: "label", id, is_new: true },
      kind: "label.ordered",
      payload: {
        customer_id: null,
        carrier: "x",
        service: "y",
        tracking_number: null,
        return_of_id: null,
        ...price,
      },
    });
    return { result: true };
  },
});

const service = await testService({ operations: [spend as never] });
service.freezeClock();
service.setNow("2026-11-20T12:00:00Z");
const other = await service.another();

const dropoff = { line1: "Quadra 7", city: "Brasília", country: "BR", lat: -15.7, lng: -47.9 };

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: an answer is looked into member by member.
  body: any;
}

/** One token over both services in turn. */
async function createAgent(caps: Record<string, number>, role: "client_admin" = "client_admin") {
  const business = await service.business();
  const creation = await business.http(role, "POST", "/api/v1/user/tokens", {
    name: "Agent",
    profile: "full",
    ...caps,
  });
  assert.equal(creation.status, 201, JSON.stringify(creation.body));
  const apps = [service.app, other.app];
  let turn = 0;
  const send = async (method: "GET" | "POST", url: string, payload?: object): Promise<Answer> => {
    turn += 1;
    const answer = await (apps[turn % 2] as typeof service.app).inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${creation.body.access_token}`,
        ...(payload ? { "content-type": "application/json" } : {}),
      },
      ...(payload ? { payload: JSON.stringify(payload) } : {}),
    });
    return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(answer.body) };
  };
  const tool = (name: string, args: object) =>
    send("POST", "/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });
  return {
    business,
    send,
    tool,
    token: creation.body.token,
    async patch(input: object) {
      const answer = await business.http(
        role,
        "PATCH",
        `/api/v1/user/tokens/${creation.body.token.id}`,
        input,
      );
      // The other process is notified a moment later.
      other.runtime.authentication.clearCache();
      return answer;
    },
  };
}

const count = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

test("parallel calls over two services never exceed the calls of a minute, whenever it begins", async () => {
  const { send, tool } = await createAgent({ calls_per_minute: 10 });
  const me = () => send("GET", "/api/v1/user/me");
  const first = await Promise.all(Array.from({ length: 16 }, me));
  assert.deepEqual([count(first, 200), count(first, 429)], [10, 6], JSON.stringify(first[0]));
  const refused = first.find(({ status }) => status === 429);
  assert.partialDeepStrictEqual(refused?.body, {
    error_code: "TOO_MANY_REQUESTS",
    cap: "calls_per_minute",
    limit: 10,
    left: 0,
    frees_at: "2026-11-20T12:01:01.000Z",
  });
  assert.equal(refused?.headers["retry-after"], "61");
  service.advance(59_000);
  assert.equal((await me()).status, 429);
  // Over MCP it is the same limit, and tools that are no operation count too.
  const by_tool = await tool("get_capabilities", {});
  assert.equal(by_tool.body.result.structuredContent.error.code, "TOO_MANY_REQUESTS");
  service.advance(2_000);
  const again = await me();
  assert.equal(again.headers["ratelimit"], '"calls_per_minute";r=9;t=61');
  assert.equal(again.headers["ratelimit-policy"], '"calls_per_minute";q=10;w=60');
  assert.equal(
    (await tool("get_capabilities", {})).body.result._meta["packhorse/limits"].calls_per_minute.left,
    8,
  );
});

test("parallel orders over two services never exceed the orders of a day, by any way of creating them", async () => {
  const { business, send, tool, token, patch } = await createAgent({ orders_per_day: 5 });
  const create = (ref: string) => send("POST", "/api/v1/client/orderCreate", { dropoff, ref });
  const answers = await Promise.all(Array.from({ length: 9 }, (_, n) => create(`P-${n}`)));
  assert.deepEqual(
    [count(answers, 429), answers.length - count(answers, 429)],
    [4, 5],
    JSON.stringify(answers[0]?.body),
  );
  const counted = () =>
    service.system.row("select count(*)::int as n from delivery_order where business_id = $1", [business.id]);
  assert.deepEqual(await counted(), { n: 5 });
  const refused = answers.find(({ status }) => status === 429);
  assert.partialDeepStrictEqual(refused?.body, {
    error_code: "TOKEN_CAP_REACHED",
    cap: "orders_per_day",
    limit: 5,
    left: 0,
    requested: 1,
    // Midnight where the business is.
    frees_at: "2026-11-21T03:00:00.000Z",
  });

  const over_mcp = await tool("create_order", { dropoff, ref: "M-1" });
  const { error } = over_mcp.body.result.structuredContent;
  assert.partialDeepStrictEqual(error, {
    code: "TOKEN_CAP_REACHED",
    retryable: true,
    cap: "orders_per_day",
    left: 0,
  });
  const bulk = await tool("bulk_create_orders", { orders: [{ dropoff }, { dropoff }], confirm: true });
  assert.partialDeepStrictEqual(bulk.body.result.structuredContent.error, { code: "TOKEN_CAP_REACHED" });
  const dry = await tool("create_order", { dropoff, ref: "M-2", dry_run: true });
  assert.equal(dry.body.result.isError, true);
  assert.deepEqual(await counted(), { n: 5 });

  // The owner raises it; the token cannot.
  assert.equal((await send("POST", "/api/v1/user/tokens", { name: "x" })).status, 403);
  assert.equal((await patch({ orders_per_day: 7 })).body.token.orders_per_day, 7);
  const raised = await tool("create_order", { dropoff, ref: "M-3" });
  assert.deepEqual(raised.body.result._meta["packhorse/limits"], {
    orders_per_day: { limit: 7, left: 1, frees_at: "2026-11-21T03:00:00.000Z" },
  });
  // A repeat creates nothing, and counts nothing.
  const repeat = await tool("create_order", { dropoff, ref: "M-3" });
  assert.equal(repeat.body.result._meta["packhorse/limits"].orders_per_day.left, 1);
  const two = await tool("bulk_create_orders", { orders: [{ dropoff }, { dropoff }], confirm: true });
  assert.partialDeepStrictEqual(two.body.result.structuredContent.error, { requested: 2, left: 1 });
  service.setNow("2026-11-21T03:00:01Z");
  assert.equal((await create("N-1")).headers["ratelimit"], '"orders_per_day";r=6;t=86399');
  assert.equal((await patch({ orders_per_day: null })).body.token.orders_per_day, null);
  assert.equal((await create("N-2")).headers["ratelimit"], undefined);
  const kinds = (await business.readEvents("token", token.id)).map(({ kind }) => kind);
  assert.deepEqual(kinds, ["token.created", "token.updated", "token.updated"]);
});

test("parallel spending over two services never exceeds the money of a day, in its currency only", async () => {
  const { business, send } = await createAgent({ money_minor_per_day: 1000 });
  const spendAt = (id: number, price_minor: number, currency = "BRL") =>
    send("POST", "/api/v1/test/spend", { id: business.id * 1000 + id, price_minor, currency });
  const answers = await Promise.all(Array.from({ length: 8 }, (_, id) => spendAt(id, 300)));
  assert.deepEqual([count(answers, 200), count(answers, 429)], [3, 5], JSON.stringify(answers[0]?.body));
  assert.partialDeepStrictEqual(answers.find(({ status }) => status === 429)?.body, {
    error_code: "TOKEN_CAP_REACHED",
    cap: "money_per_day",
    limit: 1000,
    left: 100,
    requested: 300,
    currency: "BRL",
  });
  assert.equal((await spendAt(20, 100)).status, 200);
  assert.deepEqual([(await spendAt(21, 1)).status, (await spendAt(22, 0)).status], [429, 200]);
  const foreign = await spendAt(23, 1, "USD");
  assert.deepEqual([foreign.status, foreign.body.error_code], [409, "TOKEN_CAP_CURRENCY"]);
});

test("a job has the limits of the token that started it", async () => {
  const { business, send, token } = await createAgent({ orders_per_day: 2 });
  const orders = [{ dropoff }, { dropoff }, { dropoff }];
  const queued = await send("POST", "/api/v1/client/batchOrderCreateAsync", { orders });
  assert.equal(queued.status < 300, true, JSON.stringify(queued.body));
  const job = service.runtime.registry.jobs.get("create-order-batch");
  assert.ok(job);
  const account = (await business.person("client_admin")).account_id;
  const data = { business_id: business.id, account_id: account, batch_id: queued.body.batch_id };
  const job_row = await service.system.row<{ data: Record<string, unknown> }>(
    "select data from pgboss.job where name = 'create-order-batch' and (data->>'batch_id')::bigint = $1",
    [queued.body.batch_id],
  );
  assert.deepEqual(job_row?.data, { ...data, capped_token_id: token.id });
  await runJob(service.runtime, job, job_row.data, () => false);
  const { body } = await send("GET", `/api/v1/client/async/${queued.body.asyncId}`);
  assert.partialDeepStrictEqual(body, {
    state: "COMPLETED_WITH_ERRORS",
    failure: null,
    items_done: 0,
    items_failed: 3,
  });
  for (const [index, item] of body.orders.entries()) {
    assert.deepEqual([item.index, item.result, item.error_code], [index, false, "TOKEN_CAP_REACHED"]);
    assert.match(item.errors[0].message, /This token may create 2 orders a day; 2 are left and this needs 3/);
  }
  const row = await service.system.row(
    "select count(*)::int as n from delivery_order where business_id = $1",
    [business.id],
  );
  assert.deepEqual(row, { n: 0 }, "the part of the batch is created as a whole or not");
});

test("a call waits for one of the same token that is being counted, and then sees it", async () => {
  const take = "select frees_s from take_token_call(2000000017, 1763640000, 1)";
  const [first, second] = await Promise.all([
    service.runtime.pools.system.connect(),
    service.runtime.pools.system.connect(),
  ]);
  try {
    await first.query("begin");
    assert.equal((await first.query(take)).rows[0].frees_s, null);
    const waiting = second.query(take);
    await first.query("commit");
    assert.equal((await waiting).rows[0].frees_s, 1763640061);
  } finally {
    first.release();
    second.release();
  }
});
