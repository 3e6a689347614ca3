/**
 * What only a person who signed in may do. A search of the operations finds those that change who signs in or what
 * programs may do, and lack the declaration (`needs_sign_in`); a table tries the guarding settings on every surface.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createToken } from "#domain/identity/accounts/operations/create-token.ts";
import { recordChanges } from "#tests/support/changes.ts";
import type { PersonRole } from "#tests/support/samples.ts";
import type { TestPerson } from "#tests/support/service.ts";
import { createFixture, loadIds, samples, surfaceService } from "./fixture.ts";
import { listKinds, listSampleCalls, roleFor } from "./sample-calls.ts";

const service = await surfaceService();
const { operations } = service.runtime.registry;

/** Tables that say who signs in and what programs may do, with columns that do not decide that. */
const GUARDS: Record<string, readonly string[]> = {
  access_token: ["last_used_at"],
  account: ["name", "phone_e164", "phone_verified", "locale", "version", "failed_sign_ins", "locked_until"],
  app_assignment: ["branding", "quick_actions", "hidden_quick_actions", "configuration_version"],
  business: ["name", "time_zone", "currency", "country", "locale", "version"],
  identity_binding: [],
  oauth_code: [],
  partner: ["last_used_at"],
  platform_app: ["configuration_version"],
};

test("no operation changes who signs in, or what programs may do, for a token of a program", async () => {
  const business = await service.business();
  const fixture = await createFixture(service, business, "Sentry");
  const { rows } = await service.runtime.pools.owner.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
  );
  const ignored = Object.fromEntries(
    rows.map(({ name }) => [name, name in GUARDS ? (GUARDS[name] ?? []) : ("all" as const)]),
  );
  const programs = new Map<PersonRole, TestPerson["actor"]>();
  const walked: string[] = [];
  const operation_names: string[] = [];
  const calls = [...operations.values()]
    .filter(
      ({ effect, access, needs_sign_in }) => effect === "write" && !access.public && needs_sign_in !== true,
    )
    .filter((operation) => roleFor(operation) !== undefined)
    // Drivers, customers and contractors have no operation about other accounts.
    .filter(
      (operation) => operation.access.public !== true && operation.access.roles.includes("client_admin"),
    )
    .flatMap((operation) => listSampleCalls(operation).map((sample_call) => ({ operation, sample_call })));
  // Records first: some are created by operations that only people may call.
  const prepared = [];
  for (const { operation, sample_call } of calls) {
    const { as } = sample_call;
    if (as !== "client_admin" && as !== "employee") continue;
    const { kinds, own_kinds } = listKinds(sample_call);
    const ids = await loadIds(fixture, [...kinds, ...own_kinds]);
    prepared.push({ operation, as, input: sample_call.input(ids, ids) });
  }
  for (const role of ["client_admin", "employee"] as const) {
    const person = fixture.people[role];
    const created_token = await person.call(createToken, { name: "Robot", profile: "full" });
    programs.set(
      role,
      await service.runtime.authentication.authenticateToken(created_token.access_token, service.now()),
    );
  }
  const changes = await recordChanges(service, ignored);
  for (const { operation, as, input } of prepared) {
    const actor = programs.get(as);
    if (actor === undefined) continue;
    await service.call(actor, operation, input).then(
      () => walked.push(operation.name),
      () => {},
    );
    const tables = (await changes.take()).map(({ table }) => table);
    if (tables.length > 0 && samples.operations[operation.name]?.changes_guards === undefined)
      operation_names.push(`${operation.name}: ${tables.join()}`);
  }
  assert.deepEqual(operation_names, []);
  assert.ok(walked.length > 200, `${walked.length} operations ran.`);
});

