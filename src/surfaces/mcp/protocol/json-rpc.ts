/**
 * JSON-RPC 2.0 as MCP uses it: parsing of posted messages, and the text of responses.
 *
 * Responses are assembled as text. A tool list or a tool's response is already serialized when it gets here and is
 * spliced in, so that nothing large is serialized twice.
 *
 * Source: JSON-RPC 2.0; Model Context Protocol 2026-07-28, "Base protocol".
 */

export const CODES = {
  parse_error: -32700,
  invalid_request: -32600,
  method_not_found: -32601,
  invalid_params: -32602,
  internal_error: -32603,
  header_mismatch: -32020,
  missing_client_capability: -32021,
  unsupported_protocol_version: -32022,
} as const;

export type Id = string | number;

export interface Request {
  id: Id;
  method: string;
  params: Record<string, unknown>;
}

/** A client's response to a request that the server sent on an open stream. */
export interface Response {
  id: Id;
  result?: unknown;
  error?: { code: number; message: string };
}

export type Message =
  | { kind: "request"; request: Request }
  | { kind: "notification"; method: string; params: Record<string, unknown> }
  | { kind: "response"; response: Response };

/** A protocol error: an error object for the caller, and its HTTP status. */
export class RpcError extends Error {
  readonly code: number;
  readonly status: number;
  readonly data: unknown;
  /** The value of WWW-Authenticate, for authentication errors. */
  readonly challenge: string | undefined;
  /** Of the HTTP response. */
  readonly headers: Record<string, string>;

  constructor(
    code: number,
    message: string,
    options: { status?: number; data?: unknown; challenge?: string; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.code = code;
    this.status = options.status ?? 200;
    this.data = options.data;
    this.challenge = options.challenge;
    this.headers = options.headers ?? {};
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isId(value: unknown): value is Id {
  return typeof value === "string" || (typeof value === "number" && Number.isFinite(value));
}

const NO_PARAMS: Record<string, unknown> = Object.freeze({});

/**
 * Refuses with -32600 (HTTP 400) values that are not a message, and with -32602 (HTTP 400) params that are not an
 * object.
 */
export function readMessage(value: unknown): Message {
  if (!isObject(value) || value.jsonrpc !== "2.0") {
    throw new RpcError(
      CODES.invalid_request,
      'Not a JSON-RPC message: expected an object with "jsonrpc":"2.0".',
      {
        status: 400,
      },
    );
  }
  const { id, method, params } = value;
  if (typeof method !== "string") {
    if (isId(id) && ("result" in value || "error" in value)) {
      return { kind: "response", response: value as unknown as Response };
    }
    throw new RpcError(CODES.invalid_request, "A JSON-RPC request needs a method, a string.", {
      status: 400,
    });
  }
  if (id === undefined) {
    return { kind: "notification", method, params: isObject(params) ? params : NO_PARAMS };
  }
  if (!isId(id)) {
    throw new RpcError(CODES.invalid_request, "The id of a request is a string or a number.", {
      status: 400,
    });
  }
  if (params !== undefined && !isObject(params)) {
    throw new RpcError(CODES.invalid_params, "The params of a request are an object.", { status: 400 });
  }
  return { kind: "request", request: { id, method, params: params ?? NO_PARAMS } };
}

/** The id for the response to a message that was refused before it was parsed; `null` when it has none. */
export function findRequestId(value: unknown): Id | null {
  return isObject(value) && isId(value.id) ? value.id : null;
}

function idText(id: Id | null): string {
  return typeof id === "number" ? String(id) : JSON.stringify(id);
}

/** Members of a result object, without its braces, as JSON text or as that text's bytes; may be empty. */
export type Members = string | Buffer;

/** A response around cached bytes: sent as three parts, so that the bytes are never copied or parsed again. */
export interface Parts {
  head: string;
  bytes: Buffer;
  tail: string;
}

/** `more` are further members, as text. */
export function resultText(id: Id, members: Members, more: string): string | Parts {
  const head = `{"jsonrpc":"2.0","id":${idText(id)},"result":{`;
  const tail = `${members.length > 0 && more !== "" ? "," : ""}${more}}}`;
  if (typeof members === "string") return head + members + tail;
  return { head, bytes: members, tail };
}

export function joinParts(answer: string | Parts): string {
  return typeof answer === "string" ? answer : `${answer.head}${answer.bytes}${answer.tail}`;
}

export function errorText(id: Id | null, error: { code: number; message: string; data?: unknown }): string {
  const { code, message, data } = error;
  return `{"jsonrpc":"2.0","id":${idText(id)},"error":${JSON.stringify({ code, message, data })}}`;
}

export function notificationText(method: string, params: Record<string, unknown>): string {
  return JSON.stringify({ jsonrpc: "2.0", method, params });
}
