/**
 * What the contract defines for REST, whatever the operations do: paths, GraphQL names, authentication,
 * statuses, versions. Each test is named after its section of docs/contract/rest.md.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { TEST_PASSWORD, testService } from "#tests/support/service.ts";

const service = await testService();
const { operations } = service.runtime.registry;
const APP = "/api/v1/apps/{appCode}/clients/{clientCode}";

interface Described {
  operationId: string;
  security: Record<string, string[]>[];
  responses: Record<string, unknown>;
}
const openapi = (await service.http("GET", "/api/openapi.json")).body;
const described = (method: string, path: string): Described | undefined =>
  openapi.paths[path]?.[method.toLowerCase()];

/** Method, path and name of the routes that the contract fixes; those not built yet exist under neither. */
const FIXED: [string, string, string][] = [
  ["GET", "/api/v1/broker-order-assignments", "brokerOrderAssignments"],
  ["POST", "/api/v1/broker-order-assignments", "assignOrdersToBroker"],
  ["POST", "/api/v1/broker-order-assignments/revoke", "revokeBrokerOrderAssignments"],
  ["POST", "/api/v1/broker-order-assignments/release", "releaseBrokerOrderAssignment"],
  ["GET", "/api/v1/tracking/{number}", "trackingPublic"],
  ["POST", "/api/v1/tracking/operationevents", "trackingOperationevents"],
  ["POST", "/api/v1/labelservice/rate", "labelserviceRate"],
  ["POST", "/api/v1/labelservice/submitOrder", "labelserviceSubmitOrder"],
  ["POST", "/api/v1/client/orderCreate", "clientOrderCreate"],
  ["POST", "/api/v3/client/build-route", "clientBuildRoute"],
  ["PUT", "/api/v1/webhook-settings", "webhookSettingsUpdate"],
  ["GET", "/api/v1/otep/trackings/{tracking_number}", "otepTracking"],
];

/** Statuses that the contract lists for its routes, success first. */
const STATUSES: [string, string, number[]][] = [
  ["GET", "/api/v1/broker-order-assignments", [200, 401, 403, 503]],
  ["POST", "/api/v1/broker-order-assignments", [200, 401, 403, 422]],
  ["POST", "/api/v1/broker-order-assignments/revoke", [200, 401, 403, 422]],
  ["POST", "/api/v1/broker-order-assignments/release", [200, 400, 401, 403]],
  ["GET", `${APP}/bootstrap`, [200, 403, 404, 422]],
  ["POST", `${APP}/auth/{provider}`, [200, 401, 403, 409, 422]],
  ["POST", `${APP}/auth/email`, [200, 401, 403, 422]],
  ["POST", `${APP}/auth/refresh`, [200, 401, 403, 422]],
  ["POST", `${APP}/auth/logout`, [200, 401, 403]],
  ["POST", `${APP}/registration/phone/request`, [200, 403, 422, 429, 503]],
  ["POST", `${APP}/registration/complete`, [200, 403, 409, 422]],
  ["POST", "/api/v1/user/login", [200, 401, 409, 423]],
];

describe("Other routes", () => {
  test("have their fixed path and fixed name, or do not exist at all", () => {
    for (const [method, path, name] of FIXED) {
      const operation = operations.get(name);
      assert.equal(described(method, path)?.operationId, operation?.name, `${method} ${path}`);
      if (operation !== undefined)
        assert.deepEqual([operation.rest?.method, operation.rest?.path], [method, path], name);
    }
    const built = FIXED.filter(([, , name]) => operations.has(name)).length;
    assert.ok(built >= 9, `${built} of the fixed names are there`);
  });

  test("and all others are documented with every status that the contract lists", () => {
    for (const [method, path, statuses] of STATUSES) {
      const { responses } = described(method, path) ?? { responses: {} };
      const missing = statuses.filter((status) => !(String(status) in responses));
      assert.deepEqual(missing, [], `${method} ${path}`);
    }
  });
});

