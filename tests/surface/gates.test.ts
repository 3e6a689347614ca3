/**
 * The gates of whole feature families: every path and method below a prefix, and operations of the family on
 * every surface. Source: docs/contract/rest.md, "Feature families".
 */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import Type from "typebox";
import type { Operation } from "#operation/define/define.ts";
import { loadRegistry } from "#operation/define/registry.ts";
import { consumeTurn, getDailyTurnLimit } from "#operation/limits/agent-quota.ts";
import { readOnlyDb } from "#platform/db/db.ts";
import {
  catchRefusal,
  type HttpAnswer,
  type TestBusiness,
  type TestPerson,
  testService,
} from "#tests/support/service.ts";
import { FEATURES, type FeatureName } from "#vocabulary/features.ts";
import type { Role } from "#vocabulary/roles.ts";

const { gates } = (await loadRegistry()).features;
const families = [...gates];

/** A stand-in operation of each family that is not built yet. */
const buildOperation = (family: FeatureName, more: Partial<Operation> = {}): Operation =>
  ({
    name: `gated_${family}`,
    summary: "Something of a family",
    family: "test",
    effect: "write",
    risk: "medium",
    feature: family,
    access: { roles: ["client_admin", "employee", "driver", "customer"], scopes: [] },
    rest: { method: "POST", path: `${gates.get(family)?.prefix}/things/{thing_id}` },
    mcp: { user: `gated_${family}` },
    input: Type.Object({ thing_id: Type.Integer() }),
    output: Type.Object({ result: Type.Boolean() }),
    refusals: {},
    run: async () => ({ result: true }),
    ...more,
  }) as Operation;

const open_to_all = buildOperation("sms_marketing", {
  name: "gated_public",
  access: { public: true },
  rest: { method: "POST", path: "/api/v1/sms-marketing/public/{code}/subscribe" },
  input: Type.Object({ code: Type.String() }),
  tenant: (system_queries, input) => system_queries.findBusinessOfCode((input as { code: string }).code),
} as Partial<Operation>);
delete (open_to_all as { mcp?: unknown }).mcp;

const service = await testService({
  operations: [...families.map(([family]) => buildOperation(family)), open_to_all],
});
/** Tables that the migration of the family will create: its gate checks only that they exist. */
const MIGRATION = "create table marketing_subscriber (id int); create table marketing_campaign (id int)";
await service.runtime.pools.owner.query(MIGRATION);
const OFF = { result: false, feature_enabled: false };
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const ROLES: Role[] = ["client_admin", "employee", "broker_employee", "driver", "customer"];

function pathsBelow(prefix: string): string[] {
  const rests = ["", "/", "/things", "/things/7", "/a/b/c/d?x=1&y=%2F", "?page=2", "/%zz", "/things/7/"];
  return [...rests.map((rest) => prefix + rest), `${prefix.replace("/api/", "/%61pi/")}/things`];
}

/** Calls every path and method of a family with a token. */
async function everywhere(
  prefix: string,
  ask: (method: string, path: string) => Promise<HttpAnswer>,
): Promise<[string, HttpAnswer][]> {
  const answers: [string, HttpAnswer][] = [];
  for (const path of pathsBelow(prefix).filter((path) => !path.includes("%zz")))
    for (const method of METHODS) answers.push([`${method} ${path}`, await ask(method, path)]);
  return answers;
}

const off = { features: {} };
async function people(business: TestBusiness): Promise<Record<string, TestPerson>> {
  return Object.fromEntries(
    await Promise.all(ROLES.map(async (role) => [role, await business.person(role)] as const)),
  );
}

async function revoke(business: TestBusiness, family: FeatureName, is_allowed: boolean): Promise<void> {
  const admin = await service.platformAdmin();
  const { status } = await admin.http("PUT", `/api/v1/platform/businesses/${business.id}/features`, {
    families: { [family]: is_allowed },
  });
  assert.equal(status, 200);
}

