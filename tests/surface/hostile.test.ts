/**
 * Extreme sizes and shapes of input: each gets a response or a declared refusal, and the service keeps running.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { GraphQLError } from "graphql";
import type { JsonSchema } from "#operation/define/schema.ts";
import { type HttpAnswer, TEST_PASSWORD } from "#tests/support/service.ts";
import { graphqlEngine } from "../../src/surfaces/graphql/engine.ts";
import { byName, surfaceService } from "./fixture.ts";
import { minimalInput } from "./inputs.ts";

const service = await surfaceService();
const operations = [...service.runtime.registry.operations.values()];
const business = await service.business();
const admin = byName(service, business.as("client_admin"));
const { token } = await business.person("client_admin");
const headers = { authorization: `Bearer ${token}` };
const base = { city: "Brasília", country: "BR", lat: -15.71, lng: -47.88 };
const order = await admin("clientOrderCreate", {
  dropoff: { ...base, name: "Clara Dias", line1: "Quadra 7" },
});

const long = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** Asserts a success or a declared refusal, not an internal error. */
function isAnswered({ status, body }: HttpAnswer): boolean {
  return status < 400 || (status < 500 && body?.result === false && typeof body.error_code === "string");
}

function assertAnswered(what: string, answer: HttpAnswer): void {
  assert.ok(isAnswered(answer), `${what}: ${answer.status} ${JSON.stringify(answer.body)?.slice(0, 200)}`);
}

const graphql = (query: string, variables?: object) =>
  service.http("POST", "/api/graphql", { query, variables }, headers);

function getCodes({ body }: HttpAnswer): string[] {
  return (body.errors ?? []).map((error: { extensions?: { code?: string } }) => error.extensions?.code);
}

describe("headers and addresses", () => {
  test("of any size and content are accepted or refused", async () => {
    const large: Record<string, string>[] = [
      { "accept-language": long("a-", 10_000) },
      { "accept-language": long("en;q=0.1,", 10_000) },
      { "accept-language": long("zh-Hant-TW;q=0.001;q=1,*;q=0,", 10_000) },
      { "accept-language": `${long("\t ", 9000)}x` },
      { authorization: `Bearer ${long("x", 15_000)}` },
      { authorization: `Bearer${long(" ", 15_000)}x y` },
      { "idempotency-key": long("x", 15_000) },
      { "if-match": long("9", 15_000) },
      { accept: long("application/pdf;q=0,", 15_000) },
      { "x-forwarded-for": long("203.0.113.9, ", 15_000) },
      { "x-forwarded-for": long("::", 15_000) },
      { "user-agent": long("😀", 15_000) },
      { "x-dry-run": long("1", 15_000) },
      { "content-type": `application/json; charset=${long("u", 10_000)}` },
    ];
    for (const some of large) {
      const what = JSON.stringify(some).slice(0, 40);
      assertAnswered(what, await service.http("POST", "/api/v1/client/routes", {}, { ...headers, ...some }));
      assertAnswered(
        what,
        await service.http("GET", `/api/v1/client/orders/${order.order_id}/label`, undefined, {
          ...headers,
          ...some,
        }),
      );
      assertAnswered(
        what,
        await service.http("POST", "/api/v1/driver/login", { email: "a@b.example", password: "wrong" }, some),
      );
    }
  });

  test("that cannot be read get the same error body as all others", async () => {
    for (const path of [
      "/api/v1/client/orders/%ZZ",
      "/api/v1/client/orders/%",
      `/api/v1/client/orders/${"%41".repeat(3000)}`,
      `/api/v1/tracking/${"1".repeat(2000)}`,
      "/%ff%fe",
      "//elsewhere.example/%2e%2e/",
      "/api/v1/tracking/%00",
      `/api/v1/client/orders?status=${long("NEW_ORDER,", 100_000)}`,
      `/api/v1/client/orders?${long("status=HOLD&", 100_000)}`,
    ]) {
      const answer = await service.http("GET", path, undefined, headers);
      assert.ok(answer.status >= 400, path.slice(0, 60));
      assertAnswered(path.slice(0, 60), answer);
      assert.equal(typeof answer.body.request_id, "string");
    }
  });
});