describe("Authentication", () => {
  const PUBLIC = [
    ["POST", "/api/v1/user/login"],
    ["GET", "/api/v1/tracking/{number}"],
    ["POST", "/api/v1/driver/register"],
    ["GET", `${APP}/bootstrap`],
    ["POST", `${APP}/auth/{provider}`],
    ["POST", `${APP}/auth/email`],
    ["POST", `${APP}/registration/phone/request`],
    ["POST", `${APP}/registration/complete`],
  ] as const;

  test("is by one scheme, bearerAuth, and public routes need none", () => {
    assert.partialDeepStrictEqual(openapi.components.securitySchemes.bearerAuth, {
      type: "http",
      scheme: "bearer",
    });
    for (const [method, path] of PUBLIC) {
      const { security } = described(method, path) ?? {};
      const needs_none = security?.length === 0 || security?.some((way) => Object.keys(way).length === 0);
      assert.equal(needs_none, true, path);
    }
    for (const path of [`${APP}/auth/refresh`, `${APP}/auth/logout`])
      assert.deepEqual(described("POST", path)?.security, [{ bearerAuth: [] }], path);
  });

  test("of a sign-in returns a token, its type and its expiry, and the token is valid for REST, GraphQL and MCP", async () => {
    const business = await service.business();
    const { email } = await business.person("employee");
    const credentials = { email, password: TEST_PASSWORD };
    const { status, body } = await service.http("POST", "/api/v1/user/login", credentials);
    assert.equal(status, 200);
    const { access_token, expires_at, ...rest } = body;
    assert.deepEqual(rest, { result: true, token_type: "Bearer" });
    assert.match(expires_at, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const left_ms = Date.parse(`${expires_at.replace(" ", "T")}Z`) - service.now().getTime();
    assert.ok(left_ms > 29 * 86_400_000 && left_ms <= 30 * 86_400_000, `${left_ms} ms, in UTC`);
    const headers = { authorization: `Bearer ${access_token}` };
    assert.equal((await service.http("GET", "/api/v1/user/me", undefined, headers)).body.user.email, email);
    const graphql = await service.http(
      "POST",
      "/api/graphql",
      { query: "{ userMe { user { email } } }" },
      headers,
    );
    assert.equal(graphql.body.data.userMe.user.email, email);
    const params = { name: "get_orders", arguments: {} };
    const called = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    const mcp = await service.http("POST", "/mcp", called, headers);
    assert.equal(mcp.body.result?.structuredContent?.result, true, JSON.stringify(mcp.body).slice(0, 300));
    for (const authorization of ["Basic abc", "Bearer", `Bearer ${access_token}x`, access_token])
      assert.equal(
        (await service.http("GET", "/api/v1/user/me", undefined, { authorization })).status,
        401,
        authorization,
      );
    const in_address = await service.http("GET", `/api/v1/user/me?access_token=${access_token}`);
    assert.equal(in_address.status, 401);
  });

  test("of a sign-in is refused with 422 for invalid input, and with the same 401 for all wrong credentials", async () => {
    const login = (body: unknown) => service.http("POST", "/api/v1/user/login", body);
    const valid = { email: "nobody@test.example", password: "x" };
    for (const [change, field] of [
      [{ email: undefined }, "email"],
      [{ email: 7 }, "email"],
      [{ email: null }, "email"],
      [{ password: undefined }, "password"],
      [{ password: "" }, "password"],
      [{ password: "x".repeat(201) }, "password"],
      [{ business: 7 }, "business"],
      [{ unknown: 1 }, "unknown"],
    ] as const) {
      const { status, body } = await login({ ...valid, ...change });
      assert.deepEqual([status, body.errors[0].field], [422, field]);
    }
    assert.equal((await login(undefined)).status, 422);
    const { status, body } = await login(valid);
    assert.deepEqual([status, body.result, body.error_code], [401, false, "BAD_CREDENTIALS"]);
  });
});

describe("Versioning", () => {
  test("the description is version 1.0, and each route states its generation", async () => {
    assert.equal(openapi.info.version, "1.0");
    assert.equal((await service.http("GET", "/version")).body.api, "1.0");
    const paths = Object.keys(openapi.paths);
    const others = paths.filter((path) => !/^\/api\/v[123]\//.test(path));
    assert.deepEqual(
      others.filter((path) => !path.startsWith("/oauth/")),
      [],
    );
  });
});