for (const [family, gate] of families) {
  const { prefix } = gate;
  describe(`below ${prefix}`, () => {
    test("a missing or invalid token gets 401 for every path and method, whatever the body", async () => {
      for (const headers of [{}, { authorization: "Bearer ph_nothing" }, { authorization: "Basic eDp5" }]) {
        for (const [what, { status, body }] of await everywhere(prefix, (method, path) =>
          service.http(method, path, undefined, headers as Record<string, string>),
        )) {
          assert.equal(status, 401, what);
          assert.equal(body.error_code, "UNAUTHENTICATED", what);
        }
      }
      const broken = await service.http("POST", `${prefix}/things/7`, "{not json");
      assert.equal(broken.status, 401);
    });

    test("while it is off every account of the business gets 409 with exactly that body, for every path and method", async () => {
      const business = await service.business(off);
      for (const [role, person] of Object.entries(await people(business))) {
        for (const [what, { status, body }] of await everywhere(prefix, person.http)) {
          assert.equal(status, 409, `${role} ${what}`);
          assert.deepEqual(body, OFF, `${role} ${what}`);
        }
        for (const [body, headers] of [
          ["{not json", {}],
          ["<a/>", { "content-type": "application/xml" }],
          [{ thing_id: "x" }, {}],
        ] as const) {
          const answer = await person.http("POST", `${prefix}/things/7`, body, headers);
          assert.equal(answer.status, 409, `${role} ${JSON.stringify(body)}`);
          assert.deepEqual(answer.body, OFF);
        }
      }
    });

    test("a path that only starts with the same text is outside the family, and one in different case or encoding is inside", async () => {
      const business = await service.business(off);
      const person = await business.person("client_admin");
      assert.equal((await person.http("GET", `${prefix}s/things`)).status, 404);
      assert.equal((await person.http("GET", `${prefix.replace("/v1/", "/v2/")}/things`)).status, 404);
      const spelt = prefix.replace("-", "%2D");
      assert.deepEqual((await person.http("GET", `${spelt}/things`)).body, OFF);
    });

    test("the platform's gate overrides the business's switch, which applies again afterwards", async () => {
      const business = await service.business();
      const person = await business.person("client_admin");
      assert.equal((await person.http("GET", `${prefix}/nothing`)).status, 404);
      await revoke(business, family, false);
      const revoked = await person.http("GET", `${prefix}/nothing`);
      assert.equal(revoked.status, 409);
      assert.deepEqual(revoked.body, OFF);
      const feature_answer = await person.http("PUT", "/api/v1/client/features", { [family]: true });
      assert.equal(feature_answer.body.error_code, "FEATURE_REVOKED");
      await revoke(business, family, true);
      assert.equal((await person.http("GET", `${prefix}/nothing`)).status, 404);
    });

    test("with every gate open, its accounts get 404 for an unknown route and 405 for another method", async () => {
      const business = await service.business();
      for (const [role, person] of Object.entries(await people(business))) {
        const mine = gate.roles === null || gate.roles.includes(role as Role);
        for (const [what, { status, body }] of await everywhere(prefix, person.http)) {
          if (what === `POST ${prefix}/things/7`) continue;
          const [reached, code] = what.endsWith(`${prefix}/things/7`)
            ? [405, "METHOD_NOT_ALLOWED"]
            : [404, "NOT_FOUND"];
          assert.equal(status, mine ? reached : 403, `${role} ${what}`);
          assert.equal(body.error_code, mine ? code : "FORBIDDEN", `${role} ${what}`);
        }
        if (role === "broker_employee") continue;
        const { status, body } = await person.http("POST", `${prefix}/things/7`, {});
        assert.equal(status, mine ? 200 : 403, role);
        if (mine) assert.deepEqual(body, { result: true });
      }
    });

    test("its operations are gated over GraphQL and MCP just as over REST", async () => {
      const business = await service.business(off);
      const person = await business.person("client_admin");
      const graphql = () =>
        person.http("POST", "/api/graphql", {
          query: `mutation { gated_${family}(thing_id: 7) { result } }`,
        });
      const mcp = () =>
        person.http("POST", "/mcp", {
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: `gated_${family}`, arguments: { thing_id: 7 } },
        });
      for (const answer of [await graphql(), await mcp()])
        assert.match(
          JSON.stringify(answer.body),
          /feature_enabled\\?":\s*false/,
          JSON.stringify(answer.body),
        );
      await person.http("PUT", "/api/v1/client/features", { [family]: true });
      assert.deepEqual((await graphql()).body.data, { [`gated_${family}`]: { result: true } });
      assert.doesNotMatch(JSON.stringify((await mcp()).body), /feature_enabled/);
    });
  });
}

test("every family that can be switched has its gate, or is listed as having none", () => {
  assert.deepEqual(
    FEATURES.filter((family) => !gates.has(family)),
    ["instant_deliver"],
  );
});

