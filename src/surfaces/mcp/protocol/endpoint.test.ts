import assert from "node:assert/strict";
import { test } from "node:test";
import { PROFILES } from "#vocabulary/scopes.ts";
import { BASE_URL, bearer, fetchText, LIST, modern, namesIn, startApp, toolCall } from "./testing.ts";

const META_SERVER = "io.modelcontextprotocol/serverInfo";
const IDENTITY = { name: "packhorse", title: "Test server", version: "1.2.3" };
const INTRODUCTION = {
  ...IDENTITY,
  description: "Says what it is told.",
  websiteUrl: BASE_URL,
  icons: [{ src: `${BASE_URL}/icon.svg`, mimeType: "image/svg+xml", sizes: ["any"] }],
};

test("answers a plain tools/list with one JSON object, without Accept, session or handshake", async (context) => {
  const app = await startApp(context);
  for (const path of ["/mcp", "/api/mcp", "/mcp/developer", "/api/mcp/developer"]) {
    const answered = await app.post(LIST, { ...bearer("full"), accept: "*/*" }, path);
    assert.equal(answered.status, 200);
    assert.equal(answered.headers.get("content-type"), "application/json; charset=utf-8");
    assert.equal(answered.headers.get("mcp-session-id"), null);
    assert.equal(namesIn(answered).length, 7);
    assert.deepEqual(Object.keys(answered.json.result), ["tools"]);
  }
});

test("returns the same list bytes twice, and builds the list of a set of scopes once", async (context) => {
  const app = await startApp(context);
  const first = await app.post(LIST, bearer("reader"));
  const second = await app.post(LIST, bearer("reader"));
  await app.post(LIST, bearer("full"));
  assert.equal(first.text, second.text);
  assert.equal(app.server.lists_made, 2);
});

test("echoes each of the five versions at initialize, and offers the newest legacy one for any other", async (context) => {
  const app = await startApp(context);
  const ask = async (protocolVersion: string, headers = {}) => {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: "c", version: "1" } };
    const answered = await app.post({ jsonrpc: "2.0", id: 1, method: "initialize", params }, headers);
    return answered.json.result;
  };
  for (const version of ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]) {
    assert.equal((await ask(version)).protocolVersion, version);
    assert.equal((await ask(version, { "mcp-protocol-version": version })).protocolVersion, version);
  }
  const other = await ask("1999-01-01");
  assert.equal(other.protocolVersion, "2025-11-25");
  assert.deepEqual(other.serverInfo, INTRODUCTION);
  assert.deepEqual(other.capabilities, { tools: {} });
  assert.equal(other.instructions, "Say what you want.");
});

test("refuses an initialize without a version", async (context) => {
  const app = await startApp(context);
  const { json } = await app.post({ jsonrpc: "2.0", id: 1, method: "initialize", params: {} });
  assert.equal(json.error.code, -32602);
});

test("answers ping with an empty result", async (context) => {
  const app = await startApp(context);
  const { text } = await app.post({ jsonrpc: "2.0", id: 0, method: "ping" });
  assert.equal(text, '{"jsonrpc":"2.0","id":0,"result":{}}');
});

test("server/discover returns the modern version only, the capabilities, the server info and the cache lifetime", async (context) => {
  const app = await startApp(context);
  const { json } = await app.post(...modern("server/discover"));
  assert.deepEqual(json, {
    jsonrpc: "2.0",
    id: 7,
    result: {
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {} },
      instructions: "Say what you want.",
      resultType: "complete",
      ttlMs: 60_000,
      cacheScope: "private",
      _meta: { [META_SERVER]: INTRODUCTION },
    },
  });
});

test("marks modern results, and only those", async (context) => {
  const app = await startApp(context);
  const [list, list_headers] = modern("tools/list");
  const listed = (await app.post(list, { ...list_headers, ...bearer("full") })).json.result;
  assert.deepEqual(Object.keys(listed), ["tools", "resultType", "ttlMs", "cacheScope", "_meta"]);
  assert.equal(listed.cacheScope, "private");
  const called = (await app.post(...modern("tools/call", { name: "track_package" }))).json.result;
  assert.deepEqual(Object.keys(called), ["content", "structuredContent", "resultType", "_meta"]);
  const legacy = (await app.post(toolCall("track_package"))).json.result;
  assert.deepEqual(Object.keys(legacy), ["content", "structuredContent"]);
});

