/** The official MCP clients of both major versions sign in, ask for more, read again and refresh, without a test double. */
import assert from "node:assert/strict";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FirstTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { createProviders, DEFAULT_PROVIDER_SETTINGS } from "#providers/create-providers.ts";
import { type TestPerson, testService } from "#tests/support/service.ts";

const service = await testService();
// Descriptions of clients are on this machine.
service.runtime.providers = createProviders({ ...DEFAULT_PROVIDER_SETTINGS, private_addresses: true });
const REDIRECT = "https://agent.test.example/back";
const WHO = { name: "test-agent", version: "1" };

/** The paths of the clients' requests. */
const requests: string[] = [];

/** The clients' requests, answered by the service without a socket. */
async function inject(input: string | URL, init: RequestInit = {}): Promise<Response> {
  const { pathname, search } = new URL(input);
  requests.push(pathname);
  const answer = await service.app.inject({
    method: (init.method ?? "GET") as "GET",
    url: pathname + search,
    headers: Object.fromEntries(new Headers(init.headers)),
    ...(init.body ? { payload: String(init.body) } : {}),
  });
  const headers = Object.entries(answer.headers).map(
    ([name, value]) => [name, String(value)] as [string, string],
  );
  const has_body = ![202, 204].includes(answer.statusCode);
  return new Response(has_body ? answer.body : null, { status: answer.statusCode, headers });
}

/** What a client keeps, and a person who agrees with what it asks for, or with less. */
function createProvider(
  person: TestPerson,
  { narrower, refreshes = false }: { narrower?: string; refreshes?: boolean },
) {
  let information: { client_id: string } | undefined;
  let tokens: { access_token: string; refresh_token?: string; token_type: string } | undefined;
  let verifier = "";
  let discovered: unknown;
  const asked_scopes: string[] = [];
  let back: URL | undefined;
  return {
    asked: asked_scopes,
    get tokens_now() {
      return tokens;
    },
    takeCode(): [string, string] {
      const code = back?.searchParams.get("code");
      assert.ok(code);
      return [code, back?.searchParams.get("iss") ?? ""];
    },
    provider: {
      redirectUrl: REDIRECT,
      discoveryState: () => discovered,
      saveDiscoveryState(state: unknown) {
        discovered = state;
      },
      clientMetadata: {
        redirect_uris: [REDIRECT],
        client_name: "Test agent",
        token_endpoint_auth_method: "none",
        ...(refreshes ? { grant_types: ["authorization_code", "refresh_token"] } : {}),
      },
      clientInformation: () => information,
      saveClientInformation(client_information: { client_id: string }) {
        information = client_information;
      },
      tokens: () => tokens,
      saveTokens(new_tokens: typeof tokens) {
        tokens = new_tokens;
      },
      saveCodeVerifier(new_verifier: string) {
        verifier = new_verifier;
      },
      codeVerifier: () => verifier,
      async redirectToAuthorization(url: URL) {
        const query = Object.fromEntries(url.searchParams);
        const { client_id, redirect_uri, code_challenge, scope = "", resource } = query;
        asked_scopes.push(`${resource} ${scope}`);
        const answer = await person.http("POST", "/api/v1/oauth/authorize", {
          client_id,
          redirect_uri,
          code_challenge,
          scope: asked_scopes.length === 1 && narrower !== undefined ? narrower : scope,
          resource,
        });
        assert.equal(answer.status, 200, JSON.stringify(answer.body));
        back = new URL(answer.body.redirect_to);
      },
    },
  };
}

const RESOURCE = "http://localhost:8080/mcp";
const OPS_READONLY =
  "orders:read labels:read routes:read drivers:read analytics:read address:read approvals:read";

const GENERATIONS = {
  second: (url: URL, authProvider: never) => ({
    client: new Client(WHO),
    transport: () => new StreamableHTTPClientTransport(url, { authProvider, fetch: inject as never }),
  }),
  first: (url: URL, authProvider: never) => ({
    client: new FirstClient(WHO),
    transport: () => new FirstTransport(url, { authProvider, fetch: inject as never }),
  }),
};

