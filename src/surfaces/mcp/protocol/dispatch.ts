/**
 * Processes a posted body in a fixed order: caller, scopes, single message or batch, era, the era's own checks,
 * method.
 *
 * Source: Model Context Protocol 2026-07-28 and the four revisions before it.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { Refusal } from "#operation/define/refusal.ts";
import { toRefusal } from "#operation/response/failure.ts";
import { refusals } from "#operation/response/platform-messages.ts";
import { type Answer, Call, type EndpointMethods, type Method } from "./call.ts";
import { cancelCall, runCancellable } from "./calls-under-way.ts";
import {
  ALL_VERSIONS,
  isModern,
  LEGACY_VERSIONS,
  legacyEnvelope,
  META,
  MODERN_VERSIONS,
  openEnvelope,
} from "./era.ts";
import { InputRequired } from "./input-required.ts";
import {
  CODES,
  errorText,
  findRequestId,
  isObject,
  joinParts,
  type Message,
  type Parts,
  type Request,
  RpcError,
  readMessage,
  resultText,
} from "./json-rpc.ts";
import { challenge } from "./metadata.ts";
import { narrowConnection } from "./narrowing.ts";
import { buildPromptMethods } from "./prompts.ts";
import { buildResourceMethods } from "./resources.ts";
import {
  AuthenticationRequired,
  type Connection,
  type Endpoint,
  type Identity,
  type McpServer,
  ScopeMissing,
  ToolNotInProfile,
  type ToolResult,
  ToolUnknown,
  Unauthorised,
} from "./server.ts";
import { identifyServer, introduceServer } from "./server-identity.ts";
import { Channel } from "./sse.ts";
import { answerWithTask, buildTaskMethods, TASKS_EXTENSION } from "./tasks.ts";
import { buildToolMembers } from "./tool-result.ts";
import { noteTrace } from "./trace.ts";

const BATCH_MAX = 100;

/**
 * How long a client may cache a list, milliseconds. Short, because a token's scopes can change; calls are checked
 * anyway.
 */
const LIST_TTL_MS = 60_000;

/** Beyond this number the oldest bytes are removed and built again when needed. */
const BYTES_KEPT_MAX = 64;

/**
 * What a client asks first: when its URL names a profile or scopes and it has no token, it is asked to get one now, with
 * exactly these, and not at its first call.
 */
const isStart = (method: string) =>
  method === "initialize" || method === "server/discover" || method.endsWith("/list");

/** An endpoint with everything that is the same for every request precomputed. */
export interface Mounted {
  endpoint: Endpoint;
  base_url: string;
  methods: Record<"modern" | "legacy", ReadonlyMap<string, Method>>;
  offer: EndpointMethods;
  /** The member of every modern result that identifies the server. */
  identity: string;
  /** The same with what a client may show, when it connects. */
  introduction: string;
}

export function mount(
  endpoint: Endpoint,
  offer: EndpointMethods,
  options: { base_url: string; version: string },
): Mounted {
  const { capabilities, methods } = offer;
  const { instructions } = endpoint;
  const introduction = introduceServer(endpoint, options);
  const discovery = withoutBraces({
    supportedVersions: MODERN_VERSIONS,
    capabilities: capabilities.modern,
    instructions,
  });
  const initialized = withoutBraces({
    capabilities: capabilities.legacy,
    serverInfo: introduction,
    instructions,
  });
  const modern: Record<string, Method> = {
    "server/discover": () => ({ members: discovery, is_cacheable: true, is_introduction: true }),
    ...methods.modern,
  };
  const legacy: Record<string, Method> = {
    initialize: (call) => ({ members: `"protocolVersion":"${agreedVersion(call)}",${initialized}` }),
    ping: () => ({ members: "" }),
    ...methods.legacy,
  };
  return {
    endpoint,
    base_url: options.base_url,
    methods: { modern: new Map(Object.entries(modern)), legacy: new Map(Object.entries(legacy)) },
    offer,
    identity: `"_meta":${JSON.stringify({ [META.server_info]: identifyServer(endpoint, options) })}`,
    introduction: `"_meta":${JSON.stringify({ [META.server_info]: introduction })}`,
  };
}