test("returns a tool's response as text and as structure, with the same JSON, special characters included", async (context) => {
  const app = await startApp(context);
  const { json } = await app.post(toolCall("track_package", { number: 'a"\\ \u2028 é' }));
  assert.equal(json.id, "c1");
  assert.deepEqual(JSON.parse(json.result.content[0].text), json.result.structuredContent);
  assert.match(json.result.structuredContent.said, /track_package/);
  const refused = await app.post(toolCall("refuse"));
  assert.equal(refused.json.result.isError, true);
  assert.deepEqual(refused.json.result.structuredContent, { said: "no" });
});

const SPOILED: [string, Parameters<typeof modern>, number, number][] = [
  ["another Mcp-Method", ["tools/list", {}, { headers: { "mcp-method": "tools/call" } }], 400, -32020],
  ["another Mcp-Name", ["tools/call", { name: "refuse" }, { headers: { "mcp-name": "x" } }], 400, -32020],
  [
    "another version in the header",
    ["tools/list", {}, { headers: { "mcp-protocol-version": "2025-11-25" } }],
    400,
    -32020,
  ],
  [
    "an unknown version",
    [
      "tools/list",
      {},
      {
        headers: { "mcp-protocol-version": "2099-01-01" },
        meta: { "io.modelcontextprotocol/protocolVersion": "2099-01-01" },
      },
    ],
    400,
    -32022,
  ],
  [
    "no capabilities",
    ["tools/list", {}, { meta: { "io.modelcontextprotocol/clientCapabilities": undefined } }],
    400,
    -32602,
  ],
  [
    "a client without a name",
    ["tools/list", {}, { meta: { "io.modelcontextprotocol/clientInfo": {} } }],
    400,
    -32602,
  ],
  ["an unknown method", ["no/such"], 404, -32601],
  ["the handshake of the other era", ["initialize", { protocolVersion: "2026-07-28" }], 404, -32601],
  ["a ping", ["ping"], 404, -32601],
];
for (const [what, request, status, code] of SPOILED) {
  test(`refuses a modern request with ${what}: ${status}, ${code}`, async (context) => {
    const app = await startApp(context);
    const answered = await app.post(...modern(...request));
    assert.equal(answered.status, status);
    assert.equal(answered.json.error.code, code);
    assert.equal(answered.json.id, 7);
    if (code === -32022) {
      assert.deepEqual(answered.json.error.data, { supported: ["2026-07-28"], requested: "2099-01-01" });
    }
  });
}

test("refuses a modern header without an envelope, and an envelope without its headers", async (context) => {
  const app = await startApp(context);
  const bare = await app.post(LIST, { "mcp-protocol-version": "2026-07-28" });
  assert.deepEqual([bare.status, bare.json.error.code], [400, -32602]);
  const [body] = modern("tools/list");
  const headless = await app.post(body);
  assert.deepEqual([headless.status, headless.json.error.code], [400, -32020]);
});

test("decodes a base64 name in its header", async (context) => {
  const app = await startApp(context);
  const encoded = `=?base64?${Buffer.from("track_package").toString("base64")}?=`;
  const answered = await app.post(
    ...modern("tools/call", { name: "track_package" }, { headers: { "mcp-name": encoded } }),
  );
  assert.equal(answered.status, 200);
});

test("serves a legacy request with any known version, and refuses an unknown one", async (context) => {
  const app = await startApp(context);
  for (const version of ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]) {
    assert.equal((await app.post(LIST, { "mcp-protocol-version": version })).status, 200);
  }
  const unknown = await app.post(LIST, { "mcp-protocol-version": "2025-01-01" });
  assert.deepEqual([unknown.status, unknown.json.error.code], [400, -32022]);
  assert.equal(unknown.json.error.data.supported.length, 5);
});

test("answers an unknown legacy method with -32601 and HTTP 200", async (context) => {
  const app = await startApp(context);
  const answered = await app.post({ jsonrpc: "2.0", id: 5, method: "prompts/list" });
  assert.deepEqual([answered.status, answered.json.error.code, answered.json.id], [200, -32601, 5]);
});

test("has one page, so any cursor is unknown", async (context) => {
  const app = await startApp(context);
  const { json } = await app.post({ ...LIST, params: { cursor: "2" } });
  assert.equal(json.error.code, -32602);
});

