import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, test } from "node:test";
import fastify from "fastify";
import {
  type GraphQLOutputType,
  getNamedType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  validate,
  validateSchema,
} from "graphql";
import { auditServer } from "graphql-http";
import { testService } from "#tests/support/service.ts";
import { graphqlEngine } from "./engine.ts";
import { registerGraphql } from "./graphql.ts";
import { checkLimits, LIMITS } from "./limits.ts";

const service = await testService();
const { schema, clashes } = graphqlEngine(service.runtime.registry);

interface RequestOptions {
  headers?: Record<string, string>;
  variables?: Record<string, unknown>;
  role?: "client_admin" | "employee" | "driver";
}

type Business = Awaited<ReturnType<typeof service.business>>;

function ask(
  business: Business,
  query: string,
  { headers, variables, role = "client_admin" }: RequestOptions = {},
) {
  return business.http(role, "POST", "/api/graphql", { query, variables }, headers);
}

const dropoff = `{ line1: "Quadra 7", city: "Brasília", country: "BR", lat: -15.7, lng: -47.9 }`;

describe("the schema", () => {
  test("is valid, and no two schemas have the same name", () => {
    assert.deepEqual(validateSchema(schema), []);
    assert.deepEqual(clashes, []);
  });

  test("has every operation, reads as queries and writes as mutations", () => {
    for (const { name, effect } of service.runtime.registry.operations.values()) {
      const root = effect === "read" ? schema.getQueryType() : schema.getMutationType();
      assert.ok(root?.getFields()[name], `${name} is missing`);
    }
  });
});

test("passes every audit of GraphQL over HTTP", async () => {
  const url = await service.app.listen({ port: 0, host: "127.0.0.1" });
  const results = await auditServer({ url: `${url}/api/graphql` });
  const failed = results
    .filter(({ status }) => status !== "ok")
    .map(({ name, status }) => `${status}: ${name}`);
  assert.deepEqual(failed, []);
  assert.equal(results.length, 61);
});

test("a request without a document is refused with the reason, and is not logged as a failure", async () => {
  const { token } = await (await service.business()).person("client_admin");
  const json = { "content-type": "application/json" };
  const findError = async (body: string | undefined, headers: Record<string, string> = json, query = "") => {
    const { statusCode, payload } = await service.app.inject({
      method: query === "" ? "POST" : "GET",
      url: `/api/graphql${query}`,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body === undefined ? {} : { payload: body }),
    });
    const [{ message, extensions }] = JSON.parse(payload).errors;
    assert.equal(extensions.status, statusCode);
    assert.ok(extensions.request_id);
    return [statusCode, extensions.error_code, message.split(":")[0]];
  };
  assert.deepEqual(await findError("5"), [400, "INVALID_REQUEST", "JSON body must be an object"]);
  assert.deepEqual(await findError("{}"), [400, "INVALID_REQUEST", "Missing query"]);
  assert.deepEqual(await findError('{"query":5}'), [400, "INVALID_REQUEST", "Invalid query"]);
  assert.deepEqual(await findError('{"query":"{__typename}","variables":[]}'), [
    400,
    "INVALID_REQUEST",
    "Invalid variables",
  ]);
  assert.deepEqual(await findError("{"), [400, "INVALID_JSON", "Unparsable JSON body"]);
  assert.deepEqual((await findError("{__typename}", { "content-type": "application/graphql" })).slice(0, 2), [
    415,
    "UNSUPPORTED_MEDIA_TYPE",
  ]);
  const accepts = { ...json, accept: "image/png" };
  assert.deepEqual((await findError('{"query":"{__typename}"}', accepts)).slice(0, 2), [
    406,
    "NOT_ACCEPTABLE",
  ]);
  const mutation = encodeURIComponent("mutation { userLogout { result } }");
  assert.deepEqual((await findError(undefined, {}, `?query=${mutation}`)).slice(0, 2), [
    405,
    "METHOD_NOT_ALLOWED",
  ]);
});

