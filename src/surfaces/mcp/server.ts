/**
 * The user and the developer server: the catalogue as `tools/list`, and `tools/call` on the one road.
 *
 * What a connection is listed depends on its scopes alone, never on the role of the account: role and permission
 * refuse at the call, and `get_capabilities` says beforehand which tools they will refuse.
 */
import { createHmac } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { type Actor, ANONYMOUS } from "#operation/actor.ts";
import { canonicalJson } from "#operation/events.ts";
import { invoke } from "#operation/invoke.ts";
import type { Mechanism } from "#operation/mechanism.ts";
import { Refusal } from "#operation/refusal.ts";
import { faultsOf, type JsonSchema, unstorable } from "#operation/schema.ts";
import { SCOPES, type Scope } from "#vocabulary/scopes.ts";
import { bearerOf, factsOf } from "../request.ts";
import { toolsOf } from "./catalogue.ts";
import { isListed } from "./listing.ts";
import { refusedResult, resultOf } from "./outcomes.ts";
import { mustAdmit, narrow, scopeKey } from "./protocol/narrowing.ts";
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
import { API_TOKEN_UNTIL, addedNames } from "./tool-schema.ts";

/** Beyond this many sets of scopes the oldest list is made again when asked for. */
const LISTS_KEPT = 128;

/** Equal writes of one token within this time are one write, unless they carry keys of their own. */
const TWIN_WINDOW_MS = 10_000;

interface Face {
  path: string;
  title: string;
  instructions: string;
}

const FACES: Record<ServerName, Face> = {
  user: {
    path: "/mcp",
    title: "Packhorse",
    instructions:
      "Orders, routes, labels, shipping, storage and tracking of one business. Call get_capabilities first: it says what this " +
      "connection may do and why not. High-risk tools need confirm=true after a person agreed; dry_run=true previews any write. " +
      "A refused call answers error.code, error.message and error.details; error.retryable says whether to try again.",
  },
  developer: {
    path: "/mcp/developer",
    title: "Packhorse for developers",
    instructions:
      "For people and agents who write integrations: get_integration_guide first, then get_api_endpoints and " +
      "get_graphql_operations to find calls, run_graphql_query to try them. Public tools need no token.",
  },
};

export function mcpServer(mechanism: Mechanism, name: ServerName): McpServer<Actor> {
  const lists = new Map<string, string>();
  let byName: Map<string, Tool> | undefined;
  const tools = () => toolsOf(mechanism.registry, name);

  return {
    ...FACES[name],

    async authenticate(request) {
      try {
        const token = bearerOf(request);
        return token === undefined
          ? STRANGER
          : identityOf(await mechanism.callers.ofToken(token, mechanism.now()));
      } catch (error) {
        if (error instanceof Refusal && error.kind === "unauthenticated")
          throw new Unauthorised(error.message);
        throw error;
      }
    },

    listTools(connection) {
      const key = connection.anonymous ? "anonymous" : scopeKey(connection.scopes);
      let list = lists.get(key);
      if (list === undefined) {
        list = JSON.stringify(
          tools()
            .filter((tool) => isListed(tool, connection, name))
            .map(({ definition }) => definition),
        );
        if (lists.size >= LISTS_KEPT) lists.delete(lists.keys().next().value as string);
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
            ? await byArgument(mechanism, connection, args, call.request)
            : connection;
        mustAdmit(admitted, tool);
        return await run(mechanism, name, tool, admitted, args, call);
      } catch (error) {
        if (error instanceof Refusal) return refusedResult(error, call.request.id);
        throw error;
      }
    },
  };
}

const STRANGER: Identity<Actor> = { anonymous: true, token_scopes: new Set(), caller: ANONYMOUS };

const EVERY_SCOPE: ReadonlySet<Scope> = new Set(SCOPES);

function identityOf(actor: Actor): Identity<Actor> {
  return { anonymous: false, token_scopes: actor.token_scopes ?? EVERY_SCOPE, caller: actor };
}

/** The deprecated `api_token` argument stands in for a connection token that is not there, until its last day is over. */
async function byArgument(
  mechanism: Mechanism,
  connection: Connection<Actor>,
  args: Record<string, unknown>,
  request: FastifyRequest,
): Promise<Connection<Actor>> {
  const token = args["api_token"];
  if (!connection.anonymous || token === undefined) return connection;
  const now = mechanism.now();
  if (now.toISOString().slice(0, 10) > API_TOKEN_UNTIL) {
    throw new Refusal("api_token_ended", "unauthenticated", {
      message: `The api_token argument ended on ${API_TOKEN_UNTIL}: send the token in the connection's Authorization header.`,
    });
  }
  if (typeof token !== "string" || token === "") throw wrong("api_token", "must be a token");
  return narrow(identityOf(await mechanism.callers.ofToken(token, now)), request);
}

async function run(
  mechanism: Mechanism,
  server: ServerName,
  tool: Tool,
  connection: Connection<Actor>,
  args: Record<string, unknown>,
  call: CallContext,
): Promise<ToolResult> {
  const { source } = tool;
  const schema = ("operation" in source ? source.operation.input : source.meta.input) as JsonSchema;
  const writes = tool.effect === "write";
  const names = addedNames(schema, { api_token: server === "developer" && !tool.is_public });
  const added: Record<string, unknown> = {};
  const input: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(args)) {
    const side = names.has(name) ? added : input;
    // Defined, not assigned: a member may be called __proto__.
    Object.defineProperty(side, name, { value, enumerable: true, configurable: true, writable: true });
  }
  const confirm = flagOf(added, "confirm");
  // A dry run says nothing about reads: one that discloses much needs its confirm all the same.
  const dry_run = writes && (flagOf(added, "dry_run") || connection.dry_run);
  const actor = connection.caller;
  // What is nested without end is refused by the checks that follow, and has no key.
  const key =
    writes && !dry_run && unstorable(input) === null
      ? keyOf(mechanism, connection, tool, added, input)
      : undefined;

  if ("meta" in source) {
    const hostile = unstorable(input);
    const errors = hostile === null ? faultsOf(source.meta.input, "write", input) : [hostile];
    if (errors !== null)
      throw new Refusal("invalid_request", "invalid", { message: "The arguments are not valid.", errors });
    const tools = toolsOf(mechanism.registry, server);
    const asked = {
      mechanism,
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
  const result = await invoke(mechanism, {
    operation,
    input,
    actor: operation.access.public && operation.access.ignores_token ? ANONYMOUS : actor,
    request: factsOf(call.request, "mcp"),
    dry_run,
    idempotency_key: key,
    agent: {
      confirm,
      require_approval: connection.require_approval,
      scopes: connection.scopes,
      tool: tool.name,
    },
  });
  return resultOf(result);
}

function flagOf(added: Record<string, unknown>, name: string): boolean {
  const value = added[name];
  if (value === undefined || value === null) return false;
  if (typeof value !== "boolean") throw wrong(name, "must be boolean");
  return value;
}

/**
 * The key of a write: the argument's, the header's, or one that is the same for equal calls of one token within
 * a window of ten seconds. A model that repeats a call because the answer was lost does not write twice.
 */
function keyOf(
  mechanism: Mechanism,
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
  const window = Math.floor(mechanism.now().getTime() / TWIN_WINDOW_MS);
  // Keyed: arguments may hold a password, and the key is kept.
  const digest = createHmac("sha256", mechanism.settings.secret_key)
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