test("answers 405 to every method but POST, and lists the allowed methods", async (context) => {
  const app = await startApp(context);
  for (const method of ["GET", "DELETE", "PUT", "PATCH", "HEAD"]) {
    const answered = await fetchText(`${app.url}/mcp`, { method });
    assert.equal(answered.status, 405);
    assert.equal(answered.headers.get("allow"), "POST, OPTIONS");
  }
});

test("refuses bodies that are not a message: other types, too large, not JSON, not JSON-RPC", async (context) => {
  const app = await startApp(context);
  const outcome = async (body: unknown, headers = {}) => {
    const { status, json } = await app.post(body, headers);
    return [status, json.error.code, json.id];
  };
  assert.deepEqual(await outcome("{}", { "content-type": "text/plain" }), [415, -32600, null]);
  assert.deepEqual(await outcome(`"${"x".repeat(4 * 1024 * 1024)}"`), [413, -32600, null]);
  assert.deepEqual(await outcome("{bad"), [400, -32700, null]);
  assert.deepEqual(await outcome(""), [400, -32700, null]);
  assert.deepEqual(await outcome({ id: 3, method: "ping" }), [400, -32600, 3]);
  assert.deepEqual(await outcome({ jsonrpc: "2.0", id: 3 }), [400, -32600, 3]);
  assert.deepEqual(await outcome({ jsonrpc: "2.0", id: null, method: "ping" }), [400, -32600, null]);
  assert.deepEqual(await outcome({ jsonrpc: "2.0", id: 3, method: "ping", params: [] }), [400, -32602, 3]);
  assert.deepEqual(await outcome('{"jsonrpc":"2.0","id":3,"method":"ping","params":{"__proto__":{}}}'), [
    400,
    -32700,
    null,
  ]);
});

test("returns the refusal of an app hook as a JSON-RPC error with its status", async (context) => {
  const app = await startApp(context, {
    onRequest(request) {
      if (request.headers["x-too-many"] !== undefined) {
        throw Object.assign(new Error("Too many requests."), { statusCode: 429 });
      }
    },
  });
  const { status, json } = await app.post(LIST, { "x-too-many": "1" });
  assert.deepEqual([status, json.error], [429, { code: -32600, message: "Too many requests." }]);
});

test("accepts notifications and posted responses with 202 and no body, and runs nothing for them", async (context) => {
  const app = await startApp(context);
  const { id: _, ...silent } = toolCall("track_package");
  for (const body of [
    { jsonrpc: "2.0", method: "notifications/initialized" },
    silent,
    { jsonrpc: "2.0", id: 9, result: {} },
    { jsonrpc: "2.0", id: 9, error: { code: 1, message: "no" } },
  ]) {
    const answered = await app.post(body);
    assert.deepEqual([answered.status, answered.text], [202, ""]);
  }
  assert.equal(app.server.called.length, 0);
});

test("answers a legacy batch entry by entry, in order", async (context) => {
  const app = await startApp(context);
  const batch = [
    LIST,
    { jsonrpc: "2.0", method: "notifications/initialized" },
    toolCall("nothing"),
    { id: 4 },
  ];
  const { status, json } = await app.post(batch);
  assert.equal(status, 200);
  assert.deepEqual(
    json.map((answer: { id: unknown; error?: { code: number } }) => [answer.id, answer.error?.code]),
    [
      [1, undefined],
      ["c1", -32602],
      [4, -32600],
    ],
  );
  assert.equal(json[0].result.tools.length, 3 + 1);
});

test("accepts 100 messages in a batch, and refuses 101, none, and any in the modern era", async (context) => {
  const app = await startApp(context);
  const pings = Array.from({ length: 101 }, (_, id) => ({ jsonrpc: "2.0", id, method: "ping" }));
  assert.equal((await app.post(pings.slice(1))).json.length, 100);
  assert.equal((await app.post(pings)).status, 400);
  assert.equal((await app.post([])).status, 400);
  assert.equal((await app.post([LIST], { "mcp-protocol-version": "2026-07-28" })).status, 400);
  assert.equal((await app.post([{ jsonrpc: "2.0", method: "notifications/initialized" }])).status, 202);
  const [enveloped] = modern("tools/list");
  assert.equal((await app.post([enveloped])).json[0].error.code, -32600);
});

