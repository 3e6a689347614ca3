/**
 * What the protocol needs from a server of tools, and what it gives it. The protocol knows no tool:
 * whoever implements `McpServer` says who is calling, what they see and what a call answers.
 */
import type { FastifyRequest } from "fastify";
import type { ProfileName, Scope } from "#vocabulary/scopes.ts";

/** Somewhere to post messages to, whatever its methods. */
export interface Endpoint<Caller = unknown> {
  path: string;
  /** For people. */
  title: string;
  /** For the model, on `initialize` and `server/discover`. */
  instructions: string;
  /** The least that is of use, shown in the protected-resource document; those of `ops-readonly` when absent. */
  scopes_supported?: readonly Scope[];
  /** Who the request comes from, by its Authorization header alone. Throws `Unauthorised` for a bad or expired token. */
  authenticate(request: FastifyRequest): Promise<Identity<Caller>> | Identity<Caller>;
}

/** An endpoint that offers tools. Served at its path and at `/api` + path. */
export interface McpServer<Caller = unknown> extends Endpoint<Caller> {
  /** JSON text of the array of tools that this connection may see, always in the same order. */
  listTools(connection: Connection<Caller>): string;
  /** Throws one of the outcomes below; anything else thrown is a fault of ours and answers -32603. */
  callTool(
    connection: Connection<Caller>,
    name: string,
    args: Record<string, unknown>,
    call: CallContext,
  ): Promise<ToolResult> | ToolResult;
}

export interface Identity<Caller = unknown> {
  /** True when the request carries no token. */
  anonymous: boolean;
  /** What the token holds, before any narrowing. */
  token_scopes: ReadonlySet<Scope>;
  caller: Caller;
}

/** An identity as narrowed by this one request; nothing of it outlives the request. */
export interface Connection<Caller = unknown> extends Identity<Caller> {
  /** Token, header and URL agree on these. */
  scopes: ReadonlySet<Scope>;
  /** The profile asked for, in the header, else in the URL; null when none is, or when scopes override it. */
  profile: ProfileName | null;
  dry_run: boolean;
  require_approval: boolean;
  idempotency_key: string | null;
}

/** What a tool may know of the call that reached it, and how it says that it is under way. */
export interface CallContext {
  readonly request: FastifyRequest;
  readonly era: "modern" | "legacy";
  /** Undefined when a legacy client sends no version header. */
  readonly protocol_version: string | undefined;
  /** Undefined in the legacy era, which says it once and we keep nothing. */
  readonly client_capabilities: Record<string, unknown> | undefined;
  /** True when the client asked for progress and can read it; `progress` says nothing otherwise. */
  readonly wants_progress: boolean;
  /** `done` grows from call to call; `total` in the same unit, when known. */
  progress(done: number, total?: number, message?: string): void;
}

export interface ToolResult {
  /** The answer: an object, or the JSON text of one. */
  structured: string | object;
  /** The tool ran and refused; the model can read why and do better. */
  is_error?: boolean;
  /** The text is the same from call to call, so that its bytes are worth keeping. */
  is_kept?: boolean;
}

/** The token is malformed, unknown or expired: HTTP 401, `error="invalid_token"`. */
export class Unauthorised extends Error {}

/** The tool needs a token and the request has none: HTTP 401. */
export class AuthenticationRequired extends Error {
  readonly scopes: readonly Scope[];
  constructor(scopes: readonly Scope[]) {
    super("This tool needs an access token in the Authorization header.");
    this.scopes = scopes;
  }
}

/** The token does not hold what the tool needs: HTTP 403, `error="insufficient_scope"`, all needed scopes named. */
export class ScopeMissing extends Error {
  readonly scopes: readonly Scope[];
  constructor(scopes: readonly Scope[]) {
    super(`This tool needs the scopes ${scopes.join(" ")}.`);
    this.scopes = scopes;
  }
}

/** There is no such tool: -32602. */
export class ToolUnknown extends Error {
  readonly tool: string;
  constructor(tool: string) {
    super(`Unknown tool: ${tool}`);
    this.tool = tool;
  }
}

/** The token could, but the headers or the URL of this connection leave the tool out: -32602, `not_in_profile`. */
export class ToolNotInProfile extends Error {
  readonly tool: string;
  constructor(tool: string) {
    // The same words as for a tool that never was: the connection is shown no more than its list shows.
    super(`Unknown tool: ${tool}`);
    this.tool = tool;
  }
}