describe("queries", () => {
  test("are ignored by a write: its members belong in the body, above all passwords", async () => {
    const { email } = await business.person("employee");
    const login = `/api/v1/user/login?email=${email}&password=${encodeURIComponent(TEST_PASSWORD)}`;
    for (const body of [undefined, {}, { email, password: TEST_PASSWORD }]) {
      const { status, body: login_body } = await service.http("POST", login, body);
      assert.deepEqual(
        [status, login_body.errors],
        [422, ["email", "password"].map((field) => ({ field, message: "belongs in the body" }))],
      );
    }
    const note = `/api/v1/client/orders/${order.order_id}/note`;
    for (const query of ["?note=x", "?x=1", "?order_id=1"])
      assert.equal((await service.http("PATCH", note + query, { note: "y" }, headers)).status, 422, query);
    assert.equal((await service.http("PATCH", note, { note: "y" }, headers)).status, 200);
    const french = { ...headers, "accept-language": "fr" };
    const duty = await service.http("POST", "/api/v1/driver/login?password=x", {}, french);
    assert.equal(duty.body.errors[0].message, "doit être dans le corps");
  });
});

describe("bodies", () => {
  const writes = operations.filter(
    ({ rest, effect, access }) =>
      rest !== undefined && rest.method !== "GET" && effect === "write" && !access.public,
  );

  test("that are deep, wide or long are refused by every write", { timeout: 600_000 }, async () => {
    const deep = `{"a":${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}}`;
    for (const { name, rest } of writes) {
      const path = rest?.path.replaceAll(/\{\w+\}/g, "1") ?? "";
      assertAnswered(`${name} deep`, await service.http(rest?.method ?? "POST", path, deep, headers));
    }
    const wide = JSON.stringify(
      Object.fromEntries(Array.from({ length: 60_000 }, (_none, index) => [`k${index}`, 1])),
    );
    for (const body of [
      wide,
      "[".repeat(500_000),
      `"${"\\u0000".repeat(100_000)}"`,
      `{"a":1${"0".repeat(400_000)}}`,
    ])
      assertAnswered(body.slice(0, 20), await service.http("POST", "/api/v1/client/routes", body, headers));
  });

  test("with a hundred thousand entries in any list are refused, whatever the entries are", {
    timeout: 600_000,
  }, async () => {
    let lists = 0;
    for (const operation of writes) {
      const { properties = {} } = operation.input as JsonSchema;
      for (const [name, member] of Object.entries(properties)) {
        if (member.type !== "array") continue;
        lists += 1;
        for (const entry of lists % 2 === 0 ? [1] : ["x"]) {
          const input = {
            ...(minimalInput(operation.input as JsonSchema) as object),
            [name]: Array.from({ length: 100_000 }, (_none, index) => (entry === 1 ? index + 1 : entry)),
          };
          const path = operation.rest?.path.replaceAll(/\{\w+\}/g, "1") ?? "";
          const answer = await service.http(operation.rest?.method ?? "POST", path, input, headers);
          assertAnswered(`${operation.name} ${name}`, answer);
          assert.ok(answer.status >= 400, `${operation.name} ${name}`);
          // Entries of a list that is too long are not looked at.
          const fields = (answer.body.errors ?? []).map(({ field }: { field: string }) => field);
          assert.ok(
            !fields.some((field: string) => field.startsWith(`${name}/`)),
            `${operation.name} ${fields}`,
          );
        }
      }
    }
    assert.ok(lists >= 15, `${lists} lists were tried.`);
  });

  test("of addresses that consist of commas, spaces, marks or one quotation are parsed quickly", async () => {
    for (const filling of [",", " ", "-", ";x", "\t a", '"', "\u0301", "ﷺ", "Apt 1 ", "号室1"]) {
      const csv = `line1,city\n"x${long(filling, 400_000)}y",Brasília`;
      assertAnswered(
        `csv ${filling}`,
        await service.http("POST", "/api/v1/addressbook/import", { csv }, headers),
      );
      for (const size of [255, 256]) {
        const place = {
          ...base,
          line1: long(filling, size),
          line2: long(`${filling}1`, 255),
          name: long(filling, 255),
        };
        assertAnswered(
          `place ${filling}`,
          await service.http("POST", "/api/v1/addressbook/validate", { place }, headers),
        );
        assertAnswered(
          `entry ${filling}`,
          await service.http("POST", "/api/v1/addressbook", { place }, headers),
        );
        const q = encodeURIComponent(long(filling, 200));
        assertAnswered(
          `resolve ${filling}`,
          await service.http("GET", `/api/v1/addressbook/resolve?q=${q}`, undefined, headers),
        );
        assertAnswered(
          `search ${filling}`,
          await service.http("GET", `/api/v1/client/orders/search?q=${q}`, undefined, headers),
        );
      }
    }
  });
});

