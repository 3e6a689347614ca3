/** The answer to a client whose call needs more than it has: whom to ask, for what, and when asking is of no use. */
import assert from "node:assert/strict";
import { test } from "node:test";
import Type from "typebox";
import type { Operation } from "#operation/define/define.ts";
import { generateToken } from "#platform/auth/secrets.ts";
import { type Headers, openMcp } from "#tests/support/mcp.ts";
import { type TestBusiness, testService } from "#tests/support/service.ts";
import type { Role } from "#vocabulary/roles.ts";
import { PROFILES, type ProfileName } from "#vocabulary/scopes.ts";

/** No published tool has a module or a feature yet. */
const gated = (name: string, gate: Partial<Operation>): Operation =>
  ({
    name,
    summary: "Something of a family",
    family: "test",
    effect: "read",
    risk: "low",
    access: { roles: ["client_admin"], scopes: ["orders:read"] },
    mcp: { user: name, developer: name },
    input: Type.Object({}),
    output: Type.Object({ result: Type.Boolean() }),
    refusals: {},
    run: async () => ({ result: true }),
    ...gate,
  }) as Operation;

const service = await testService({
  operations: [
    gated("of_module", { module: "contractor_assignment" }),
    gated("of_feature", { feature: "order_chat" }),
  ],
});
const { rpc } = openMcp(service);
const DEVELOPER = "/mcp/developer";

/** An API token with these scopes, and what of it the next secret replaces. */
async function createToken(business: TestBusiness, role: Role, scopes: readonly string[]) {
  const { account_id } = await business.person(role);
  const { token, token_hash } = generateToken();
  const row = await service.system.row<{ id: number }>(
    `insert into access_token (business_id, account_id, token_hash, kind, scopes, created_at)
     values ($1, $2, $3, 'api', $4, now()) returning id`,
    [business.id, account_id, token_hash, scopes],
  );
  const headers: Headers = { authorization: `Bearer ${token}` };
  return { headers, id: row?.id ?? 0 };
}

async function ask(tool: string, headers: Headers, path = "/mcp", args: object = {}) {
  const { status, body, answered } = await rpc("tools/call", { name: tool, arguments: args }, headers, path);
  const challenge = String(answered["www-authenticate"] ?? "");
  const scopes = /scope="([^"]*)"/.exec(challenge)?.[1]?.split(" ").toSorted() ?? null;
  return {
    status,
    scopes,
    error: /error="([^"]*)"/.exec(challenge)?.[1] ?? null,
    reason: body.error?.data?.reason ?? body.result?.structuredContent.error?.code ?? null,
    message: body.error?.message ?? body.result?.structuredContent.error?.message ?? null,
    data: body.error?.data ?? null,
  };
}

const getScopes = (profile: ProfileName, ...more: string[]) =>
  [...new Set<string>([...PROFILES[profile].scopes, ...more])].toSorted();

/** Without a token: the scopes that are worth asking for, or null where none helps. */
const ANONYMOUS: [string, string, string, Headers, string[] | null][] = [
  ["at the plain address", "get_orders", "/mcp", {}, getScopes("ops-readonly")],
  ["with a scope beyond", "create_order", "/mcp", {}, getScopes("ops-readonly", "orders:write")],
  ["at the other address", "get_orders", "/api/mcp", {}, getScopes("ops-readonly")],
  ["of integrators", "get_webhook_settings", DEVELOPER, {}, getScopes("ops-readonly", "webhooks:read")],
  ["of any token", "run_graphql_query", DEVELOPER, {}, getScopes("ops-readonly")],
  ["with a profile", "create_order", "/mcp", { "x-mcp-profile": "ops-write" }, getScopes("ops-write")],
  ["with a profile in the URL", "get_orders", "/mcp?profile=support", {}, getScopes("support")],
  [
    "with scopes",
    "get_orders",
    "/mcp",
    { "x-mcp-scopes": "orders:read,routes:read" },
    ["orders:read", "routes:read"],
  ],
  ["with a profile that hides it", "create_order", "/mcp?profile=ops-readonly", {}, null],
  ["with scopes that hide it", "get_webhook_settings", `${DEVELOPER}?scopes=orders:read`, {}, null],
];
for (const [name, tool, path, headers, scopes] of ANONYMOUS)
  test(`without a token, a tool ${name}: ${scopes === null ? "no person is asked" : "all its scopes are offered at once"}`, async () => {
    const refusal_answer = await ask(tool, headers, path);
    if (scopes === null)
      assert.deepEqual(
        [refusal_answer.status, refusal_answer.reason, refusal_answer.scopes],
        [200, "not_in_profile", null],
      );
    else {
      assert.deepEqual(
        [refusal_answer.status, refusal_answer.reason, refusal_answer.scopes],
        [401, "authentication_required", scopes],
      );
      assert.deepEqual(refusal_answer.data.scopes.toSorted(), scopes);
    }
  });

interface Case {
  role: Role;
  /** Of the token. */
  scopes: string[];
  tool: string;
  path?: string;
  headers?: Headers;
  args?: object;
  facts?: object;
  /** The scopes to ask for, when a person can grant them; else the reason that the model reads. */
  expected: string[] | [reason: string, message: RegExp];
}