for (const [generation, create] of Object.entries(GENERATIONS)) {
  test(`the ${generation} major version signs in at its URL, asks for more and reads again`, async (context) => {
    const business = await service.business();
    const person = await business.person("client_admin");
    const order = await business.order();
    const provider = createProvider(person, { narrower: OPS_READONLY });
    const url = new URL(`${RESOURCE}?profile=ops-write`);
    const { client, transport } = create(url, provider.provider as never);
    context.after(() => client.close());

    let open = transport();
    await assert.rejects(client.connect(open as never), /Unauthorized/);
    assert.match(
      provider.asked[0] ?? "",
      /^http:\/\/localhost:8080\/mcp orders:read orders:write labels:read /,
    );
    await open.finishAuth(...provider.takeCode());
    open = transport();
    await client.connect(open as never);
    const { tools } = await client.listTools();
    assert.ok(tools.some(({ name }) => name === "get_orders"));
    assert.ok(!tools.some(({ name }) => name === "update_order_note"));
    const read = await client.callTool({ name: "get_orders", arguments: {} });
    assert.equal(read.isError, undefined);

    const write = { name: "update_order_note", arguments: { order_id: order.id, note: "by hand" } };
    await assert.rejects(client.callTool(write));
    assert.equal(provider.asked.length, 2);
    // What it had and what it needs now: else the new token could not read any more.
    assert.deepEqual(
      (provider.asked[1] ?? "").split(" ").sort(),
      [RESOURCE, "orders:write", ...OPS_READONLY.split(" ")].sort(),
    );
    await open.finishAuth(...provider.takeCode());
    const written = await client.callTool(write);
    assert.equal(written.isError, undefined, JSON.stringify(written));
    const again = await client.callTool({ name: "get_orders", arguments: {} });
    assert.equal(again.isError, undefined);
  });

  test(`the ${generation} major version refreshes without a person`, async (context) => {
    const person = await (await service.business()).person("client_admin");
    const provider = createProvider(person, { refreshes: true });
    const { client, transport } = create(new URL(`${RESOURCE}?profile=support`), provider.provider as never);
    context.after(() => client.close());
    let open = transport();
    await assert.rejects(client.connect(open as never), /Unauthorized/);
    await open.finishAuth(...provider.takeCode());
    open = transport();
    await client.connect(open as never);
    const before = provider.tokens_now;
    assert.ok(before?.refresh_token);
    service.advance(3_601_000);
    const after = await client.callTool({ name: "get_orders", arguments: {} });
    assert.equal(after.isError, undefined);
    assert.equal(provider.asked.length, 1, "nobody was asked again");
    assert.notEqual(provider.tokens_now?.access_token, before.access_token);
    assert.notEqual(provider.tokens_now?.refresh_token, before.refresh_token);
  });
}

/** Signed in with a refresh token that reads orders only. */
async function signIn(generation: keyof typeof GENERATIONS) {
  const business = await service.business();
  const order = await business.order();
  const provider = createProvider(await business.person("client_admin"), {
    narrower: "orders:read",
    refreshes: true,
  });
  const url = new URL(`${RESOURCE}?profile=full`);
  const { client, transport } = GENERATIONS[generation](url, provider.provider as never);
  let open = transport();
  await assert.rejects(client.connect(open as never), /Unauthorized/);
  await open.finishAuth(...provider.takeCode());
  open = transport();
  await client.connect(open as never);
  requests.length = 0;
  const write = { name: "update_order_note", arguments: { order_id: order.id, note: "by hand" } };
  return { kept: provider, client, open, write };
}

const countRequests = (path: string) => requests.filter((one) => one === path).length;

for (const generation of ["second", "first"] as const)
  test(`the ${generation} major version neither refreshes nor asks a person for what none can grant`, async (context) => {
    const { kept: provider, client } = await signIn(generation);
    context.after(() => client.close());
    const before = provider.tokens_now;
    const refused = await client.callTool({
      name: "get_shipping_order",
      arguments: { shipping_order_id: 1 },
    });
    assert.equal(refused.isError, true);
    assert.match(JSON.stringify(refused.structuredContent), /FORBIDDEN.*roles: customer/);
    assert.deepEqual(requests, ["/mcp"]);
    assert.deepEqual([provider.asked.length, provider.tokens_now], [1, before]);
  });

test("the second major version with a refresh token asks the person for more, and goes on", async (context) => {
  const { kept: provider, client, open, write } = await signIn("second");
  context.after(() => client.close());
  await assert.rejects(client.callTool(write));
  assert.deepEqual((provider.asked[1] ?? "").split(" "), [RESOURCE, "orders:read", "orders:write"]);
  await open.finishAuth(...provider.takeCode());
  assert.equal((await client.callTool(write)).isError, undefined);
  assert.equal((await client.callTool({ name: "get_orders", arguments: {} })).isError, undefined);
});

test("the first major version refreshes once for more scopes, and is told that it has to sign in again", async (context) => {
  const { kept: provider, client, write } = await signIn("first");
  context.after(() => client.close());
  const tool_answer = await client.callTool(write);
  assert.equal(tool_answer.isError, true);
  assert.match(JSON.stringify(tool_answer.structuredContent), /SCOPE_MISSING.*sign in again/);
  assert.deepEqual([countRequests("/oauth/token"), countRequests("/mcp")], [1, 2]);
  assert.equal(provider.asked.length, 1);
  assert.equal((await client.callTool({ name: "get_orders", arguments: {} })).isError, undefined);
});