describe("searches", () => {
  test("treat wildcards as plain characters", async () => {
    const find = async (q: string) => (await admin("clientOrdersSearch", { q })).orders.length;
    assert.equal(await find("Clara"), 1);
    for (const q of [
      "%%",
      "__",
      "%_%",
      "C%a",
      "Cl_ra D_as",
      "\\\\",
      "\\%",
      "*",
      ".*",
      "^Clara$",
      "' or 1=1 --",
    ].filter((text) => text.length > 1))
      assert.ok((await find(q)) === 0 || q.includes("l"), `${q} finds what it does not say`);
    const people = await service.http("GET", "/api/v1/user/employees?q=%25%25", undefined, headers);
    assert.equal(people.body.employees.length, 0);
    const customers = await service.http("GET", "/api/v1/client/customers?q=__", undefined, headers);
    assert.equal(customers.body.total, 0);
  });
});

describe("labels", () => {
  test("are rendered for every plane of Unicode, and for very long words", async () => {
    const buildCharacters = (plane: number, count: number) =>
      Array.from({ length: count }, (_no, index) => plane * 0x10000 + 0x20 + index * (60_000 / count))
        .filter((code) => code < 0xd800 || code > 0xdfff)
        .map((code) => String.fromCodePoint(code))
        .join("");
    const texts = [0, 1, 2, 3, 14].map((plane) => buildCharacters(plane, 100));
    // No character is assigned, or all are for private use: no font has them.
    texts.push([4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16].map((plane) => buildCharacters(plane, 8)).join(""));
    texts.push(
      long("W", 255),
      // U+202E, which turns the direction, is refused in names; the rest is invisible.
      long("a\u200b\ufeff", 255),
      long("e\u0301", 254),
      long("ﷺ", 255),
      "\u2028\u2029\u0085\t\r\n()\\<>/%",
    );
    for (const text of texts) {
      const created_order = await admin("clientOrderCreate", {
        dropoff: {
          ...base,
          name: text,
          line1: text,
          city: [...text].slice(0, 50).join(""),
          phone: [...text].slice(0, 20).join(""),
        },
        delivery_instruction: text,
        parcels: [{ contents: text }, { contents: text }],
      });
      const label = await service.http(
        "GET",
        `/api/v1/client/orders/${created_order.order_id}/label`,
        undefined,
        {
          ...headers,
          accept: "application/pdf",
        },
      );
      assert.equal(label.status, 200, JSON.stringify(text.slice(0, 20)));
      assert.equal(label.raw.subarray(0, 5).toString(), "%PDF-");
    }
  });
});

