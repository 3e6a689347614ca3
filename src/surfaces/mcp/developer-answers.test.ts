/** What the developer server answers: small enough to read, found by what people call it, and without secrets. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { getIntrospectionQuery } from "graphql";
import { answersSecret } from "#operation/define/secrets.ts";
import { asAdmin, openMcp } from "#tests/support/mcp.ts";
import { testService } from "#tests/support/service.ts";
import { countBytes } from "./answer-size.ts";
import { getTools } from "./catalogue.ts";
import { searchByWords } from "./meta/find.ts";

const service = await testService();
const { call } = openMcp(service);
const headers = await asAdmin(await service.business());
const BYTES_PER_TOKEN = 4;
const TOKENS_MAX = 5000;

type Answer = Record<string, unknown>;
async function ask(name: string, args: object): Promise<Answer> {
  const { structuredContent } = await call(name, args, headers, "/mcp/developer");
  const tokens = countBytes(structuredContent) / BYTES_PER_TOKEN;
  assert.ok(
    tokens < TOKENS_MAX,
    `${name} ${JSON.stringify(args).slice(0, 80)}: ${Math.round(tokens)} tokens`,
  );
  return structuredContent as Answer;
}

const GUIDES = ["get_integration_guide", "get_otep_guide", "get_webhook_guide"];

test("the whole of each guide and catalogue is read in parts of less than 5,000 tokens", async () => {
  for (const guide of GUIDES) {
    const read: string[] = [];
    let args: object | undefined = {};
    while (args !== undefined) {
      const { markdown, next } = await ask(guide, args);
      read.push(String(markdown));
      args = next as object | undefined;
    }
    const { sections } = await ask(guide, {});
    for (const section of sections as string[]) {
      assert.ok(read.join("").includes(`## ${section}`), `${guide}: ${section}`);
      await ask(guide, { section });
    }
    const past = await ask(guide, { part: 90 });
    assert.match(JSON.stringify(past), /INVALID_REQUEST.*there are \d+ parts/);
  }
  for (const [tool, args, list] of [
    ["get_api_endpoints", { limit: 200 }, "endpoints"],
    ["get_api_endpoints", { limit: 200, with_schemas: true, family: "orders" }, "endpoints"],
    ["get_graphql_operations", { limit: 200 }, "operations"],
  ] as const) {
    let next: object | undefined = args;
    let count = 0;
    let total = 0;
    while (next !== undefined) {
      const answer = await ask(tool, next);
      count += (answer[list] as unknown[]).length;
      total = Number(answer["total"]);
      next = answer["next"] as object | undefined;
    }
    assert.equal(count, total, tool);
  }
});

test("the largest schemas of operations are short enough", async () => {
  const largest = [...service.runtime.registry.operations.values()]
    .filter(({ rest }) => rest !== undefined)
    .toSorted((one, other) => countBytes(other.input) - countBytes(one.input))
    .slice(0, 12);
  for (const { name } of largest) {
    const { endpoints } = await ask("get_api_endpoints", { query: name, with_schemas: true, limit: 1 });
    assert.equal((endpoints as { operation: string }[])[0]?.operation, name);
  }
});

test("the schema of GraphQL is read type by type; what is too long is cut where the answer says", async () => {
  const full_schema = await ask("run_graphql_query", { query: getIntrospectionQuery() });
  const { shortened, next } = full_schema["extensions"] as { shortened: { path: string }[]; next: string };
  assert.ok(shortened.some(({ path }) => path.startsWith("data.__schema.types")));
  assert.match(next, /get_graphql_operations/);
  const { definition } = await ask("get_graphql_operations", { type: "Approval" });
  assert.match(String(definition), /^(""".*"""\n)?type Approval \{/s);
  const wrong = await ask("get_graphql_operations", { type: "Aproval" });
  assert.match(JSON.stringify(wrong), /is no type of the schema; nearest: Approval/);
  const root = await ask("get_graphql_operations", { type: "Query" });
  assert.match(JSON.stringify(root), /search it with query and kind/);
});

test("every other read tool of the developer server answers less than 5,000 tokens by default", async () => {
  for (const { name, effect, confirm, example } of getTools(service.runtime.registry, "developer"))
    if (effect === "read" && !confirm) await ask(name, example);
});

/** What people call it, and the operation that must be among the first five. */
const PHRASES: [string, string][] = [
  ["create orders in bulk", "clientBatchOrderCreate"],
  ["change my password", "userMeUpdate"],
  ["create many orders at once", "clientBatchOrderCreate"],
  ["cancel an order", "clientOrderCancel"],
  ["put an order on hold", "clientOrderHold"],
  ["delete an order", "clientOrderCancel"],
  ["how do I get the label of a parcel", "shippingGetShippingLabel"],
  ["optimize routes", "clientBuildRoute"],
  ["build the routes of tomorrow", "clientBuildRoute"],
  ["where is my parcel", "trackingPublic"],
  ["sign in", "userLogin"],
  ["create an api token", "userTokenCreate"],
  ["add money to a wallet", "clientWalletTopup"],
  ["refund a payment", "clientPaymentRefund"],
  ["edit webhook settings", "webhookSettingsUpdate"],
  ["resend a webhook", "webhookDeliveryReplay"],
  ["quote a delivery", "clientOrderRate"],
  ["list drivers", "clientDrivers"],
  ["approve a pending write", "approvalApprove"],
  ["change the delivery instruction", "clientOrderDeliveryInstruction"],
  ["rotate the webhook secret", "webhookSecretRotate"],
  ["create a driver", "clientDriverCreate"],
];