test("an invalid token is 401 for every message, with the token as the reason", async (context) => {
  const app = await startApp(context);
  for (const body of [
    LIST,
    toolCall("track_package"),
    [LIST],
    { jsonrpc: "2.0", method: "notifications/x" },
  ]) {
    const { status, headers } = await app.post(body, bearer("expired"));
    assert.equal(status, 401);
    const challenge = headers.get("www-authenticate")!;
    assert.match(challenge, /error="invalid_token"/);
    assert.ok(challenge.includes(`resource_metadata="${BASE_URL}/.well-known/oauth-protected-resource/mcp"`));
  }
});

test("a protected tool without a token is 401 with the scopes that the connection is for, and no error code in the challenge", async (context) => {
  const app = await startApp(context);
  const { status, headers, json } = await app.post(toolCall("get_orders"), {}, "/api/mcp/developer");
  assert.equal(status, 401);
  assert.equal(json.id, "c1");
  const challenge = headers.get("www-authenticate")!;
  assert.doesNotMatch(challenge, /error=/);
  assert.ok(challenge.includes(`scope="${PROFILES["ops-readonly"].scopes.join(" ")}"`), challenge);
  assert.match(challenge, /oauth-protected-resource\/api\/mcp\/developer"/);
});

test("never accepts a token in the URL", async (context) => {
  const app = await startApp(context);
  for (const name of ["access_token", "token", "authorization", "api_key"]) {
    assert.equal((await app.post(toolCall("get_orders"), {}, `/mcp?${name}=full`)).status, 401);
  }
});

test("a missing scope is 403, with all scopes of the tool", async (context) => {
  const app = await startApp(context);
  const { status, headers, json } = await app.post(toolCall("get_driver_routes"), bearer("reader"));
  assert.equal(status, 403);
  assert.equal(json.id, "c1");
  const challenge = headers.get("www-authenticate")!;
  assert.match(challenge, /error="insufficient_scope"/);
  assert.match(challenge, /scope="orders:read routes:read drivers:read"/);
  assert.match(challenge, /resource_metadata=/);
});

test("an unknown tool is -32602 with HTTP 200", async (context) => {
  const app = await startApp(context);
  for (const name of ["nothing", "toString", "__proto__"]) {
    const { status, json } = await app.post(toolCall(name), bearer("full"));
    assert.deepEqual([status, json.error.code, json.error.data.reason], [200, -32602, "no_such_tool"]);
  }
});

test("refuses a call without a name, and arguments that are not an object", async (context) => {
  const app = await startApp(context);
  for (const params of [
    {},
    { name: 5 },
    { name: "refuse", arguments: [] },
    { name: "refuse", arguments: null },
  ]) {
    const { json } = await app.post({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    assert.equal(json.error.code, -32602);
  }
  assert.equal(app.server.called.length, 0);
});

test("an internal error is 500 and -32603 with a request id and no details", async (context) => {
  const app = await startApp(context);
  const { status, text, json } = await app.post(toolCall("break_down"));
  assert.deepEqual([status, json.error.code, json.id], [500, -32603, "c1"]);
  assert.equal(typeof json.error.data.request_id, "string");
  assert.doesNotMatch(text, /secret/);
});

test("reports progress on a stream to clients that requested it and accept streams, and returns JSON to all others", async (context) => {
  const app = await startApp(context);
  const asking = {
    ...toolCall("count_slowly"),
    params: { name: "count_slowly", _meta: { progressToken: "p" } },
  };
  const streamed = await app.post(asking, {
    accept: "application/json, text/event-stream",
    origin: BASE_URL,
  });
  assert.equal(streamed.headers.get("content-type"), "text/event-stream");
  assert.equal(streamed.headers.get("access-control-allow-origin"), BASE_URL);
  const events = streamed.text
    .split("\n\n")
    .filter((event) => event !== "")
    .map((event) => JSON.parse(event.slice(event.indexOf("data: ") + 6)));
  assert.deepEqual(
    events.map((event) => event.params?.progress ?? event.id),
    [1, 2, "c1"],
  );
  assert.equal((await app.post(asking, { accept: "application/json" })).json.id, "c1");
  assert.equal((await app.post(toolCall("count_slowly"), { accept: "text/event-stream" })).json.id, "c1");
});

test("serves the metadata document of each URL and of the host to every origin", async (context) => {
  const app = await startApp(context);
  for (const path of ["", "/mcp", "/api/mcp", "/mcp/developer", "/api/mcp/developer"]) {
    const { status, headers, json } = await fetchText(
      `${app.url}/.well-known/oauth-protected-resource${path}`,
    );
    assert.equal(status, 200);
    assert.equal(headers.get("access-control-allow-origin"), "*");
    assert.equal(json.resource, BASE_URL + path);
    assert.deepEqual(json.authorization_servers, [BASE_URL]);
    assert.deepEqual(json.bearer_methods_supported, ["header"]);
    assert.ok(json.scopes_supported.includes("orders:read"));
  }
});

test("a card of each server says what its connection says, and the catalog of the host leads to it", async (context) => {
  const app = await startApp(context);
  const catalog = await fetchText(`${app.url}/.well-known/ai-catalog.json`);
  assert.equal(catalog.headers.get("content-type"), "application/ai-catalog+json; charset=utf-8");
  const { entries } = JSON.parse(catalog.text);
  assert.deepEqual(
    entries.map(({ identifier }: { identifier: string }) => identifier),
    ["urn:air:packhorse.test:mcp:packhorse", "urn:air:packhorse.test:mcp:packhorse-developer"],
  );
  for (const { url, type } of entries) {
    const address = url.replace(BASE_URL, app.url);
    const { status, headers, text } = await fetchText(address);
    assert.equal(status, 200);
    assert.equal(headers.get("content-type"), `${type}; charset=utf-8`);
    assert.equal(headers.get("access-control-allow-origin"), "*");
    const { name, version, description, icons, remotes } = JSON.parse(text);
    assert.match(name, /^test\.packhorse\/packhorse(-developer)?$/);
    assert.ok(description.length <= 100);
    const [{ url: connected, supportedProtocolVersions }] = remotes;
    assert.equal(`${connected}/server-card`, url);
    const [body, more] = modern("server/discover");
    const { result } = (await app.post(body, more, connected.replace(BASE_URL, ""))).json;
    const server_meta = result._meta[META_SERVER];
    assert.deepEqual(
      [server_meta.version, server_meta.description, server_meta.icons],
      [version, description, icons],
    );
    assert.equal(name.split("/")[1], server_meta.name);
    assert.ok(supportedProtocolVersions.includes(result.supportedVersions[0]));
    const conditional_headers = { "if-none-match": headers.get("etag") ?? "" };
    assert.equal((await fetch(address, { headers: conditional_headers })).status, 304);
    assert.equal((await fetch(address, { method: "OPTIONS" })).status, 204);
  }
});

test("links the trace of a client with the request in log and answer, and ignores what is no trace", async (context) => {
  const logged: Record<string, unknown>[] = [];
  const log = { info: (facts: Record<string, unknown>) => logged.push(facts), error: () => {} };
  const app = await startApp(context, { onRequest: (request) => Object.assign(request, { log }) });
  const trace_id = "0af7651916cd43dd8448eb211c80319c";
  const ask = async (traceparent: unknown, headers = bearer("full")) => {
    const [body, more] = modern("tools/call", { name: "track_package" }, { meta: { traceparent } });
    return (await app.post(body, { ...more, ...headers })).json.result._meta["packhorse/request_id"];
  };
  const request_id = await ask(`00-${trace_id}-b7ad6b7169203331-01`);
  assert.ok(request_id);
  assert.deepEqual(logged, [{ request_id, trace_id, parent_id: "b7ad6b7169203331", method: "tools/call" }]);
  const params = { name: "track_package", _meta: { traceparent: `00-${trace_id}-b7ad6b7169203331-00` } };
  const legacy = await app.post({ ...toolCall("track_package"), params }, bearer("full"));
  assert.equal(logged[1]?.["request_id"], legacy.json.result._meta["packhorse/request_id"]);
  assert.ok(await ask(`00-${trace_id}-b7ad6b7169203331-01`, {} as never));
  for (const other of [
    "",
    7,
    `00-${"0".repeat(32)}-b7ad6b7169203331-01`,
    `ff-${trace_id}-b7ad6b7169203331-01`,
  ])
    assert.equal(await ask(other), undefined);
  assert.equal(logged.length, 2);
});

test("the fixtures are not mounted unless enabled", async (context) => {
  const app = await startApp(context);
  assert.equal((await app.post(LIST, {}, "/mcp/fixtures")).status, 404);
});