describe("calls", () => {
  test("return the same as REST, compiled or not", async () => {
    const business = await service.business();
    const creation = await ask(
      business,
      `mutation { clientOrderCreate(dropoff: ${dropoff}, ref: "G-1", note: null) { order_id order { ref status version dropoff { city window { start } } } } }`,
    );
    assert.equal(creation.status, 200);
    assert.equal(creation.body.errors, undefined);
    const { order_id, order } = creation.body.data.clientOrderCreate;
    assert.partialDeepStrictEqual(order, {
      ref: "G-1",
      status: "NEW_ORDER",
      dropoff: { city: "Brasília", window: null },
    });
    const rest = await business.http("client_admin", "GET", "/api/v1/client/orders?per_page=5");
    const query = `query ($n: Int, $s: [ClientOrdersInputStatus!]) { clientOrders(per_page: $n, status: $s) { total orders { id ref status lat hold { reason } } } }`;
    for (let round = 0; round < 3; round += 1) {
      const { body } = await ask(business, query, { variables: { n: 5, s: ["NEW_ORDER"] } });
      assert.equal(body.errors, undefined);
      assert.equal(body.data.clientOrders.total, 1);
      const { id, ref, status, lat, hold } = rest.body.orders[0];
      assert.deepEqual(body.data.clientOrders.orders, [{ id, ref, status, lat, hold }]);
      assert.equal(id, order_id);
    }
  });

  test("in one document run one after the other and fail one by one", async () => {
    const business = await service.business();
    const { body } = await ask(
      business,
      `mutation {
        a: clientOrderCreate(dropoff: ${dropoff}, ref: "1") { order_id }
        b: clientOrderCreate(ref: "2") { order_id }
        c: clientOrderCreate(dropoff: ${dropoff}, ref: "3") { order_id }
      }`,
    );
    assert.equal(body.data.b, null);
    assert.ok(body.data.a.order_id < body.data.c.order_id);
    assert.equal(body.errors.length, 1);
    assert.deepEqual(body.errors[0].path, ["b"]);
    assert.partialDeepStrictEqual(body.errors[0].extensions, {
      code: "BAD_USER_INPUT",
      error_code: "INVALID_REQUEST",
      status: 422,
      errors: [{ field: "dropoff" }],
    });
  });

  test("are refused with the body of REST in the extensions", async () => {
    const business = await service.business();
    const { body } = await ask(business, "{ clientOrder(order_id: 999999) { order { id } } }");
    const { extensions, message } = body.errors[0];
    const rest = await business.http("client_admin", "GET", "/api/v1/client/orders/999999");
    const { request_id: _one, ...members } = rest.body;
    assert.partialDeepStrictEqual({ message, ...extensions }, { code: "NOT_FOUND", status: 404, ...members });
    const anonymous = await service.http("POST", "/api/graphql", { query: "{ clientOrders { total } }" });
    assert.equal(anonymous.body.errors[0].extensions.code, "UNAUTHENTICATED");
    assert.equal(
      (await ask(business, "{ clientOrders(page: 0) { total } }")).body.errors[0].extensions.status,
      422,
    );
  });

  test("report the HTTP status as `status`, also where the refused resource has a status of its own", async () => {
    const business = await service.business();
    const { id } = await business.order();
    const url = `/api/v1/client/orders/${id}/cancel`;
    await business.http("client_admin", "POST", url, {});
    const rest = await business.http("client_admin", "POST", url, {});
    const { body } = await ask(business, `mutation { clientOrderCancel(order_id: ${id}) { order { id } } }`);
    assert.deepEqual([rest.status, rest.body.status], [409, "CANCELLED"]);
    assert.partialDeepStrictEqual(body.errors[0].extensions, {
      status: 409,
      error_code: rest.body.error_code,
      order_id: id,
    });
  });

  test("with an invalid token are 401; only sign-in ignores it", async () => {
    const business = await service.business();
    const { email } = await business.person("employee");
    const authorization = "Bearer ph_nobody";
    const refused = await service.http(
      "POST",
      "/api/graphql",
      { query: "{ __typename }" },
      { authorization },
    );
    assert.equal(refused.status, 401);
    assert.match(String(refused.headers["www-authenticate"]), /invalid_token/);
    const query = `mutation ($email: String!) { userLogin(email: $email, password: "correct horse battery") { token_type } }`;
    const signed = await service.http(
      "POST",
      "/api/graphql",
      { query, variables: { email } },
      { authorization },
    );
    assert.deepEqual(signed.body, { data: { userLogin: { token_type: "Bearer" } } });
  });
});

describe("headers", () => {
  test("X-Dry-Run returns the response and writes nothing, reported by alias", async () => {
    const business = await service.business();
    const query = `mutation { mine: clientOrderCreate(dropoff: ${dropoff}) { order { status } } }`;
    const { body } = await ask(business, query, { headers: { "x-dry-run": "1" } });
    assert.equal(body.data.mine.order.status, "NEW_ORDER");
    assert.equal(body.extensions.dry_run.mine.would_emit[0].kind, "order.created");
    assert.equal((await ask(business, "{ clientOrders { total } }")).body.data.clientOrders.total, 0);
  });
});

/** All members, including nested ones. */
function buildSelection(of: GraphQLOutputType): string {
  const type = getNamedType(of);
  if (!isObjectType(type)) return "";
  const members = Object.values(type.getFields()).map(
    (field) => `${field.name} ${buildSelection(field.type)}`,
  );
  return `{ ${members.join(" ")} }`;
}

