/**
 * Every operation is called as every role, over REST: authorisation matches the tables of docs/reference.
 *
 * A call that is authorised fails at its empty input or is a dry run; either way nothing changes.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { needsToken, type Operation } from "#operation/define/define.ts";
import { PRESET_NAMES } from "#operation/define/presets.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import { buildReference } from "#surfaces/generated.ts";
import { getAllowed, isInPreset } from "#surfaces/roles.ts";
import type { HttpAnswer, TestPerson } from "#tests/support/service.ts";
import { ROLES, type Role } from "#vocabulary/roles.ts";
import { surfaceService } from "./fixture.ts";
import { minimalInput } from "./inputs.ts";

const service = await surfaceService();
const { registry } = service.runtime;
const operations = [...registry.operations.values()];
const { scopes } = registry;
const business = await service.business();
const people = Object.fromEntries(
  await Promise.all(
    ROLES.map(async (role): Promise<[Role, TestPerson]> => {
      if (role === "platform_admin") return [role, await service.platformAdmin()];
      if (role === "driver") return [role, (await business.driver()).person];
      if (role === "customer") return [role, (await business.customer()).person];
      if (role === "broker_employee") return [role, (await business.contractor()).person];
      return [role, await business.person(role)];
    }),
  ),
) as Record<Role, TestPerson>;
const employee = await business.person("employee", "With every permission");
await service.system.execute("update account set permissions = $2 where id = $1", [
  employee.account_id,
  [...scopes.grantable],
]);
service.runtime.authentication.clearCache();

type Http = TestPerson["http"];

/** Request bodies; an empty object by default. */
interface SentRequest {
  body?: unknown;
  query?: string;
  headers?: Record<string, string>;
}

/** Members of calls that must not be executed are left out: authorisation is checked before them. */
async function ask(operation: Operation, http: Http, sent_request: SentRequest = {}): Promise<HttpAnswer> {
  const { rest, effect } = operation;
  if (rest === undefined) throw new Error(`${operation.name} has no route.`);
  const sample = minimalInput(operation.input as JsonSchema) as Record<string, unknown>;
  const url = rest.path.replaceAll(/\{(\w+)\}/g, (_all, name) =>
    encodeURIComponent(String(sample[name] ?? 1)),
  );
  const headers = { ...(effect === "write" ? { "x-dry-run": "1" } : {}), ...sent_request.headers };
  const body = rest.method === "GET" ? undefined : (sent_request.body ?? {});
  return http(rest.method, `${url}${sent_request.query ?? ""}`, body, headers);
}

/** The refusal codes of authorisation itself; a run may refuse for its own reasons with the same status. */
function getGate({ status, body }: HttpAnswer): "open" | "anonymous" | "gate" | "role" | "permission" {
  if (status === 401 && body.error_code === "MISSING_CREDENTIALS") return "anonymous";
  if (status === 401 && body.error_code === "UNAUTHENTICATED" && /bearer token/i.test(body.message))
    return "anonymous";
  if (body.error_code === "MODULE_OFF" || body.feature_enabled === false) return "gate";
  if (status !== 403) return "open";
  // Routes of providers, links and devices are open to no role.
  if (/^This needs (one of these roles|the key of a provider|a link|a device)/.test(body.message))
    return "role";
  if (/^The account has no permission/.test(body.message)) return "permission";
  return "open";
}

/** What a link in the path opens asks for no role: tests/surface/links.test.ts. */
const over_rest = operations.filter(
  ({ rest }) => rest !== undefined && rest.oauth === undefined && !rest.link_in_path,
);