for (const [phrase, operation] of PHRASES)
  test(`"${phrase}" finds ${operation}`, async () => {
    const { endpoints } = await ask("get_api_endpoints", { query: phrase, limit: 5 });
    const names = (endpoints as { operation: string }[]).map((one) => one.operation);
    assert.ok(names.includes(operation), names.join(", "));
  });

test("a query that nothing answers finds nothing, also by words of the same meaning", () => {
  const items = ["clientOrderCancel"];
  assert.deepEqual(
    searchByWords(items, "bake bread slowly", (name) => ({ name, rest: "" })),
    [],
  );
});

test("an agent gets no token, key or link from a document, also not a session from a password", async () => {
  const business = await service.business();
  const admin = await business.person("client_admin");
  await service.system.execute("update account set email = 'agent-secrets@rounds.example' where id = $1", [
    admin.account_id,
  ]);
  const secrets = [...service.runtime.registry.operations.values()].filter(answersSecret);
  assert.ok(secrets.length >= 15, String(secrets.length));
  const own_headers = { authorization: `Bearer ${admin.token}` };
  const run = async (query: string) =>
    (await call("run_graphql_query", { query, confirm: true }, own_headers, "/mcp/developer"))
      .structuredContent;
  for (const query of [
    'mutation { userLogin(email: "agent-secrets@rounds.example", password: "secret-password") { access_token } }',
    'mutation { userTokenCreate(name: "x") { access_token } }',
    "mutation { webhookSecretRotate { result } }",
    'mutation { trackingShareCreate(number: "PH12345", shows: []) { __typename } }',
    "query { clientOutbox { total } }",
  ]) {
    const answer = await run(query);
    const { code, message } = answer["error"] as { code: string; message: string };
    assert.equal(code, "SECRET_ANSWER", `${query}: ${message}`);
    assert.doesNotMatch(JSON.stringify(answer), /access_token"?:\s*"/);
  }
  const { error } = await run('mutation { userTokenCreate(name: "x") { access_token } }');
  assert.equal((error as { code: string }).code, "SECRET_ANSWER");
  assert.match((error as { message: string }).message, /a person signs in/);
  const { body } = await admin.http("POST", "/api/v1/user/tokens", { name: "x", profile: "support" });
  assert.ok(body.access_token, "Programs and people are given it over REST as before.");
});