describe("limits", () => {
  const nested = (depth: number): string =>
    depth === 0 ? "__typename" : `... on Query { ${nested(depth - 1)} }`;

  test("refuse documents that cost too much before anything runs", async () => {
    const business = await service.business();
    const members = "id ref status name address city lat lng version created_at";
    const fields = Array.from(
      { length: 40 },
      (_, n) => `a${n}: clientOrders(per_page: 200) { orders { ${members} } }`,
    );
    const { body } = await ask(business, `{ ${fields.join(" ")} }`);
    assert.equal(body.data, undefined);
    assert.equal(body.errors[0].extensions.code, "QUERY_TOO_COMPLEX");
    assert.match(body.errors[0].message, /costs \d+; at most 50000/);
    const many = await ask(
      business,
      `{ ${Array.from({ length: LIMITS.root_fields_max + 1 }, (_, n) => `a${n}: userMe { user { id } }`).join(" ")} }`,
    );
    assert.match(many.body.errors[0].message, /calls 51 operations/);
  });

  test("count the items requested through a variable, its default, a fragment or an alias", async () => {
    const business = await service.business();
    const list = (size: string) => `clientOrders(per_page: ${size}) { orders { ${"id ref ".repeat(150)} } }`;
    const findFirstMessage = async (query: string, variables?: Record<string, unknown>) =>
      (await ask(business, query, { variables: variables ?? {} })).body.errors?.[0].message ?? "";
    const too_much = /costs 60002;/;
    for (const [query, variables] of [
      [`{ ${list("200")} }`],
      [`query($p: Int = 200) { ${list("$p")} }`],
      [`query($p: Int! = 200) { ...all } fragment all on Query { ... on Query { x: ${list("$p")} } }`],
      [`query($p: Int = 1) { ${list("$p")} }`, { p: 200 }],
      [`query($p: Int, $n: Boolean = false) { ... @include(if: $n) { ${list("$p")} } }`, { p: 200 }],
      [`query($p: Int) { ${list("$p")} }`, { p: 200.5 }],
      [`query($p: Int) { ${list("$p")} }`, { p: "200" }],
      [`query($p: Int) { ${list("$p")} }`, { p: [200] }],
    ] as [string, Record<string, unknown>?][])
      assert.match(await findFirstMessage(query, variables), too_much, query.slice(0, 60));
    for (const [query, variables] of [
      [`query($p: Int) { ${list("$p")} }`],
      [`query($p: Int = 200) { ${list("$p")} }`, { p: null }],
      [`query($p: Int = 200) { ${list("$p")} }`, { p: 3 }],
      [`{ ${list("null")} }`],
    ] as [string, Record<string, unknown>?][])
      assert.equal(await findFirstMessage(query, variables), "", query.slice(0, 60));
    const events = "{ events(limit: 1000) { events { id id id id id id id id id id id id } } }";
    const many = `{ ${Array.from({ length: 6 }, (_, n) => `e${n}: ${events.slice(2, -2)}`).join(" ")} }`;
    assert.match(await findFirstMessage(many), /costs 72012/);
  });

  test("allow the full selection of every operation with its default page size", () => {
    for (const root of [schema.getQueryType(), schema.getMutationType()])
      for (const field of Object.values(root?.getFields() ?? {})) {
        const required = field.args.filter((argument) => isNonNullType(argument.type));
        const declared = required.map(({ name, type }) => `$${name}: ${type}`);
        const assignments = required.map(({ name }) => `${name}: $${name}`);
        const bracketed = (words: string[]) => (words.length === 0 ? "" : `(${words.join(", ")})`);
        const kind = root === schema.getQueryType() ? "query" : "mutation";
        const text = `${kind}${bracketed(declared)} { ${field.name}${bracketed(assignments)} ${buildSelection(field.type)} }`;
        const document = parse(text, { maxTokens: LIMITS.tokens_max });
        assert.ok(text.length < LIMITS.text_max, field.name);
        assert.deepEqual(validate(schema, document), [], field.name);
        const [operation] = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
        assert.doesNotThrow(() => checkLimits(schema, document, operation!, {}), field.name);
      }
  });

  test("never report an invalid variable as an internal error", async () => {
    const business = await service.business();
    const hostile: unknown[] = [
      { toString: 1 },
      { valueOf: 1 },
      { toJSON: 1 },
      { constructor: null },
      [{ toString: 1 }],
      [[]],
      "",
      -0.5,
    ];
    for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
      const [argument] = field.args.filter(({ name }) => name === "per_page").concat(field.args);
      if (argument === undefined) continue;
      const query = `query($v: ${argument.type}) { ${field.name}(${argument.name}: $v) { __typename } }`;
      for (const v of hostile) {
        const { status, body }: { status: number; body: unknown } = await ask(business, query, {
          variables: { v },
        });
        const described: string = `${field.name} ${argument.name} ${JSON.stringify(v)}: ${JSON.stringify(body).slice(0, 300)}`;
        assert.ok(status < 500, described);
        assert.doesNotMatch(JSON.stringify(body), /INTERNAL/, described);
      }
    }
  });

  test("refuse documents that are too long, and fragments that multiply", async () => {
    const business = await service.business();
    const long = await ask(business, `{ ${"__typename ".repeat(LIMITS.tokens_max + 1)} }`);
    assert.match(long.body.errors[0].message, /token/i);
    const bomb = Array.from(
      { length: 30 },
      (_, n) => `fragment f${n} on Query { ...f${n + 1} ...f${n + 1} }`,
    ).join("\n");
    const answer = await ask(business, `{ ...f0 }\n${bomb}\nfragment f30 on Query { __typename }`);
    assert.equal(answer.body.errors[0].extensions.code, "QUERY_TOO_COMPLEX");
    assert.equal((await ask(business, `{ ${nested(15)} }`)).body.data.__typename, "Query");
  });

  test("allow introspection without a token", async () => {
    const { getIntrospectionQuery } = await import("graphql");
    const { body } = await service.http("POST", "/api/graphql", { query: getIntrospectionQuery() });
    assert.equal(body.errors, undefined);
    assert.equal(body.data.__schema.queryType.name, "Query");
  });
});

