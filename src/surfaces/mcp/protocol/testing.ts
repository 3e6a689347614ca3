/** For the tests in this folder: an app with a small tool server, and helpers of a simple client. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import Fastify, { type FastifyRequest } from "fastify";
import { PUBLISHED_SCOPES, type Scope } from "#vocabulary/scopes.ts";
import { buildScopeKey, requireToolAccess } from "./narrowing.ts";
import { type McpOptions, registerMcp } from "./plugin.ts";
import { type Connection, type Identity, type McpServer, ToolUnknown, Unauthorised } from "./server.ts";

export const BASE_URL = "https://packhorse.test";

const JSON_TYPE = "application/json; charset=utf-8";

const WORDS: ReadonlySet<Scope> = new Set(PUBLISHED_SCOPES);

const TOKENS: Record<string, readonly Scope[]> = {
  full: PUBLISHED_SCOPES,
  reader: ["orders:read", "routes:read"],
};

interface TestTool {
  is_public: boolean;
  scopes: readonly Scope[];
}

const TOOLS: Record<string, TestTool> = {
  track_package: { is_public: true, scopes: [] },
  get_orders: { is_public: false, scopes: ["orders:read"] },
  create_order: { is_public: false, scopes: ["orders:write"] },
  get_driver_routes: { is_public: false, scopes: ["routes:read", "drivers:read"] },
  count_slowly: { is_public: true, scopes: [] },
  break_down: { is_public: true, scopes: [] },
  refuse: { is_public: true, scopes: [] },
};

const OUTPUT = { type: "object", properties: { said: { type: "string" } } };

class TestServer implements McpServer<string> {
  path = "/mcp";
  title = "Test server";
  description = "Says what it is told.";
  instructions = "Say what you want.";
  /** Connections of the calls that reached a tool. */
  called: Connection<string>[] = [];
  lists_made = 0;
  readonly #lists = new Map<string, string>();

  authenticate({ headers: { authorization } }: FastifyRequest): Identity<string> {
    if (authorization === undefined)
      return { anonymous: true, token_scopes: new Set(), words: WORDS, caller: "nobody" };
    const token = authorization.replace("Bearer ", "");
    const scopes = TOKENS[token];
    if (scopes === undefined) throw new Unauthorised("The access token has expired.");
    return { anonymous: false, token_scopes: new Set(scopes), words: WORDS, caller: token };
  }

  listTools(connection: Connection<string>): string {
    const key = buildScopeKey(connection.scopes);
    let list = this.#lists.get(key);
    if (list === undefined) {
      this.lists_made += 1;
      const visible_tools = Object.entries(TOOLS).filter(([, tool]) =>
        tool.scopes.every((s) => connection.scopes.has(s)),
      );
      list = JSON.stringify(
        visible_tools.map(([name]) => ({
          name,
          description: `Does ${name}.`,
          inputSchema: { type: "object" },
          outputSchema: OUTPUT,
        })),
      );
      this.#lists.set(key, list);
    }
    return list;
  }

  callTool: McpServer<string>["callTool"] = async (connection, name, args, call) => {
    const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
    if (tool === undefined) throw new ToolUnknown(name);
    requireToolAccess(connection, { name, ...tool });
    this.called.push(connection);
    if (name === "break_down") throw new Error("the secret of the database");
    if (name === "refuse") return { structured: { said: "no" }, is_error: true };
    if (name === "count_slowly") for (const finished_count of [1, 2]) call.progress(finished_count, 2);
    return { structured: JSON.stringify({ said: `"${name}" ✓ ${JSON.stringify(args)}` }) };
  };
}

export interface TestApp {
  server: TestServer;
  url: string;
  port: number;
  post(body: unknown, headers?: Record<string, string>, path?: string): Promise<Answered>;
}

export interface Answered {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: an answer is looked into member by member.
  json: any;
}

export async function startApp(
  t: TestContext,
  options: Partial<McpOptions> & { host?: string; onRequest?: (request: FastifyRequest) => void } = {},
): Promise<TestApp> {
  const server = new TestServer();
  const developer = Object.assign(new TestServer(), { path: "/mcp/developer" });
  const app = Fastify({ logger: false });
  app.addHook("onRequest", async (request) => options.onRequest?.(request));
  registerMcp(app, {
    servers: [server, developer],
    base_url: BASE_URL,
    version: "1.2.3",
    allowed_origins: ["https://console.test"],
    fixtures: false,
    ...options,
  });
  await app.listen({ port: 0, host: options.host ?? "127.0.0.1" });
  t.after(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    server,
    url,
    port,
    post: (body, headers = {}, path = "/mcp") =>
      fetchText(url + path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
  };
}

export async function fetchText(url: string, init: RequestInit = {}): Promise<Answered> {
  const response = await fetch(url, init);
  const text = await response.text();
  const is_json = text !== "" && response.headers.get("content-type") === JSON_TYPE;
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: is_json ? JSON.parse(text) : undefined,
  };
}

/** `fetch` always sends the real Host header; an attacker's page can send another. */
export function statusWithHost(port: number, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        port,
        host: "127.0.0.1",
        path: "/mcp",
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
      },
      (response) => {
        response.resume();
        resolve(response.statusCode!);
      },
    );
    request.on("error", reject);
    request.end(JSON.stringify(LIST));
  });
}

export const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };

export function toolCall(name: string, args: Record<string, unknown> = {}): Record<string, unknown> {
  return { jsonrpc: "2.0", id: "c1", method: "tools/call", params: { name, arguments: args } };
}

export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

/** A request of 2026-07-28 and its headers; `headers` and `meta` override its parts. */
export function modern(
  method: string,
  params: Record<string, unknown> = {},
  spoiled: { headers?: Record<string, string>; meta?: Record<string, unknown> } = {},
): [Record<string, unknown>, Record<string, string>] {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    ...spoiled.meta,
  };
  const name = params.name ?? params.uri;
  return [
    { jsonrpc: "2.0", id: 7, method, params: { ...params, _meta } },
    {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...(typeof name === "string" ? { "mcp-name": name } : {}),
      ...spoiled.headers,
    },
  ];
}

export function namesIn(answered: Answered): string[] {
  return answered.json.result.tools.map((tool: { name: string }) => tool.name);
}
