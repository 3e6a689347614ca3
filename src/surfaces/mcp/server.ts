/**
 * The user and the developer server: the catalogue as `tools/list`, and `tools/call` through `invoke`.
 *
 * The tools listed for a connection depend on its scopes only, never on the account's role: role and permission
 * refuse at the call, and `get_capabilities` reports beforehand which tools they will refuse.
 */
import { createHmac } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { type Actor, ANONYMOUS } from "#operation/caller/actor.ts";
import { Refusal } from "#operation/define/refusal.ts";
import type { Runtime } from "#operation/define/runtime.ts";
import { findSchemaErrors, findUnstorable, type JsonSchema } from "#operation/define/schema.ts";
import { canonicalJson } from "#operation/records/events.ts";
import { invoke } from "#operation/run/invoke.ts";
import type { Scope } from "#vocabulary/scopes.ts";
import { readBearerToken, readRequestFacts } from "../request.ts";
import { getTools } from "./catalogue.ts";
import { isListed } from "./listing.ts";
import { buildRefusalResult, buildToolResult } from "./outcomes.ts";
import { buildScopeKey, narrowConnection, requireToolAccess } from "./protocol/narrowing.ts";
import {
  type CallContext,
  type Connection,
  type Identity,
  type McpServer,
  type ToolResult,
  ToolUnknown,
  Unauthorised,
} from "./protocol/server.ts";
import type { ServerName, Tool } from "./tool.ts";
import { API_TOKEN_UNTIL, getAddedNames } from "./tool-schema.ts";

/** Beyond this number of scope sets the oldest list is removed and built again when needed. */
const LISTS_MAX = 128;

/** Equal writes of one token within this time are one write, unless they have their own idempotency keys. */
const DUPLICATE_WINDOW_MS = 10_000;

interface ServerTexts {
  path: string;
  title: string;
  instructions: string;
}

const SERVERS: Record<ServerName, ServerTexts> = {
  user: {
    path: "/mcp",
    title: "Packhorse",
    instructions:
      "Orders, routes, labels, shipping, storage and tracking of one business. Call get_capabilities first: it lists what this " +
      "connection may do and why other tools are refused. High-risk tools need confirm=true after a person agreed; dry_run=true previews any write. " +
      "A refused call returns error.code, error.message and error.details; error.retryable tells whether to retry.",
  },
  developer: {
    path: "/mcp/developer",
    title: "Packhorse for developers",
    instructions:
      "For people and agents who write integrations: get_integration_guide first, then get_api_endpoints and " +
      "get_graphql_operations to find calls, run_graphql_query to try them. Public tools need no token.",
  },
};

export function createMcpServer(runtime: Runtime, name: ServerName): McpServer<Actor> {
  const lists = new LRUCache<string, string>({ max: LISTS_MAX });
  let byName: Map<string, Tool> | undefined;
  const tools = () => getTools(runtime.registry, name);
  const { words } = runtime.registry.scopes;
  const anonymous: Identity<Actor> = { anonymous: true, token_scopes: new Set(), words, caller: ANONYMOUS };

  return {
    ...SERVERS[name],

    async authenticate(request) {
      try {
        const token = readBearerToken(request);
        return token === undefined
          ? anonymous
          : buildIdentity(await runtime.authentication.authenticateToken(token, runtime.now()), words);
      } catch (error) {
        if (error instanceof Refusal && error.kind === "unauthenticated")
          throw new Unauthorised(error.message);
        throw error;
      }
    },

    listTools(connection) {
      const key = connection.anonymous ? "anonymous" : buildScopeKey(connection.scopes);
      let list = lists.get(key);
      if (list === undefined) {
        list = JSON.stringify(
          tools()
            .filter((tool) => isListed(tool, connection, name))
            .map(({ definition }) => definition),
        );
        lists.set(key, list);
      }
      return list;
    },

    async callTool(connection, tool_name, args, call) {
      byName ??= new Map(tools().map((tool) => [tool.name, tool]));
      const tool = byName.get(tool_name);
      if (tool === undefined) throw new ToolUnknown(tool_name);
      try {
        const admitted =
          name === "developer" && !tool.is_public
            ? await authenticateByArgument(runtime, connection, args, call.request)
            : connection;
        requireToolAccess(admitted, tool);
        return await run(runtime, name, tool, admitted, args, call);
      } catch (error) {
        if (error instanceof Refusal) return buildRefusalResult(error, call.request.id);
        throw error;
      }
    },
  };
}

/** A token without scopes of its own has every scope that there is. */
function buildIdentity(actor: Actor, words: ReadonlySet<Scope>): Identity<Actor> {
  return { anonymous: false, token_scopes: actor.token_scopes ?? words, words, caller: actor };
}

