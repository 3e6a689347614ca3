/** A proposal is described in the same few lines by the tool, REST and GraphQL. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type TestPerson, testService } from "#tests/support/service.ts";

const service = await testService();
const place = (n: number) => ({
  name: `Recipient ${n}`,
  line1: `Quadra ${n}`,
  city: "Brasília",
  country: "BR",
  lat: -15.7 - n / 1000,
  lng: -47.9,
});

async function callTool(token: string, name: string, args: object, headers: Record<string, string> = {}) {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
  const { body } = await service.http("POST", "/mcp", message, {
    authorization: `Bearer ${token}`,
    "user-agent": "desk-agent/2.1",
    ...headers,
  });
  return body.result.structuredContent;
}

async function createAgent(person: TestPerson) {
  const { body } = await person.http("POST", "/api/v1/user/tokens", {
    name: "desk agent",
    profile: "full",
  });
  const token: string = body.access_token;
  return (name: string, args: object) => callTool(token, name, args, { "x-mcp-require-approval": "1" });
}

interface Line {
  what: string;
  text?: string | null;
  before?: string | null;
  after?: string | null;
}
const read = (lines: Line[]) =>
  lines.map(({ what, text, before, after }) => `${what}: ${text ?? `${before} -> ${after}`}`);

/** What each surface shows of a proposal to an administrator. */
async function readEverywhere(admin: TestPerson, approval_id: number): Promise<string[]> {
  const tool = await callTool(admin.token, "list_pending_approvals", {});
  const of_tool = tool.approvals.find((one: { approval_id: number }) => one.approval_id === approval_id);
  const { body: rest } = await admin.http("GET", `/api/v1/approvals/${approval_id}`);
  const query = `{ approval(approval_id: ${approval_id}) { approval { overview { what text before after } } } }`;
  const { body: graphql } = await admin.http("POST", "/api/graphql", { query });
  const lines = read(rest.approval.overview);
  assert.deepEqual(read(of_tool.overview), lines);
  assert.deepEqual(read(graphql.data.approval.approval.overview), lines);
  return lines;
}

test("an order on hold: which order, before and after, token and client", async () => {
  const business = await service.business();
  const admin = await business.person("client_admin", "Ana Souza");
  const agent = await createAgent(admin);
  const order = await business.order({ dropoff: place(7) });
  const { approval_id } = await agent("hold_order", { order_id: order.id, reason: "Unpaid" });
  const [title, status, hold, ...others] = await readEverywhere(admin, approval_id);
  assert.equal(title, `order: ${order.id} · ${order.tracking_number} · Recipient 7, Quadra 7, Brasília`);
  assert.equal(status, "status: NEW_ORDER -> HOLD");
  assert.equal(hold, "hold: – -> reason: Unpaid");
  assert.deepEqual(others, [
    "reason: Unpaid",
    "proposed_by: Ana Souza",
    "token: desk agent",
    "client: desk-agent/2.1",
  ]);
});

test("a bulk of orders begins with the recipients, whether it names them or rates", async () => {
  const business = await service.business();
  const admin = await business.person("client_admin", "Ana Souza");
  const agent = await createAgent(admin);
  const bulk = await agent("bulk_create_orders", {
    orders: Array.from({ length: 80 }, (_one, n) => ({ dropoff: place(n) })),
  });
  const lines = await readEverywhere(admin, bulk.approval_id);
  assert.deepEqual(lines.slice(0, 2), ["recipients: 80", "recipient: Recipient 0, Quadra 0, Brasília"]);
  assert.ok(lines.length <= 15 && lines.includes("more_recipients: 74"), lines.join("\n"));
  const price_list = {
    name: "Local",
    family: "local_delivery",
    is_default: true,
    rules: [{ name: "Any", base_minor: 1000 }],
  };
  assert.ok((await admin.http("POST", "/api/v1/client/price-lists", price_list)).status < 300);
  const rated = await callTool(admin.token, "uniorder_rate", {
    ship_from: { ...place(1), postal_code: "70000-001" },
    ship_to: { ...place(2), postal_code: "70000-002" },
    packages: [{ weight_g: 500 }],
  });
  const [{ rate_id }] = rated.rates;
  const { approval_id } = await agent("uniorder_create_batch", { orders: [{ rate_id }] });
  assert.equal(
    (await readEverywhere(admin, approval_id))[0],
    "recipient: Recipient 2, Quadra 2, 70000-002, Brasília",
  );
});

test("a reader who may not see the effect sees who asks for what, and nothing of the order", async () => {
  const business = await service.business();
  const admin = await business.person("client_admin", "Ana Souza");
  const agent = await createAgent(admin);
  const order = await business.order({ dropoff: place(9) });
  const { approval_id } = await agent("hold_order", { order_id: order.id, reason: "Unpaid" });
  const reader = await business.person("employee");
  await service.system.execute("update account set permissions = '{approvals:read}' where id = $1", [
    reader.account_id,
  ]);
  service.runtime.authentication.clearCache();
  const { approvals } = await callTool(reader.token, "list_pending_approvals", { approval_id });
  assert.deepEqual(read(approvals[0].overview), [
    "proposed_by: Ana Souza",
    "token: desk agent",
    "client: desk-agent/2.1",
  ]);
});