test("each role is authorised as the table says", async () => {
  const wrong: string[] = [];
  for (const operation of over_rest) {
    const { access, name } = operation;
    const anonymous = getGate(await ask(operation, service.http));
    const expected_access = needsToken(access) ? "anonymous" : "open";
    if (anonymous !== expected_access)
      wrong.push(`${name}: an anonymous caller gets ${anonymous}, not ${expected_access}`);
    for (const role of ROLES) {
      const met = getGate(await ask(operation, people[role].http));
      const allowed = getAllowed(scopes, operation, role);
      const listed = access.public || access.roles.includes(role);
      // An account without a business has no module and no feature.
      const gated = !access.public && (operation.module ?? operation.feature) !== undefined;
      const refused = gated && role === "platform_admin" ? "gate" : listed ? "permission" : "role";
      const expected = allowed === "yes" ? "open" : refused;
      if (met !== expected) wrong.push(`${name}: ${role} meets ${met}, not ${expected}`);
      if (role === "employee" && allowed === "permission") {
        const with_it = getGate(await ask(operation, employee.http));
        if (with_it !== "open") wrong.push(`${name}: an employee to whom it was given meets ${with_it}`);
      }
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(over_rest.length > 150, `Only ${over_rest.length} operations were called.`);
});

test("each preset of employees is authorised as the table says", async () => {
  const wrong: string[] = [];
  const access_counts = { open: 0, permission: 0 };
  for (const preset of PRESET_NAMES) {
    const person = await business.person("employee", `Preset ${preset}`);
    await service.system.execute("update account set preset = $2 where id = $1", [person.account_id, preset]);
    service.runtime.authentication.clearCache();
    for (const operation of over_rest) {
      const { access, name } = operation;
      if (access.public || !access.roles.includes("employee")) continue;
      const met = getGate(await ask(operation, person.http));
      const expected = isInPreset(scopes, operation, preset) ? "open" : "permission";
      if (met !== expected) wrong.push(`${name}: ${preset} meets ${met}, not ${expected}`);
      access_counts[expected] += 1;
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(access_counts.open > 150 && access_counts.permission > 150, JSON.stringify(access_counts));
});

test("errors of a body, a query or a header are reported only to authorised callers", async () => {
  const faults: SentRequest[] = [
    { body: [] },
    { body: "7" },
    { query: "?x=1" },
    { headers: { "if-match": "x" } },
  ];
  const wrong: string[] = [];
  const closed = await service.business({ modules: {} });
  for (const operation of over_rest) {
    const { access, name, rest, effect, module } = operation;
    if (access.public || rest?.method === "GET" || rest?.body !== undefined || effect === "read") continue;
    const [insider, outsider] = (["yes", "no"] as const).map((may) =>
      ROLES.find((role) => getAllowed(scopes, operation, role) === may),
    );
    for (const fault of faults) {
      const what = `${name} ${JSON.stringify(fault)}`;
      const anonymous = await ask(operation, service.http, fault);
      if (anonymous.status !== 401) wrong.push(`${what}: an anonymous caller gets ${anonymous.status}`);
      // A platform administrator has no business, so no feature family is on: its gate comes before the roles.
      const meets_gate = operation.feature !== undefined && outsider === "platform_admin";
      for (const [role, expected_status] of [
        [outsider, meets_gate ? 409 : 403],
        [insider, 422],
      ] as const) {
        if (role === undefined) continue;
        const { status } = await ask(operation, people[role].http, fault);
        if (status !== expected_status) wrong.push(`${what}: ${role} meets ${status}`);
      }
      if (module === undefined) continue;
      const gated = await ask(operation, (await closed.person("client_admin")).http, fault);
      if (gated.body.error_code !== "MODULE_OFF") wrong.push(`${what}: without it ${gated.status}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test("the published tables have each operation with the right cell for each role", () => {
  const reference = buildReference(registry);
  const columns = [
    "client_admin",
    "employee",
    "broker_employee",
    "driver",
    "customer",
    "platform_admin",
  ] as const;
  const words = { yes: "yes", permission: "if given", no: "" };
  for (const operation of operations) {
    const { family, name } = operation;
    const page = reference[`docs/reference/${registry.families.get(family)}/${family}.md`] ?? "";
    const row = page.split("\n").find((line) => line.startsWith(`| \`${name}\` |`));
    assert(row !== undefined, `${operation.name} is not in the table.`);
    const cells = row.split("|").map((cell) => cell.trim());
    const is_open = !needsToken(operation.access);
    assert.equal(cells[2], is_open ? "yes" : "", operation.name);
    for (const [index, role] of columns.entries()) {
      const expected_word = is_open ? "" : words[getAllowed(scopes, operation, role)];
      assert.equal(cells[3 + index], expected_word, `${operation.name} for ${role}`);
    }
    for (const [index, preset] of PRESET_NAMES.entries()) {
      const expected_word = !is_open && isInPreset(scopes, operation, preset) ? "yes" : "";
      assert.equal(cells[3 + columns.length + index], expected_word, `${operation.name} for ${preset}`);
    }
  }
});

test("operations without a route are authorised the same over GraphQL", async () => {
  for (const operation of operations.filter(({ rest }) => rest === undefined)) {
    for (const role of ROLES) {
      const outcome = await service.call(people[role].actor, operation, {}, { dry_run: true }).then(
        () => "open",
        (error) =>
          /^This needs one of these roles|^The account has no permission|^This needs a device; the token of an account or a link is not one/.test(
            error.message,
          )
            ? "closed"
            : "open",
      );
      assert.equal(
        outcome,
        getAllowed(scopes, operation, role) === "yes" ? "open" : "closed",
        `${operation.name} for ${role}`,
      );
    }
  }
});