/** The deprecated `api_token` argument replaces a missing connection token, until the end of its last day. */
async function authenticateByArgument(
  runtime: Runtime,
  connection: Connection<Actor>,
  args: Record<string, unknown>,
  request: FastifyRequest,
): Promise<Connection<Actor>> {
  const token = args["api_token"];
  if (!connection.anonymous || token === undefined) return connection;
  const now = runtime.now();
  const { words } = runtime.registry.scopes;
  if (now.toISOString().slice(0, 10) > API_TOKEN_UNTIL) {
    throw new Refusal("api_token_ended", "unauthenticated", {
      message: `The api_token argument ended on ${API_TOKEN_UNTIL}: send the token in the connection's Authorization header.`,
    });
  }
  if (typeof token !== "string" || token === "") throw wrong("api_token", "must be a token");
  return narrowConnection(
    buildIdentity(await runtime.authentication.authenticateToken(token, now), words),
    request,
  );
}

async function run(
  runtime: Runtime,
  server: ServerName,
  tool: Tool,
  connection: Connection<Actor>,
  args: Record<string, unknown>,
  call: CallContext,
): Promise<ToolResult> {
  const { source } = tool;
  const schema = ("operation" in source ? source.operation.input : source.meta.input) as JsonSchema;
  const writes = tool.effect === "write";
  const names = getAddedNames(schema, { api_token: server === "developer" && !tool.is_public });
  const added: Record<string, unknown> = {};
  const input: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(args)) {
    const side = names.has(name) ? added : input;
    // Defined, not assigned: a member may be called __proto__.
    Object.defineProperty(side, name, { value, enumerable: true, configurable: true, writable: true });
  }
  const confirm = parseFlag(added, "confirm");
  // A dry run has no effect on reads: one that discloses much still needs its confirm.
  const dry_run = writes && (parseFlag(added, "dry_run") || connection.dry_run);
  const actor = connection.caller;
  // Arguments with excessive nesting are refused by the checks that follow, and get no key.
  const key =
    writes && !dry_run && findUnstorable(input) === null
      ? chooseIdempotencyKey(runtime, connection, tool, added, input)
      : undefined;

  if ("meta" in source) {
    const unstorable = findUnstorable(input);
    const errors = unstorable === null ? findSchemaErrors(source.meta.input, "write", input) : [unstorable];
    if (errors !== null)
      throw new Refusal("invalid_request", "invalid", { message: "The arguments are not valid.", errors });
    const tools = getTools(runtime.registry, server);
    const asked = {
      runtime,
      server,
      tools,
      actor,
      connection,
      call,
      input,
      confirm,
      dry_run,
      idempotency_key: key,
    };
    const { answer, ...marks } = await source.meta.run(asked);
    return { structured: answer, ...marks };
  }
  const { operation } = source;
  const result = await invoke(runtime, {
    operation,
    input,
    actor: operation.access.public && operation.access.ignores_token ? ANONYMOUS : actor,
    request: readRequestFacts(call.request, "mcp"),
    dry_run,
    idempotency_key: key,
    agent: {
      confirm,
      require_approval: connection.require_approval,
      scopes: connection.scopes,
      tool: tool.name,
    },
  });
  return buildToolResult(result);
}

function parseFlag(added: Record<string, unknown>, name: string): boolean {
  const value = added[name];
  if (value === undefined || value === null) return false;
  if (typeof value !== "boolean") throw wrong(name, "must be boolean");
  return value;
}

/**
 * The idempotency key of a write: the argument's, the header's, or one that is the same for equal calls of one
 * token within a window of ten seconds. A model that repeats a call because the response was lost does not write
 * twice.
 */
function chooseIdempotencyKey(
  runtime: Runtime,
  connection: Connection<Actor>,
  tool: Tool,
  added: Record<string, unknown>,
  input: Record<string, unknown>,
): string | undefined {
  const given = added["idempotency_key"];
  if (given !== undefined && given !== null) {
    if (typeof given !== "string") throw wrong("idempotency_key", "must be string");
    return given;
  }
  if (connection.idempotency_key !== null) return connection.idempotency_key;
  const { account_id, token_id } = connection.caller;
  if (account_id === null) return undefined;
  const how = connection.require_approval ? "waits" : "happens";
  const window = Math.floor(runtime.now().getTime() / DUPLICATE_WINDOW_MS);
  // Keyed hash: arguments may contain a password, and the key is stored.
  const digest = createHmac("sha256", runtime.settings.secret_key)
    .update(`${account_id} ${token_id} ${tool.name} ${how} ${window}\n${canonicalJson(input)}`)
    .digest("base64url");
  return `mcp-${digest}`;
}

function wrong(field: string, message: string): Refusal {
  return new Refusal("invalid_request", "invalid", {
    message: "The arguments are not valid.",
    errors: [{ field, message }],
  });
}