const CASES: Record<string, Case> = {
  "that a person can grant": {
    role: "client_admin",
    scopes: ["orders:read", "routes:read"],
    tool: "create_order",
    expected: ["orders:read", "orders:write", "routes:read"],
  },
  "that a person can grant to an integrator": {
    role: "client_admin",
    scopes: ["orders:read"],
    tool: "update_webhook_settings",
    path: DEVELOPER,
    expected: ["orders:read", "webhooks:write"],
  },
  "that a person can grant within the profile of the URL": {
    role: "client_admin",
    scopes: ["orders:read"],
    tool: "create_order",
    path: "/mcp?profile=ops-write",
    expected: ["orders:read", "orders:write"],
  },
  "that the profile of the URL hides": {
    role: "client_admin",
    scopes: ["orders:read"],
    tool: "create_order",
    path: "/mcp?profile=ops-readonly",
    expected: ["not_in_profile", /ops-readonly hides create_order/],
  },
  "that the profile of the header hides": {
    role: "client_admin",
    scopes: ["orders:read"],
    tool: "update_webhook_settings",
    path: DEVELOPER,
    headers: { "x-mcp-profile": "ops-write" },
    expected: ["not_in_profile", /ops-write hides update_webhook_settings/],
  },
  "of a tool for another role": {
    role: "client_admin",
    scopes: ["orders:read"],
    tool: "get_shipping_order",
    args: { shipping_order_id: 1 },
    expected: ["FORBIDDEN", /roles: customer/],
  },
  "of a tool of integrators, for another role": {
    role: "driver",
    scopes: ["orders:read"],
    tool: "update_webhook_settings",
    path: DEVELOPER,
    expected: ["FORBIDDEN", /roles: client_admin/],
  },
  "that the account has no permission for": {
    role: "employee",
    scopes: ["labels:read"],
    tool: "cancel_shipping_label",
    args: { label_order_id: 1 },
    expected: ["FORBIDDEN", /no permission labels:write/],
  },
  "of a module that the business does not have": {
    role: "client_admin",
    scopes: ["routes:read"],
    tool: "of_module",
    facts: { modules: { contractor_assignment: false } },
    expected: ["MODULE_OFF", /contractor_assignment is not enabled/],
  },
  "of a feature that is off": {
    role: "client_admin",
    scopes: ["routes:read"],
    tool: "of_feature",
    path: DEVELOPER,
    facts: { features: { order_chat: false } },
    expected: ["FEATURE_OFF", /./],
  },
};

for (const [
  name,
  { role, scopes, tool, path, headers = {}, args = {}, facts = {}, expected },
] of Object.entries(CASES)) {
  const [reason, message] = expected;
  test(`a scope ${name} is ${message instanceof RegExp ? "refused with the reason" : "asked for with those of the token"}`, async () => {
    const business = await service.business(facts);
    const token = await createToken(business, role, scopes);
    const answer = await ask(tool, { ...token.headers, ...headers }, path, args);
    if (message instanceof RegExp) {
      assert.deepEqual(
        [answer.status, answer.reason, answer.error, answer.scopes],
        [200, reason, null, null],
      );
      assert.match(String(answer.message), message);
    } else {
      assert.deepEqual(
        [answer.status, answer.reason, answer.error],
        [403, "insufficient_scope", "insufficient_scope"],
      );
      assert.deepEqual([answer.scopes, answer.data.scopes.toSorted()], [expected, expected]);
      assert.deepEqual(
        answer.data.missing_scopes,
        expected.filter((scope) => !scopes.includes(String(scope))),
      );
    }
    await service.runtime.audit.flush();
    const row = await service.system.row<{ outcome: string; refusal: string }>(
      "select outcome, refusal from audit where business_id = $1 and tool = $2",
      [business.id, tool],
    );
    assert.deepEqual(row, { outcome: "refused", refusal: String(answer.reason).toLowerCase() });
  });
}

test("get_capabilities says of what is left out whom to ask, and when nobody helps", async () => {
  const business = await service.business();
  const { headers } = await createToken(business, "client_admin", ["orders:read"]);
  const whyNot = async (more: Headers) => {
    const { body } = await rpc(
      "tools/call",
      { name: "get_capabilities", arguments: {} },
      { ...headers, ...more },
    );
    const { left_out } = body.result.structuredContent;
    return Object.fromEntries(
      left_out.map((one: { name: string; because: string }) => [one.name, one.because]),
    );
  };
  const plain = await whyNot({});
  assert.deepEqual([plain.create_order, plain.get_shipping_order], ["token", "account"]);
  const narrowed = await whyNot({ "x-mcp-profile": "ops-readonly" });
  assert.deepEqual([narrowed.create_order, narrowed.get_routes], ["connection", "token"]);
  const [, wider] = [await whyNot({ "x-mcp-scopes": "orders:read" }), await whyNot({})];
  assert.equal(wider.get_routes, "token", "an answer is not that of another narrowing");
});

test("a client that refreshes instead of asking is told once that it does not help, and may ask afterwards", async () => {
  const business = await service.business();
  const { headers, id } = await createToken(business, "client_admin", ["orders:read"]);
  const refresh = async (): Promise<Headers> => {
    const { token, token_hash } = generateToken();
    await service.system.execute("update access_token set token_hash = $2 where id = $1", [id, token_hash]);
    return { authorization: `Bearer ${token}` };
  };
  assert.equal((await ask("create_order", headers)).status, 403);
  assert.equal((await ask("create_order", headers)).status, 403, "the same secret: it did not refresh");
  const refreshed = await refresh();
  const refusal_answer = await ask("create_order", refreshed);
  assert.deepEqual(
    [refusal_answer.status, refusal_answer.reason, refusal_answer.error],
    [200, "SCOPE_MISSING", null],
  );
  assert.match(
    String(refusal_answer.message),
    /lacks orders:write, and refreshing it adds no scope: sign in again/,
  );
  assert.equal((await ask("create_order", refreshed)).status, 403);
  assert.equal((await ask("get_orders", refreshed)).reason, null);
});