test("a client that answers every 403 with a refresh comes to an end", async (context) => {
  const { kept: provider, client, write } = await signIn("first");
  context.after(() => client.close());
  const { client_id } = provider.provider.clientInformation() ?? { client_id: "" };
  let tokens = provider.tokens_now;
  let refreshes = 0;
  for (; refreshes < 10; refreshes += 1) {
    const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: write };
    const headers = { authorization: `Bearer ${tokens?.access_token}` };
    const { status } = await service.http("POST", "/mcp", body, headers);
    if (status !== 403) break;
    const form = { grant_type: "refresh_token", refresh_token: tokens?.refresh_token ?? "", client_id };
    const answer = await service.http("POST", "/oauth/token", new URLSearchParams(form).toString(), {
      "content-type": "application/x-www-form-urlencoded",
    });
    tokens = answer.body;
    assert.ok(tokens?.access_token, JSON.stringify(answer.body));
  }
  assert.equal(refreshes, 1);
});

test("a client whose id is the address of its description signs in; copied, other and private ones are refused", async (context) => {
  const person = await (await service.business()).person("client_admin");
  let answer: { status: number; text: string; headers?: Record<string, string> } = { status: 200, text: "" };
  let fetches = 0;
  const server = http.createServer((_request, response) => {
    fetches += 1;
    response
      .writeHead(answer.status, { "content-type": "application/json", ...answer.headers })
      .end(answer.text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  context.after(() => server.close());
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const describe = (client_id: string) => ({
    status: 200,
    text: JSON.stringify({ client_id, client_name: "Described\u202e agent", redirect_uris: [REDIRECT] }),
  });
  const show = (client_id: string, more: Record<string, string> = {}) =>
    service.http(
      "GET",
      `/api/v1/oauth/client?${new URLSearchParams({ client_id, redirect_uri: REDIRECT, ...more })}`,
    );

  const good = `${base}/agent.json`;
  answer = describe(good);
  const consent_page = await show(good);
  assert.deepEqual(
    [consent_page.body.name, consent_page.body.host, fetches],
    ["Described agent", base.slice("http://".length), 1],
  );
  const elsewhere = await show(good, { redirect_uri: "https://evil.test.example/" });
  assert.equal(elsewhere.body.error_code, "UNKNOWN_REDIRECT");
  assert.equal(
    (await show(good, { resource: "https://other.example/mcp" })).body.error_code,
    "INVALID_TARGET",
  );
  assert.equal(fetches, 1, "kept");

  // Only https addresses are used by official clients as their ids, so this one is given to it as known.
  const provider = createProvider(person, {});
  provider.provider.saveClientInformation({ client_id: good });
  const { client, transport } = GENERATIONS.second(
    new URL(`${RESOURCE}?scopes=orders:read`),
    provider.provider as never,
  );
  const open = transport();
  await assert.rejects(client.connect(open));
  await open.finishAuth(...provider.takeCode());
  await client.connect(transport());
  context.after(() => client.close());
  assert.ok((await client.listTools()).tools.length > 3);

  const refusals: [string, typeof answer][] = [
    ["another id", describe(`${base}/other.json`)],
    ["no redirect addresses", { status: 200, text: JSON.stringify({ client_id: `${base}/1.json` }) }],
    ["not JSON", { status: 200, text: "<html>" }],
    ["not found", { status: 404, text: "{}" }],
    ["a redirect", { status: 302, text: "", headers: { location: good } }],
    ["too much", { status: 200, text: " ".repeat(20_000) }],
  ];
  for (const [index, [why, refused_document]] of refusals.entries()) {
    answer = refused_document;
    const { status, body } = await show(`${base}/${index}.json`);
    assert.deepEqual([status, body.error_code], [400, "UNKNOWN_CLIENT"], why);
  }
  // A failure is not kept.
  answer = describe(`${base}/0.json`);
  assert.equal((await show(`${base}/0.json`)).status, 200);

  const before = fetches;
  const strict = createProviders(DEFAULT_PROVIDER_SETTINGS).oauth_clients;
  for (const id of [
    good,
    "https://127.0.0.1/a.json",
    "https://10.0.0.8/a.json",
    "https://[::1]/a.json",
    "https://localhost/a.json",
    "https://metadata.internal/a.json",
    "https://a.example",
    "https://a.example/",
    "https://a.example/b/../c",
    "https://A.example/c",
    "https://a.example:443/c",
    "https://u@a.example/c",
    "https://a.example/c#d",
    "ftp://a.example/c",
    `https://a.example/${"c".repeat(500)}`,
  ])
    assert.deepEqual(
      [strict.isDocumentAddress(id), await strict.find(id)],
      [false, { fault: "address" }],
      id,
    );
  assert.equal(strict.isDocumentAddress("https://a.example/c.json"), true);
  assert.equal(fetches, before);
});