test("a browser gets GraphiQL once the console is built, and the small explorer until then", async (context) => {
  const folder = await mkdtemp(path.join(tmpdir(), "packhorse-graphiql-"));
  const app = fastify();
  context.after(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });
  registerGraphql(app, service.runtime, folder);
  const show = () => app.inject({ url: "/api/graphql", headers: { accept: "text/html,*/*;q=0.8" } });
  assert.match((await show()).body, /<title>Packhorse GraphQL.*id="operations"/s);

  const built = '<!doctype html><script type="module" src="/assets/graphiql-1.js"></script>';
  await writeFile(path.join(folder, "graphiql.html"), built);
  const explorer_page = await show();
  assert.equal(explorer_page.statusCode, 200);
  assert.equal(explorer_page.body, built);
  assert.match(String(explorer_page.headers["content-type"]), /^text\/html/);
  assert.equal(explorer_page.headers["vary"], "Accept");
  const policy = String(explorer_page.headers["content-security-policy"]).split("; ");
  assert.ok(policy.includes("default-src 'none'"));
  assert.ok(
    policy.includes("script-src 'self'"),
    "scripts are files of the service, none inline, none evaluated",
  );
  assert.ok(policy.includes("connect-src 'self'"));
  assert.doesNotMatch(policy.join(), /https?:|\*/);

  const browser_page = await app.inject({
    url: "/api/graphql?query={__typename}",
    headers: { accept: "text/html,*/*" },
  });
  assert.deepEqual(browser_page.json(), { data: { __typename: "Query" } });
});

test("an id may be a variable declared Int or Int53, also in a list, and nothing else", async () => {
  const business = await service.business();
  const { id } = await business.order();
  const declared = async (type: string, value: unknown) =>
    (
      await ask(business, `query ($id: ${type}) { clientOrder(order_id: $id) { order { id } } }`, {
        variables: { id: value },
      })
    ).body;
  assert.deepEqual((await declared("Int53!", id)).data, { clientOrder: { order: { id } } });
  assert.equal((await declared("Int!", 7)).errors[0].extensions.code, "NOT_FOUND");
  for (const type of ["String!", "Int", "[Int!]!"])
    assert.match((await declared(type, null)).errors[0].message, /used in position expecting type/, type);
  const ids = await ask(
    business,
    "mutation ($ids: [Int!]!) { clientOrdersBulkActivity(order_ids: $ids, activity: hold) { done } }",
    { variables: { ids: [7] } },
  );
  assert.doesNotMatch(JSON.stringify(ids.body), /used in position/);
});

test("the example of GraphiQL's first tab is valid and within the limits", async () => {
  const file = path.resolve(import.meta.dirname, "../../../console/graphiql/example.graphql");
  const document = parse(await readFile(file, "utf8"));
  assert.deepEqual(validate(schema, document), []);
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  assert.deepEqual(
    operations.map(({ name }) => name?.value),
    ["Orders", "Track"],
  );
  for (const operation of operations) checkLimits(schema, document, operation, {});
});

test("a browser gets the explorer, which may not load anything from other origins", async () => {
  const { status, headers, body } = await service.http("GET", "/api/graphql", undefined, {
    accept: "text/html,*/*;q=0.8",
  });
  assert.equal(status, 200);
  assert.match(String(headers["content-security-policy"]), /default-src 'none'.*script-src 'sha256-/);
  assert.match(body, /<title>Packhorse GraphQL/);
  assert.doesNotMatch(body, /(?:src|href)="https?:/);
});