/** The methods of a tool server; the same in both eras, except for tasks. */
export function buildEndpointMethods(server: McpServer): EndpointMethods {
  const lists = new ByteCache((tools) => `"tools":${tools}`);
  const answers = new ByteCache((text) => buildToolMembers(text));
  const { prompts = [], resources = [], resource_templates = [] } = server;
  const has_resources = resources.length + resource_templates.length > 0;
  const methods: Record<string, Method> = {
    "tools/list": (call) => listTools(server, lists, call),
    "tools/call": (call) => callTool(server, answers, call),
    ...(prompts.length === 0 ? {} : buildPromptMethods(prompts)),
    ...(has_resources ? buildResourceMethods(server, resources, resource_templates) : {}),
  };
  const { tasks } = server;
  const task_methods: Record<string, Method> =
    tasks === undefined
      ? {}
      : buildTaskMethods({
          find: (call, id) => tasks.find(call.connection, id, call),
          cancel: (call, id) => tasks.cancel(call.connection, id, call),
          // No task waits for its client.
          update: async (call, id) => (await tasks.find(call.connection, id, call)) !== undefined,
        });
  const capabilities = {
    tools: {},
    ...(prompts.length === 0 ? {} : { prompts: {} }),
    ...(has_resources ? { resources: {} } : {}),
  };
  return {
    capabilities: {
      modern: tasks === undefined ? capabilities : { ...capabilities, extensions: { [TASKS_EXTENSION]: {} } },
      legacy: capabilities,
    },
    methods: { modern: { ...methods, ...task_methods }, legacy: methods },
  };
}

/** The caller of a request, or why it could not be authenticated. */
type McpCaller = { identity: Identity } | { error: unknown };

declare module "fastify" {
  interface FastifyRequest {
    /** Null outside the MCP endpoints. A member and no WeakMap: each entry of one is work for the garbage collector. */
    mcp_caller: McpCaller | null;
  }
}

/** From the headers only; undefined for an invalid token, which `dispatch` refuses once the message id is known. */
export async function readCaller(mounted: Mounted, request: FastifyRequest): Promise<Identity | undefined> {
  try {
    const identity = await mounted.endpoint.authenticate(request);
    request.mcp_caller = { identity };
    return identity;
  } catch (error) {
    request.mcp_caller = { error };
    return undefined;
  }
}

function getCaller(request: FastifyRequest): Identity {
  const mcp_caller = request.mcp_caller;
  if (mcp_caller === null) throw new Error("The caller was not read.");
  if ("error" in mcp_caller) throw mcp_caller.error;
  return mcp_caller.identity;
}