describe("the daily quota of the operations agent", () => {
  const path = "/api/v1/ai-ops/conversations";
  const use = async (business: TestBusiness) => {
    const { account_id } = await business.person("client_admin");
    const own_business = (await service.runtime.authentication.ofAccount(account_id))?.business;
    assert(own_business);
    // As the service's database role, like an operation.
    return consumeTurn(readOnlyDb(service.runtime.pools.service, business.id), own_business, service.now());
  };
  const cap = (business: TestBusiness, ai_daily_turns: number) =>
    business.http("client_admin", "PUT", "/api/v1/client/settings", { settings: { ai_daily_turns } });

  test("when used up, gives 429 for every path and method, for client and employee accounts", async () => {
    const business = await service.business({ settings: { ai_daily_turns: 2 } });
    assert.equal(await use(business), 1);
    assert.equal((await business.http("client_admin", "GET", path)).status, 404, "one is left");
    assert.equal(await use(business), 0);
    for (const role of ["client_admin", "employee"] as const) {
      const person = await business.person(role);
      for (const [what, { status, body, headers }] of await everywhere("/api/v1/ai-ops", person.http)) {
        assert.equal(status, 429, `${role} ${what}`);
        assert.equal(body.error_code, "DAILY_CAP_REACHED", what);
        assert.ok(Number(headers["retry-after"]) > 0 && Number(headers["retry-after"]) <= 86_400, what);
      }
      assert.equal((await person.http("POST", "/api/v1/ai-ops/things/7", {})).status, 429);
    }
    assert.equal(
      (await business.http("driver", "GET", path)).status,
      403,
      "it is none of a driver's business",
    );
    const graphql = await business.http("client_admin", "POST", "/api/graphql", {
      query: "mutation { gated_ai_ops_agent(thing_id: 7) { result } }",
    });
    assert.match(JSON.stringify(graphql.body), /DAILY_CAP_REACHED/);
    assert.equal(
      (await business.http("client_admin", "GET", "/api/v1/approvals")).status,
      200,
      "approvals go on",
    );
    await business.http("client_admin", "PUT", "/api/v1/client/features", { ai_ops_agent: false });
    assert.deepEqual((await business.http("client_admin", "GET", path)).body, OFF, "off comes first");
  });

  test("gives its last call to one of several concurrent callers", async () => {
    const business = await service.business({ settings: { ai_daily_turns: 5 } });
    await business.person("client_admin");
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => use(business)));
    const successes = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    assert.deepEqual(successes.sort(), [0, 1, 2, 3, 4]);
    for (const result of results)
      if (result.status === "rejected") assert.equal(result.reason.code, "daily_cap_reached");
  });

  test("is counted per day of the business's time zone, and per business", async (context) => {
    const [business, other] = [
      await service.business({ settings: { ai_daily_turns: 1 }, time_zone: "Asia/Tokyo" }),
      await service.business({ settings: { ai_daily_turns: 1 }, time_zone: "Asia/Tokyo" }),
    ];
    context.after(() => service.setNow(new Date()));
    // Ten minutes before midnight in Tokyo.
    service.setNow("2026-12-01T14:50:00Z");
    await use(business);
    const refused = await business.http("client_admin", "GET", path);
    assert.equal(refused.status, 429);
    assert.equal(Math.round(Number(refused.headers["retry-after"]) / 60), 10);
    assert.equal((await other.http("client_admin", "GET", path)).status, 404);
    service.advance(11 * 60_000);
    assert.equal((await business.http("client_admin", "GET", path)).status, 404);
    assert.equal(await use(business), 0);
  });

  test("follows the business's setting immediately, including zero", async () => {
    const business = await service.business();
    assert.equal(getDailyTurnLimit({ settings: service.runtime.registry.settings.resolve(null) }), 200);
    await use(business);
    await cap(business, 1);
    assert.equal((await business.http("client_admin", "GET", path)).status, 429);
    await cap(business, 2);
    assert.equal((await business.http("client_admin", "GET", path)).status, 404);
    await cap(business, 0);
    assert.equal((await business.http("client_admin", "GET", path)).status, 429);
    assert.equal((await catchRefusal(use(business))).code, "daily_cap_reached");
  });
});

describe("a family whose tables do not exist", () => {
  test("responds as if it were off, until the migration has run", async () => {
    const fresh = await testService({ operations: [open_to_all] });
    const business = await fresh.business();
    const { owner } = fresh.runtime.pools;
    const ask = () => business.http("client_admin", "GET", "/api/v1/sms-marketing/campaigns");
    const admin = await business.person("client_admin");
    for (const [what, { status, body }] of await everywhere("/api/v1/sms-marketing", admin.http))
      assert.deepEqual([status, body], [409, OFF], what);
    const subscribe = () => fresh.http("POST", `/api/v1/sms-marketing/public/${business.code}/subscribe`, {});
    for (const answer of [
      await ask(),
      await subscribe(),
      await business.http("customer", "GET", "/api/v1/sms-marketing"),
    ]) {
      assert.equal(answer.status, 409);
      assert.deepEqual(answer.body, OFF);
    }
    await owner.query(MIGRATION);
    assert.equal((await ask()).status, 404);
    assert.equal((await subscribe()).status, 200);
  });
});

describe("public operations of a family", () => {
  const subscribe = (code: string) =>
    service.http("POST", `/api/v1/sms-marketing/public/${code}/subscribe`, {});
  test("are gated by the business that they belong to", async () => {
    const [on, closed] = [await service.business(), await service.business(off)];
    assert.equal((await subscribe(on.code)).status, 200);
    const refused = await subscribe(closed.code);
    assert.equal(refused.status, 409);
    assert.deepEqual(refused.body, OFF);
    await revoke(on, "sms_marketing", false);
    assert.deepEqual((await subscribe(on.code)).body, OFF);
    assert.equal((await subscribe("nobody")).status, 404);
  });
});