const CASES: [method: string, path: string, body: Record<string, unknown>][] = [
  ["PUT", "/api/v1/client/settings", { settings: { approval_separation: "none" } }],
  ["PUT", "/api/v1/client/settings", { settings: { approval_separation: null } }],
  [
    "PUT",
    "/api/v1/client/settings",
    { name: "Inc", settings: { speed_kmh: 40, allowed_origins: ["https://x.test"] } },
  ],
  ["PUT", "/api/v1/client/settings", { settings: { ai_daily_turns: 1000 } }],
  ["PUT", "/api/v1/client/features", { ai_ops_agent: true }],
  ["PUT", "/api/v1/client/features", {}],
  ["POST", "/api/v1/user/employees", { name: "Second", email: "second@test.example", role: "client_admin" }],
  [
    "POST",
    "/api/v1/user/employees",
    { name: "Third", email: "third@test.example", password: "long enough 1" },
  ],
  ["PATCH", "/api/v1/user/employees/1", { permissions: ["orders:read"] }],
  ["PATCH", "/api/v1/user/employees/1", { role: "client_admin" }],
  ["PATCH", "/api/v1/user/employees/1", { unlock: true }],
  ["POST", "/api/v1/user/tokens", { name: "More", profile: "full" }],
  ["PATCH", "/api/v1/user/tokens/1", { money_minor_per_day: null }],
  ["PATCH", "/api/v1/user/me", { current_password: "a", new_password: "long enough 2" }],
  ["PATCH", "/api/v1/client/apps/shop", { methods: { email: true } }],
  ["PATCH", "/api/v1/client/payment-settings", { topup_max_minor: 1 }],
  ["POST", "/api/v1/otep/providers", { code: "robot", name: "Robot", source_types: ["carrier"] }],
  [
    "POST",
    "/api/v1/client/customers",
    { name: "C", sign_in: { email: "c@test.example", password: "long enough 3" } },
  ],
  ["POST", "/api/v1/client/drivers", { name: "D", email: "d@test.example", password: "long enough 4" }],
];

test("settings that guard are refused to a token with a next step, over REST, GraphQL and MCP, and open to a person", async () => {
  const business = await service.business();
  const admin = await business.person("client_admin");
  const { access_token } = await admin.call(createToken, { name: "Robot", profile: "full" });
  const robot = { authorization: `Bearer ${access_token}` };
  const changes = await service.system.row("select settings, feature_families from business where id = $1", [
    business.id,
  ]);
  for (const [method, path, body] of CASES) {
    const refused = await service.http(method, path, body, robot);
    const of = `${method} ${path} ${JSON.stringify(body)} ${JSON.stringify(refused.body)}`;
    assert.deepEqual([refused.status, refused.body.error_code], [403, "SIGN_IN_REQUIRED"], of);
    assert.match(refused.body.message, /Only a person who signed in .* Sign in at http/, of);
    const dry = await service.http(method, path, body, { ...robot, "x-mcp-dry-run": "1" });
    assert.equal(dry.status, 403, of);
  }
  const query = `mutation { clientSettingsUpdate(settings: {approval_separation: none}) { result } }`;
  const graphql = await service.http("POST", "/api/graphql", { query }, robot);
  assert.match(JSON.stringify(graphql.body.errors), /SIGN_IN_REQUIRED/);
  const params = { name: "run_graphql_query", arguments: { query } };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  const tool = await service.http("POST", "/mcp/developer", message, robot);
  assert.match(JSON.stringify(tool.body), /SIGN_IN_REQUIRED/);
  assert.deepEqual(
    await service.system.row("select settings, feature_families from business where id = $1", [business.id]),
    changes,
  );
  // What is no guard stays open, and a person may do everything.
  const speed = { settings: { speed_kmh: 40 } };
  assert.equal((await service.http("PUT", "/api/v1/client/settings", speed, robot)).status, 200);
  const hooks = await service.http("PUT", "/api/v1/webhook-settings", { endpoints: [] }, robot);
  assert.notEqual(hooks.status, 403, JSON.stringify(hooks.body));
  const separation = { settings: { approval_separation: "none" } };
  assert.equal((await admin.http("PUT", "/api/v1/client/settings", separation)).status, 200);

  // Proposed by a token, it waits for a person, also where the business lets tokens approve what they proposed.
  const proposal = await service.http(
    "POST",
    "/api/v1/approvals",
    { operation: "clientSettingsUpdate", arguments: { settings: { allowed_origins: ["https://a.test"] } } },
    robot,
  );
  assert.equal(proposal.status, 201, JSON.stringify(proposal.body));
  const approve = `/api/v1/approvals/${proposal.body.approval_id}/approve`;
  const own_answer = await service.http("POST", approve, {}, robot);
  assert.deepEqual([own_answer.status, own_answer.body.error_code], [403, "SAME_REVIEWER"]);
  assert.match(own_answer.body.message, /a signed-in person must approve it/);
  const approval = await admin.http("POST", approve, {});
  assert.equal(approval.body.result, true, JSON.stringify(approval.body));
});
