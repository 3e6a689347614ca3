/**
 * A day of an agent over both servers: what it lists, finds, previews and proposes, what a person approves, and what it
 * reads back. Every answer is within 5,000 tokens, and one in parts is followed to its end.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { asAdmin, type Headers, openMcp } from "#tests/support/mcp.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService();
const mcp = openMcp(service);
const DEVELOPER = "/mcp/developer";
const TOKENS_MAX = 5000;
const BYTES_PER_TOKEN = 4;

// biome-ignore lint/suspicious/noExplicitAny: an answer is looked into member by member.
type Answer = any;

/** Asks, and follows an answer in parts: each part repeats the call with what its answer says. */
async function ask(headers: Headers, name: string, args: object, path?: string): Promise<Answer[]> {
  const parts: Answer[] = [];
  for (let next: object | undefined = args; next !== undefined; ) {
    const { structuredContent, isError } = await mcp.call(name, next, headers, path);
    const answer: Answer = structuredContent;
    const bytes = Buffer.byteLength(JSON.stringify(answer));
    assert.ok(bytes <= TOKENS_MAX * BYTES_PER_TOKEN, `${name}: ${bytes} bytes`);
    assert.notEqual(isError, true, `${name}: ${JSON.stringify(answer)}`);
    if (answer.shortened?.parts !== undefined) {
      assert.equal(answer.shortened.part, parts.length + 1, name);
      assert.match(answer.shortened.message, /part \d+ of \d+/);
    }
    parts.push(answer);
    const more = answer.shortened?.next;
    next = more === undefined ? undefined : { ...args, ...more };
    assert.ok(parts.length < 50, `${name} has no end`);
  }
  const { shortened } = parts[0];
  if (shortened?.parts !== undefined) assert.equal(parts.length, shortened.parts, name);
  return parts;
}

/** The code of a refusal, which says in words what is wrong and fits a screen. */
async function refused(headers: Headers, name: string, args: object, path?: string): Promise<string> {
  const { structuredContent, isError } = await mcp.call(name, args, headers, path);
  const { error } = structuredContent as Answer;
  assert.equal(isError, true, `${name}: ${JSON.stringify(structuredContent).slice(0, 300)}`);
  assert.ok(error.message.length > 10 && typeof error.retryable === "boolean", name);
  assert.ok(JSON.stringify(structuredContent).length < 2000, name);
  return error.code;
}

