/**
 * Two protocol eras on one URL. The modern era (2026-07-28 on) is stateless: every request carries an envelope in
 * `params._meta`, repeated in headers so that gateways need not read bodies. The legacy era begins with
 * `initialize`, which stores nothing here: requests are independent in both eras.
 *
 * Source: Model Context Protocol 2026-07-28, "Versioning" and "Streamable HTTP".
 */
import type { IncomingHttpHeaders } from "node:http";
import { decodeBytes } from "#platform/text/decode-bytes.ts";
import { CODES, isObject, type Request, RpcError } from "./json-rpc.ts";

export const MODERN_VERSIONS: readonly string[] = ["2026-07-28"];
/** Newest first: the first one is offered to an `initialize` with an unknown version. */
export const LEGACY_VERSIONS: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
export const ALL_VERSIONS: readonly string[] = [...MODERN_VERSIONS, ...LEGACY_VERSIONS];

export const META = {
  protocol_version: "io.modelcontextprotocol/protocolVersion",
  client_capabilities: "io.modelcontextprotocol/clientCapabilities",
  client_info: "io.modelcontextprotocol/clientInfo",
  server_info: "io.modelcontextprotocol/serverInfo",
  log_level: "io.modelcontextprotocol/logLevel",
  subscription_id: "io.modelcontextprotocol/subscriptionId",
} as const;

/** The client info of a request; the legacy era sends it once, in `initialize`, and we store nothing. */
export interface Envelope {
  era: "modern" | "legacy";
  /** Undefined when a legacy client sends no version header. */
  protocol_version: string | undefined;
  client_capabilities: Record<string, unknown> | undefined;
}

/** The parameter that `Mcp-Name` repeats, by method. */
const NAMED_BY: Record<string, string> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
  "tasks/get": "taskId",
  "tasks/update": "taskId",
  "tasks/cancel": "taskId",
};

/** Dates compare as text. A text that is not a date is not a legacy version either and is treated as modern. */
function isModernVersion(version: string): boolean {
  return version >= "2026-07-28";
}

export function isModern(headers: IncomingHttpHeaders, request: Request): boolean {
  const meta = request.params._meta;
  if (isObject(meta) && (META.protocol_version in meta || META.client_capabilities in meta)) return true;
  // `initialize` belongs to the legacy era whatever the header contains: a client that knows only `initialize` may
  // already send the version it is about to request.
  if (request.method === "initialize") return false;
  const version = headers["mcp-protocol-version"];
  return typeof version === "string" && isModernVersion(version);
}

/**
 * The envelope of a modern request. Refuses, all with HTTP 400 and in this order: an incomplete envelope (-32602),
 * headers that contradict the body (-32020), an unsupported version (-32022).
 */
export function openEnvelope(headers: IncomingHttpHeaders, request: Request): Envelope {
  const meta = request.params._meta;
  if (!isObject(meta)) throw incomplete("_meta, an object");
  const version = meta[META.protocol_version];
  if (typeof version !== "string") throw incomplete(`_meta["${META.protocol_version}"], a string`);
  const capabilities = meta[META.client_capabilities];
  if (!isObject(capabilities)) throw incomplete(`_meta["${META.client_capabilities}"], an object`);
  const client = meta[META.client_info];
  if (client !== undefined && !(isObject(client) && typeof client.name === "string")) {
    throw incomplete(`_meta["${META.client_info}"], when given, with a name`);
  }

  requireEqualHeader(headers, "mcp-protocol-version", version);
  if (!MODERN_VERSIONS.includes(version)) throw unsupportedVersion(version, MODERN_VERSIONS);
  requireEqualHeader(headers, "mcp-method", request.method);
  const parameter = NAMED_BY[request.method];
  if (parameter !== undefined) {
    const name = request.params[parameter];
    if (typeof name === "string") requireEqualHeader(headers, "mcp-name", name);
  }
  return { era: "modern", protocol_version: version, client_capabilities: capabilities };
}

/** A legacy request needs no header; one with an unknown version is refused with HTTP 400. */
export function legacyEnvelope(headers: IncomingHttpHeaders, request: Request): Envelope {
  const version = headers["mcp-protocol-version"] as string | undefined;
  if (version !== undefined && request.method !== "initialize" && !LEGACY_VERSIONS.includes(version)) {
    throw unsupportedVersion(version, ALL_VERSIONS);
  }
  return { era: "legacy", protocol_version: version, client_capabilities: undefined };
}

function incomplete(need: string): RpcError {
  return new RpcError(CODES.invalid_params, `The request needs params.${need}.`, { status: 400 });
}

function unsupportedVersion(requested: string, supported: readonly string[]): RpcError {
  return new RpcError(CODES.unsupported_protocol_version, "Unsupported protocol version.", {
    status: 400,
    data: { supported, requested },
  });
}

function requireEqualHeader(headers: IncomingHttpHeaders, header: string, expected: string): void {
  const header_value = headers[header];
  if (typeof header_value === "string" && decodeHeader(header_value) === expected) return;
  throw new RpcError(
    CODES.header_mismatch,
    header_value === undefined
      ? `The header ${header} is missing; it repeats the body, which says ${JSON.stringify(expected)}.`
      : `The header ${header} and the body differ; the body says ${JSON.stringify(expected)}.`,
    { status: 400 },
  );
}

/** `=?base64?…?=` encodes what a header cannot contain: UTF-8 text, or text that begins or ends with a space. */
function decodeHeader(value: string): string {
  const encoded = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value);
  if (encoded === null) return value;
  try {
    return decodeBytes(Buffer.from(encoded[1]!, "base64"));
  } catch {
    // Bytes that are no text repeat nothing of the body.
    return value;
  }
}