describe("exports", () => {
  test("contain no cell that a spreadsheet would evaluate", async () => {
    const words = ['=HYPERLINK("http://x")', "+1+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1"];
    for (const word of words)
      await service.http("GET", "/api/v1/user/me", undefined, {
        ...headers,
        "user-agent": word,
        "x-request-id": word,
      });
    const { body } = await service.http("GET", "/api/v1/audit/export", undefined, headers);
    const csv = typeof body === "string" ? body : Buffer.from(body.content_base64, "base64").toString("utf8");
    assert.ok(csv.length > 100);
    for (const line of csv.split("\r\n"))
      for (const cell of line.split(",")) assert.doesNotMatch(cell, /^"?[=+@\t\r-]/, line);
  });
});

describe("GraphQL", () => {
  const bombs: [string, string][] = [
    [
      "thousands of aliases",
      `{ ${Array.from({ length: 2000 }, (_none, index) => `a${index}: userMe { result }`).join(" ")} }`,
    ],
    [
      "more calls than are allowed",
      `{ ${Array.from({ length: 51 }, (_none, index) => `a${index}: userMe { result }`).join(" ")} }`,
    ],
    [
      "dear lists under aliases",
      `{ ${Array.from({ length: 50 }, (_none, index) => `a${index}: clientOrders(per_page: 200) { orders { id name address city lat lng } }`).join(" ")} }`,
    ],
    ["fragments in a ring", "{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }"],
    ["a fragment of itself", "{ ...A } fragment A on Query { userMe { result } ...A }"],
    [
      "fragments that double",
      `{ __schema { ...F0 } } ${Array.from({ length: 40 }, (_none, index) => `fragment F${index} on __Schema { ...F${index + 1} ...F${index + 1} }`).join(" ")} fragment F40 on __Schema { types { name fields { name } } }`,
    ],
    [
      "fragments that double at the root",
      `{ ...F0 } ${Array.from({ length: 40 }, (_none, index) => `fragment F${index} on Query { ...F${index + 1} ...F${index + 1} }`).join(" ")} fragment F40 on Query { userMe { result } }`,
    ],
    [
      "introspection without end",
      `{ __schema { types { ${"fields { type { ".repeat(30)} name ${"} } ".repeat(30)} } } }`,
    ],
    ["a field a thousand directives wide", `{ userMe ${"@include(if: true) ".repeat(1000)} { result } }`],
    [
      "one field again and again, each a little other",
      `{ ${Array.from({ length: 700 }, (_none, index) => `clientOrders(page: ${index}) { result }`).join(" ")} }`,
    ],
    ["text beyond the limit", `{ clientOrdersSearch(q: "${long("x", 200_000)}") { result } }`],
    ["a number of many digits", `{ clientOrder(order_id: ${long("9", 50_000)}) { result } }`],
    ["lists in lists", `{ clientOrders(status: ${"[".repeat(2400)}${"]".repeat(2400)}) { result } }`],
    ["types in types", `query($a: ${"[".repeat(2400)}Int${"]".repeat(2400)}) { userMe { result } }`],
    ["nothing but braces", "{".repeat(4900)],
  ];
  for (const [name, query] of bombs) {
    test(`${name}: refused and not run`, async () => {
      const answer = await graphql(query);
      const codes = getCodes(answer);
      assert.ok(codes.length > 0, JSON.stringify(answer.body).slice(0, 200));
      assert.ok(!codes.includes("INTERNAL_SERVER_ERROR"), JSON.stringify(answer.body).slice(0, 300));
    });
  }

  test("nesting that overflows the parser's stack is refused like other documents that are too complex", () => {
    const { documents } = graphqlEngine(service.runtime.registry);
    const text = `{ clientOrders(status: ${"[".repeat(2000)}${"]".repeat(2000)}) { result } }`;
    let refused: unknown;
    // Leaves little stack when the document is parsed.
    const parseDeep = (levels: number): void => {
      if (levels > 0) {
        parseDeep(levels - 1);
        return;
      }
      try {
        documents.parse(text);
      } catch (error) {
        refused = error;
      }
    };
    for (let levels = 1000; refused === undefined && levels < 20_000; levels += 500) {
      try {
        parseDeep(levels);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        break;
      }
    }
    assert.ok(refused instanceof GraphQLError, String(refused));
    assert.equal(refused.extensions["code"], "QUERY_TOO_COMPLEX");
    assert.equal(refused.message, "The document is nested too deeply.");
  });

  test("deep or numerous variables are handled", async () => {
    const query = "query($q: String!) { clientOrdersSearch(q: $q) { result } }";
    const deep = `{"query":${JSON.stringify(query)},"variables":{"q":${"[".repeat(50_000)}${"]".repeat(50_000)}}}`;
    const answers = [
      await service.http("POST", "/api/graphql", deep, headers),
      await graphql(
        query,
        Object.fromEntries(Array.from({ length: 50_000 }, (_none, index) => [`v${index}`, index])),
      ),
      await graphql(query, { q: { toString: "x", __proto__: null } }),
    ];
    for (const answer of answers) {
      assert.ok(answer.status < 500);
      assert.ok(
        !getCodes(answer).includes("INTERNAL_SERVER_ERROR"),
        JSON.stringify(answer.body).slice(0, 300),
      );
    }
  });
});

describe("MCP", () => {
  const calls = (count: number, name: string, args: object) =>
    Array.from({ length: count }, (_none, id) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name, arguments: args },
    }));

  test("a batch of a hundred expensive tools gets a response for each, a longer one is refused", {
    timeout: 600_000,
  }, async () => {
    for (const [name, args] of [
      ["get_orders", { per_page: 100 }],
      ["daily_digest", {}],
      ["get_operation_events", { per_page: 100 }],
    ] as const) {
      const { status, body } = await service.http("POST", "/mcp", calls(100, name, args), headers);
      assert.equal(status, 200);
      assert.equal(body.length, 100);
      for (const answer of body)
        assert.notEqual(answer.result?.isError, true, JSON.stringify(answer).slice(0, 300));
    }
    const { body } = await service.http("POST", "/mcp", calls(101, "get_orders", {}), headers);
    assert.ok(body.error !== undefined);
  });

  test("a document that is too complex for GraphQL is also refused as a tool call", async () => {
    const query = `{ ${Array.from({ length: 51 }, (_none, index) => `a${index}: userMe { result }`).join(" ")} }`;
    const [call] = calls(1, "run_graphql_query", { query });
    const { body } = await service.http("POST", "/mcp/developer", call, headers);
    assert.match(JSON.stringify(body), /at most 50|QUERY_TOO_COMPLEX/);
  });
});

test("after all of this the service responds", async () => {
  assert.equal((await service.http("GET", "/api/v1/client/orders", undefined, headers)).status, 200);
});