test("a day of an agent: list, find, preview, propose, approval by a person, execution, read back, errors", async () => {
  const business = await service.business();
  const admin = await business.person("client_admin");
  const person = await asAdmin(business);
  const created_orders = [];
  for (let n = 0; n < 25; n += 1) {
    const parcels = Array.from({ length: n === 7 ? 50 : 1 }, () => ({
      weight_g: 1200,
      contents: "Cups and plates, fragile. ".repeat(8),
    }));
    created_orders.push(await business.order({ ref: `DAY-${n}`, note: "Ring twice. ".repeat(20), parcels }));
  }
  const wanted_id = created_orders[7]?.id ?? 0;
  const { body } = await admin.http("POST", "/api/v1/user/tokens", { name: "day", profile: "ops-write" });
  const agent: Headers = { authorization: `Bearer ${body.access_token}`, "x-mcp-require-approval": "1" };
  const one = async (name: string, args: object, path?: string) => (await ask(agent, name, args, path))[0];

  // What there is.
  const tools = new Map((await mcp.list(agent)).map((tool) => [tool.name, tool]));
  assert.ok(tools.has("hold_order") && !tools.has("pay_shipout"), "tools of its scopes alone");
  assert.equal(tools.get("get_orders")?.annotations.readOnlyHint, true);
  assert.ok((await mcp.list(agent, DEVELOPER)).some(({ name }) => name === "run_graphql_query"));
  const listed: string[] = (await ask(agent, "get_capabilities", {})).flatMap(({ tools: some = [] }) =>
    some.map((tool: { name: string }) => tool.name),
  );
  assert.deepEqual(new Set([...tools.keys()].filter((name) => !listed.includes(name))), new Set());
  await one("daily_digest", {});
  await one("list_exceptions", {});

  // All orders, page by page, and the one that it was told of.
  const seen_ids = new Set<number>();
  for (let page = 1; page <= 5; page += 1) {
    const parts = await ask(agent, "get_orders", { page, per_page: 20 });
    const rows = parts.flatMap(({ orders = [] }) => orders);
    for (const row of rows) seen_ids.add(row.order_id ?? row.order?.order_id);
    if (rows.length === 0) break;
  }
  assert.deepEqual(
    created_orders.filter(({ id }) => !seen_ids.has(id)),
    [],
    "each order is on one of the pages",
  );
  const { orders } = await one("find_order", { q: "DAY-7" });
  const found_order = orders.map(({ order }: Answer) => order).find(({ ref }: Answer) => ref === "DAY-7");
  assert.equal(found_order.order_id, wanted_id);
  await ask(agent, "get_operation_events", { order_ids: [wanted_id] });
  const order_detail = await ask(agent, "get_order_detail", { order_id: wanted_id, view: "full" });
  const parcels = order_detail.flatMap(({ order }) => order?.parcels ?? []);
  assert.ok(order_detail.length > 1, "it is longer than one answer");
  assert.equal(new Set(parcels.map(({ tracking_number }: Answer) => tracking_number)).size, 50);

  // What would happen.
  const preview = await one("hold_order", { order_id: wanted_id, reason: "Unpaid", dry_run: true });
  assert.equal(preview.dry_run, true);
  assert.ok(preview.would_emit.length > 0);
  assert.equal(await business.readStatus(wanted_id), "NEW_ORDER");

  // It asks; it cannot answer itself.
  const held = await one("hold_order", { order_id: wanted_id, reason: "Unpaid" });
  assert.equal(held.status, "pending_approval");
  const noted = await one("propose_write", {
    tool: "update_order_note",
    arguments: { order_id: wanted_id, note: "Leave at the gate" },
    reason: "The recipient asked",
  });
  const pending = (await ask(agent, "list_pending_approvals", {})).flatMap(({ approvals = [] }) => approvals);
  assert.deepEqual(
    pending.map(({ approval_id }: Answer) => approval_id).sort(),
    [held.approval_id, noted.approval_id].sort(),
  );
  const decide = { approval_id: held.approval_id, confirm: true };
  await refused(agent, "approve_pending_write", decide);
  assert.equal(await business.readStatus(wanted_id), "NEW_ORDER");

  // A person answers, once.
  await ask(person, "approve_pending_write", decide);
  assert.equal(await business.readStatus(wanted_id), "HOLD");
  await refused(person, "approve_pending_write", decide);
  await ask(person, "reject_pending_write", { approval_id: noted.approval_id, note: "Not at the gate" });

  // What became of it.
  const readState = async (approval_id: number) =>
    (await one("list_pending_approvals", { approval_id })).approvals[0].state;
  assert.deepEqual(
    [await readState(held.approval_id), await readState(noted.approval_id)],
    ["executed", "rejected"],
  );
  const [detail] = await ask(agent, "get_order_detail", { order_id: wanted_id });
  assert.equal(detail.order.status, "HOLD");
  assert.doesNotMatch(JSON.stringify(detail.order.note ?? ""), /Leave at the gate/);
  const timeline = (await ask(agent, "get_order_audit_timeline", { order_id: wanted_id }, DEVELOPER)).map(
    (part) => JSON.stringify(part),
  );
  assert.match(timeline.join(""), /order\.held|hold/i);

  // The developer server, by the same token.
  const fields = await ask(
    agent,
    "get_graphql_operations",
    { query: "order", kind: "query", limit: 200 },
    DEVELOPER,
  );
  assert.match(JSON.stringify(fields), /clientOrder/);
  const query = `{ clientOrder(order_id: ${wanted_id}) { order { status } } }`;
  const graph = await one("run_graphql_query", { query }, DEVELOPER);
  assert.equal(graph.data.clientOrder.order.status, "HOLD");
  const guide = await ask(agent, "get_integration_guide", {}, DEVELOPER);
  assert.ok(guide.length > 0);

  // What goes wrong is said.
  assert.equal(await refused(agent, "get_order_detail", { order_id: 999_999_999 }), "NOT_FOUND");
  assert.equal(
    await refused(agent, "get_order_detail", { order_id: wanted_id, colour: "red" }),
    "INVALID_REQUEST",
  );
  assert.equal(await refused(agent, "get_order_detail", {}), "INVALID_REQUEST");
  const stranger = await asAdmin(await service.business());
  assert.equal(await refused(stranger, "get_order_detail", { order_id: wanted_id }), "NOT_FOUND");
  assert.equal(await refused(agent, "pay_shipout", {}), "FORBIDDEN");
  const { body: unknown } = await mcp.rpc("tools/call", { name: "hold_orders", arguments: {} }, agent);
  assert.match(JSON.stringify(unknown), /hold_orders.*hold_order\b/);
});
