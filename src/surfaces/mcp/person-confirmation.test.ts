import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FirstTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { testService } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";
import { META } from "./protocol/era.ts";
import { modern } from "./protocol/testing.ts";

const service = await testService();
const url = await service.app.listen({ port: 0, host: "127.0.0.1" });

type Business = Awaited<ReturnType<typeof service.business>>;
type Reply = { action: string; content?: Record<string, unknown> };

const dropoff = { line1: "Quadra 7", city: "Brasília", country: "BR", lat: -15.7, lng: -47.9 };
const AGREED: Reply = { action: "accept", content: { confirm: true } };

async function authorise(business: Business): Promise<Record<string, string>> {
  return { authorization: `Bearer ${(await business.person("client_admin")).token}` };
}

/** One request of 2026-07-28 with what the client can do. */
async function call(
  headers: Record<string, string>,
  params: { name: string; arguments: object; requestState?: unknown; inputResponses?: unknown },
  elicitation: object | null = {},
) {
  const meta = { [META.client_capabilities]: elicitation === null ? {} : { elicitation } };
  const [body, more] = modern("tools/call", params, { meta });
  return (await service.http("POST", "/mcp", body, { ...headers, ...more })).body;
}

async function countOrders(business: Business): Promise<number> {
  return (await business.http("client_admin", "GET", "/api/v1/client/orders")).body.total;
}

test("a client that can ask gets the person's answer, and only a yes runs the tool", async (context) => {
  const business = await service.business();
  const { id: order_id } = await business.order();
  let reply: Reply = AGREED;
  const messages: string[] = [];
  const client = new Client(
    { name: "desk", version: "3" },
    { capabilities: { elicitation: {} }, versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    messages.push(params.message);
    return reply as never;
  });
  const requestInit = { headers: await authorise(business) };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  context.after(() => client.close());
  const hold = () => client.callTool({ name: "hold_order", arguments: { order_id, reason: "unpaid" } });
  const status = async () =>
    (await business.http("client_admin", "GET", `/api/v1/client/orders/${order_id}`)).body.order.status;

  const noes: [Reply, string][] = [
    [{ action: "decline" }, "declined"],
    [{ action: "cancel" }, "cancelled"],
    [{ action: "accept", content: { confirm: false } }, "declined"],
  ];
  for (const [no, refusal_text] of noes) {
    reply = no;
    const refused = await hold();
    assert.equal(refused.isError, true);
    assert.partialDeepStrictEqual(refused.structuredContent, {
      error: { code: "CONFIRMATION_DECLINED", reply: refusal_text, retryable: false },
    });
    assert.equal(await status(), "NEW_ORDER");
  }
  reply = AGREED;
  const hold_result = await hold();
  assert.partialDeepStrictEqual(hold_result.structuredContent, { status: "HOLD" });
  assert.equal(await status(), "HOLD");
  assert.equal(messages.length, 4);
  assert.match(messages[0]!, /hold_order\?\n.*unpaid.*\n.*status "NEW_ORDER" → "HOLD"/);
  const find = async () =>
    (await business.http("client_admin", "GET", "/api/v1/audit?surface=mcp&per_page=100")).body.entries.map(
      (entry: Record<string, unknown>) => `${entry["tool"]} ${entry["outcome"]} ${entry["refusal"] ?? ""}`,
    );
  const recorded = await until("every attempt on record", find, ({ length }) => length === 8);
  assert.deepEqual(
    [...new Set(recorded)].sort(),
    ["done ", "refused confirm_required", "refused confirmation_declined"].map((end) => `hold_order ${end}`),
  );
});

test("one confirmation is for one call: simultaneous repeats run it once, another call is refused", async () => {
  const business = await service.business();
  const headers = await authorise(business);
  const params = { name: "bulk_create_orders", arguments: { orders: [{ dropoff }] } };
  service.freezeClock();
  const question = (await call(headers, params)).result;
  assert.equal(question.resultType, "input_required");
  assert.deepEqual(Object.keys(question.inputRequests), ["confirm"]);
  const { requestState } = question;
  const answered = { requestState, inputResponses: { confirm: AGREED } };

  const other_token = await narrowedToken(business);
  const other_arguments = { name: params.name, arguments: { orders: [{ dropoff }, { dropoff }] } };
  const tampered = { ...answered, requestState: `${requestState}x` };
  for (const refused of [
    await call(headers, { ...params, ...tampered }),
    await call(headers, { ...other_arguments, ...answered }),
    await call(other_token, { ...params, ...answered }),
    await call(headers, { ...params, ...answered, inputResponses: "yes" }),
    await call(headers, { ...params, ...answered, inputResponses: { confirm: { action: "sure" } } }),
  ])
    assert.equal(refused.error?.code, -32602, JSON.stringify(refused));
  for (const again of [{ ...answered, inputResponses: {} }, { inputResponses: answered.inputResponses }])
    assert.equal((await call(headers, { ...params, ...again })).result.resultType, "input_required");
  assert.equal(await countOrders(business), 0);

  const all = await Promise.all(Array.from({ length: 5 }, () => call(headers, { ...params, ...answered })));
  assert.equal(await countOrders(business), 1, JSON.stringify(all));
  const replayed = all.filter(({ result }) => result.structuredContent.idempotency_replayed === true);
  assert.equal(replayed.length, 4, JSON.stringify(all));

  // Longer than equal calls without a confirmation are taken for one.
  service.advance(11_000);
  await call(headers, { ...params, ...answered });
  assert.equal(await countOrders(business), 1);

  const late = (await call(headers, params)).result.requestState;
  service.advance(11 * 60_000);
  const expired = await call(headers, { ...params, ...answered, requestState: late });
  assert.equal(expired.error.code, -32602);
  assert.equal(await countOrders(business), 1);
});

test("is never asked of clients that cannot, for previews, and instead of the approval queue", async (context) => {
  const business = await service.business();
  const headers = await authorise(business);
  const params = { name: "bulk_create_orders", arguments: { orders: [{ dropoff }] } };
  for (const elicitation of [null, { url: {} }, "forms" as never]) {
    const refused = (await call(headers, params, elicitation)).result;
    assert.equal(refused.structuredContent.error.code, "CONFIRM_REQUIRED");
  }
  const preview = { ...params, arguments: { ...params.arguments, dry_run: true } };
  assert.equal((await call(headers, preview)).result.structuredContent.dry_run, true);
  const queued = await call({ ...headers, "x-mcp-require-approval": "1" }, params);
  assert.equal(queued.result.structuredContent.status, "pending_approval");
  // What an older client declares in `initialize` is not kept.
  const client = new FirstClient({ name: "desk", version: "1" }, { capabilities: { elicitation: {} } });
  await client.connect(new FirstTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
  context.after(() => client.close());
  const refused = await client.callTool(params as never);
  assert.partialDeepStrictEqual(refused.structuredContent, { error: { code: "CONFIRM_REQUIRED" } });
  assert.equal(await countOrders(business), 0);
});

/** Another token of the same account. */
async function narrowedToken(business: Business): Promise<Record<string, string>> {
  const { generateToken } = await import("#platform/auth/secrets.ts");
  const { token, token_hash } = generateToken();
  const { account_id } = await business.person("client_admin");
  await service.system.execute(
    `insert into access_token (business_id, account_id, token_hash, kind, scopes, created_at) values ($1, $2, $3, 'api', null, now())`,
    [business.id, account_id, token_hash],
  );
  return { authorization: `Bearer ${token}` };
}