/** The response text; undefined when the response has no body, or has already been sent. Never throws. */
export async function dispatch(
  mounted: Mounted,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | undefined> {
  const { body } = request;
  let connection: Connection;
  try {
    connection = narrowConnection(getCaller(request), request);
  } catch (error) {
    return sendRpcError(reply, toRpcError(error, mounted, request), body);
  }
  if (Array.isArray(body)) return answerBatch(mounted, connection, request, reply, body);

  let channel: Channel | undefined;
  try {
    const message = readMessage(body);
    if (message.kind !== "request") return acknowledge(mounted, message, request, reply);
    channel = new Channel(request, reply);
    const text = await answer(mounted, connection, request, message.request, channel);
    if (channel.is_open) channel.end(joinParts(text));
    else if (typeof text === "string") return text;
    else channel.sendParts(text);
    return undefined;
  } catch (error) {
    const fault = toRpcError(error, mounted, request);
    if (channel?.is_open !== true) return sendRpcError(reply, fault, body);
    channel.end(errorText(findRequestId(body), fault));
    return undefined;
  }
}

async function answer(
  mounted: Mounted,
  connection: Connection,
  request: FastifyRequest,
  rpc_request: Request,
  channel: Channel | null,
): Promise<string | Parts> {
  const { headers } = request;
  const is_modern = isModern(headers, rpc_request);
  if (is_modern && channel === null) throw batchesNotSupported();
  const envelope = is_modern ? openEnvelope(headers, rpc_request) : legacyEnvelope(headers, rpc_request);
  const method = mounted.methods[envelope.era].get(rpc_request.method);
  if (method === undefined) {
    throw new RpcError(CODES.method_not_found, `Unknown method: ${rpc_request.method}.`, {
      status: is_modern ? 404 : 200,
    });
  }
  if (connection.anonymous && connection.requested_scopes !== null && isStart(rpc_request.method))
    throw new AuthenticationRequired([...connection.requested_scopes]);
  const call = new Call(request, connection, rpc_request, envelope, channel);
  const trace = noteTrace(call);
  const result = await runMethod(method, call);
  const identity_text = result.is_introduction === true ? mounted.introduction : mounted.identity;
  const meta = addMeta(
    is_modern ? identity_text : "",
    trace === undefined ? result.meta : { ...result.meta, ...trace },
  );
  return resultText(rpc_request.id, result.members, is_modern ? buildResultTail(result, meta) : meta);
}

async function runMethod(method: Method, call: Call): Promise<Answer> {
  try {
    return await method(call);
  } catch (error) {
    if (error instanceof InputRequired) return error.answer;
    throw error;
  }
}

/** The `_meta` member with further members; it is serialised already. */
function addMeta(identity: string, meta: Answer["meta"]): string {
  if (meta === undefined) return identity;
  const more = JSON.stringify(meta);
  return identity === "" ? `"_meta":${more}` : `${identity.slice(0, -1)},${more.slice(1)}`;
}

/** The members every modern result has beside its own. */
function buildResultTail(result: Answer, identity: string): string {
  const type = result.result_type ?? "complete";
  const ttl_ms = result.is_fleeting === true ? 0 : LIST_TTL_MS;
  const cache_members = result.is_cacheable === true ? `"ttlMs":${ttl_ms},"cacheScope":"private",` : "";
  return `"resultType":"${type}",${cache_members}${identity}`;
}

/** Batches were part of 2025-03-26 only; every legacy client may send one. Its calls run one after another. */
async function answerBatch(
  mounted: Mounted,
  connection: Connection,
  request: FastifyRequest,
  reply: FastifyReply,
  batch: readonly unknown[],
): Promise<string | undefined> {
  const version = request.headers["mcp-protocol-version"];
  if (typeof version === "string" && MODERN_VERSIONS.includes(version))
    return sendRpcError(reply, batchesNotSupported(), null);
  if (batch.length === 0 || batch.length > BATCH_MAX) {
    const fault = new RpcError(CODES.invalid_request, `A batch holds 1 to ${BATCH_MAX} messages.`, {
      status: 400,
    });
    return sendRpcError(reply, fault, null);
  }
  const answers: string[] = [];
  for (const entry of batch) {
    try {
      const message = readMessage(entry);
      if (message.kind !== "request") {
        receive(mounted, message, request);
        continue;
      }
      if (message.request.method === "initialize") {
        throw new RpcError(CODES.invalid_request, "initialize is never part of a batch.");
      }
      answers.push(joinParts(await answer(mounted, connection, request, message.request, null)));
    } catch (error) {
      answers.push(errorText(findRequestId(entry), toRpcError(error, mounted, request)));
    }
  }
  if (answers.length > 0) return `[${answers.join(",")}]`;
  reply.code(202);
  return undefined;
}

function batchesNotSupported(): RpcError {
  return new RpcError(
    CODES.invalid_request,
    "Protocol version 2026-07-28 has no batches: send one message at a time.",
    {
      status: 400,
    },
  );
}

type OneWayMessage = Exclude<Message, { kind: "request" }>;

function acknowledge(
  mounted: Mounted,
  message: OneWayMessage,
  request: FastifyRequest,
  reply: FastifyReply,
): undefined {
  receive(mounted, message, request);
  reply.code(202);
}

function receive(mounted: Mounted, message: OneWayMessage, request: FastifyRequest): void {
  if (message.kind === "response") mounted.offer.onResponse?.(message.response);
  else if (message.method === "notifications/cancelled") cancelCall(request, message.params["requestId"]);
}

export function sendRpcError(reply: FastifyReply, fault: RpcError, body: unknown): string {
  reply.code(fault.status);
  if (fault.challenge !== undefined) reply.header("www-authenticate", fault.challenge);
  reply.headers(fault.headers);
  return errorText(findRequestId(body), fault);
}

/** A refusal of the HTTP request: before there is a call, or instead of one. */
export function toRpcRefusal({ message, status, error_code, kind, headers }: Refusal): RpcError {
  const code = kind === "unavailable" ? CODES.internal_error : CODES.invalid_request;
  return new RpcError(code, message, { status, data: { reason: error_code.toLowerCase() }, headers });
}

/** Maps every error to a protocol error; an unexpected one is logged and sent without details. */
export function toRpcError(error: unknown, mounted: Mounted, request: FastifyRequest): RpcError {
  if (error instanceof RpcError) return error;
  const path = request.routeOptions.url ?? mounted.endpoint.path;
  if (error instanceof Unauthorised) {
    return new RpcError(CODES.invalid_request, error.message || "The access token is not valid.", {
      status: 401,
      data: { reason: "invalid_token" },
      challenge: challenge(mounted.base_url, path, { error: "invalid_token" }),
    });
  }
  if (error instanceof AuthenticationRequired) {
    return new RpcError(CODES.invalid_request, error.message, {
      status: 401,
      data: { reason: "authentication_required", scopes: error.scopes },
      challenge: challenge(mounted.base_url, path, { scopes: error.scopes }),
    });
  }
  if (error instanceof ScopeMissing) {
    return new RpcError(CODES.invalid_request, error.message, {
      status: 403,
      data: { reason: "insufficient_scope", scopes: error.scopes, missing_scopes: error.missing },
      challenge: challenge(mounted.base_url, path, { error: "insufficient_scope", scopes: error.scopes }),
    });
  }
  if (error instanceof ToolUnknown || error instanceof ToolNotInProfile) {
    const facts =
      error instanceof ToolUnknown
        ? { reason: "no_such_tool", nearest: error.nearest }
        : { reason: "not_in_profile", profile: error.profile, missing_scopes: error.missing };
    return new RpcError(CODES.invalid_params, error.message, { data: { tool: error.tool, ...facts } });
  }
  const refusal = error instanceof Refusal ? error : toRefusal(error);
  if (refusal !== undefined) return toRpcRefusal(refusal);
  request.log.error({ err: error, request_id: request.id }, "an MCP request failed");
  return new RpcError(CODES.internal_error, refusals.internal_error.en, {
    status: 500,
    data: { request_id: request.id },
  });
}

/**
 * Caches the bytes of texts that are the same object from call to call: lists, one per set of scopes in use, and
 * responses.
 */
class ByteCache {
  readonly #kept = new LRUCache<string, Buffer>({ max: BYTES_KEPT_MAX });
  readonly #findMembers: (text: string) => string;

  constructor(findMembers: (text: string) => string) {
    this.#findMembers = findMembers;
  }

  of(text: string): Buffer {
    let bytes = this.#kept.get(text);
    if (bytes !== undefined) return bytes;
    bytes = Buffer.from(this.#findMembers(text));
    this.#kept.set(text, bytes);
    return bytes;
  }
}

function listTools(server: McpServer, lists: ByteCache, call: Call): Answer {
  if (call.params.cursor !== undefined) {
    throw new RpcError(CODES.invalid_params, "Unknown cursor: the list has one page.");
  }
  return {
    members: lists.of(server.listTools(call.connection)),
    is_cacheable: true,
    // After sign-in the same client sees more.
    is_fleeting: call.connection.anonymous,
  };
}

async function callTool(server: McpServer, answers: ByteCache, call: Call): Promise<Answer> {
  const { name, arguments: args } = call.params;
  if (typeof name !== "string") {
    throw new RpcError(CODES.invalid_params, "tools/call needs the name of a tool, a string.");
  }
  if (args !== undefined && !isObject(args)) {
    throw new RpcError(CODES.invalid_params, "The arguments of a tool are an object.");
  }
  const result = await runCancellable(call.request, call.id, (under_way) => {
    call.under_way = under_way;
    return Promise.resolve(server.callTool(call.connection, name, args ?? {}, call));
  });
  if (!("task" in result)) return toolAnswer(result, answers);
  const { task, meta } = result;
  return { ...answerWithTask(task), ...(meta === undefined ? {} : { meta }) };
}

function toolAnswer({ structured, is_error, is_kept, meta, files }: ToolResult, answers: ByteCache): Answer {
  const more = meta === undefined ? {} : { meta };
  const text = typeof structured === "string" ? structured : JSON.stringify(structured);
  if (is_kept === true && is_error !== true) return { members: answers.of(text), ...more };
  const members = buildToolMembers(text, files);
  return { members: is_error === true ? `${members},"isError":true` : members, ...more };
}

/** Any known version is accepted, including the modern one; for others the client is offered our newest legacy one. */
function agreedVersion(call: Call): string {
  const requested_version = call.params.protocolVersion;
  if (typeof requested_version !== "string") {
    throw new RpcError(CODES.invalid_params, "initialize needs protocolVersion, a string.");
  }
  return ALL_VERSIONS.includes(requested_version) ? requested_version : LEGACY_VERSIONS[0]!;
}

function withoutBraces(members: object): string {
  return JSON.stringify(members).slice(1, -1);
}
