/**
 * The interface between the protocol and a tool server. The protocol knows no tools: an implementation of
 * `McpServer` authenticates the caller, lists its tools and runs calls.
 */

import type { FastifyRequest } from "fastify";
import type { MemberNames } from "#operation/response/untrusted-text.ts";
import type { ProfileName, Scope } from "#vocabulary/scopes.ts";
import type { Task } from "./tasks.ts";

/** An endpoint that messages are posted to, whatever its methods. */
export interface Endpoint<Caller = unknown> {
  path: string;
  /** For people. */
  title: string;
  /** One sentence of at most 100 characters, for those who choose a server. */
  description: string;
  /** For the model, on `initialize` and `server/discover`. */
  instructions: string;
  /** The minimum useful scopes, published in the protected-resource document; those of `ops-readonly` when absent. */
  scopes_supported?: readonly Scope[];
  /**
   * Authenticates the request by its Authorization header only. Throws `Unauthorised` for an invalid or expired
   * token.
   */
  authenticate(request: FastifyRequest): Promise<Identity<Caller>> | Identity<Caller>;
}

/** An endpoint that offers tools. Served at its path and at `/api` + path. */
export interface McpServer<Caller = unknown> extends Endpoint<Caller> {
  prompts?: readonly Prompt[];
  resources?: readonly Resource[];
  resource_templates?: readonly ResourceTemplate[];
  /** JSON text of the array of tools that this connection may see, always in the same order. */
  listTools(connection: Connection<Caller>): string;
  /** Throws one of the errors below or, for a modern client, `InputRequired`; any other error is an internal error and results in -32603. */
  callTool(
    connection: Connection<Caller>,
    name: string,
    args: Record<string, unknown>,
    call: CallContext,
  ): Promise<ToolResult | StartedTask> | ToolResult | StartedTask;
  /** The tasks that calls have started; without it no call does. */
  tasks?: {
    /** Undefined for a task that this caller does not have. */
    find(connection: Connection<Caller>, id: string, call: CallContext): Promise<Task | undefined>;
    /** False for a task that this caller does not have; one that has ended stays as it is. */
    cancel(connection: Connection<Caller>, id: string, call: CallContext): Promise<boolean>;
  };
}

/** The call goes on as a task. */
export interface StartedTask {
  task: Task;
  meta?: Readonly<Record<string, unknown>>;
}

/** A text that a person starts a conversation with. */
export interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: readonly { name: string; description: string; required: boolean }[];
  /** Of the arguments that are given, which are texts. */
  build(args: Partial<Record<string, string>>): string;
}

/** A document that everybody may read. */
export interface Resource {
  uri: string;
  name: string;
  title: string;
  description: string;
  mime_type: string;
  /** Its `_meta`, in lists and with its text. */
  meta?: Readonly<Record<string, unknown>>;
  read(): string;
}

export interface ResourceTemplate {
  /** With simple names in braces. */
  uri_template: string;
  name: string;
  title: string;
  description: string;
  mime_type: string;
  /** The text, or the call of a tool that answers it; undefined for values that fit nothing. */
  read(
    values: Partial<Record<string, string>>,
  ): { text: string } | { tool: string; args: Record<string, unknown> } | undefined;
}

export interface Identity<Caller = unknown> {
  /** True when the request carries no token. */
  anonymous: boolean;
  /** The scopes of the token, before narrowing. */
  token_scopes: ReadonlySet<Scope>;
  /** The scopes that the connection may name. */
  words: ReadonlySet<Scope>;
  caller: Caller;
}

/** An identity narrowed by this request; it is discarded with the request. */
export interface Connection<Caller = unknown> extends Identity<Caller> {
  /** The intersection of the scopes of token, headers and URL. */
  scopes: ReadonlySet<Scope>;
  /** The profile in the header, else in the URL; null when there is none, or when scopes override it. */
  profile: ProfileName | null;
  /** The scopes that headers and URL leave, whatever the token has; null when they narrow nothing. */
  narrowed: ReadonlySet<Scope> | null;
  /** The scopes that the URL names, itself or by a profile; null when it names none. */
  requested_scopes: ReadonlySet<Scope> | null;
  dry_run: boolean;
  require_approval: boolean;
  /** Text that others wrote is left out of its answers. */
  withholds_text: boolean;
  idempotency_key: string | null;
}

/** The facts of a call that a tool may use, and its progress reporting. */
export interface CallContext {
  readonly request: FastifyRequest;
  readonly era: "modern" | "legacy";
  /** Undefined when a legacy client sends no version header. */
  readonly protocol_version: string | undefined;
  /** Undefined in the legacy era, which sends them once, in `initialize`, and we store nothing. */
  readonly client_capabilities: Record<string, unknown> | undefined;
  /** What the client answered to the requests of an `InputRequired`, and the state that came with them. */
  readonly input_responses: unknown;
  readonly request_state: unknown;
  /** Aborted when the client cancels the call; null where nothing can. */
  readonly cancelled: AbortSignal | null;
  /** What the program calls itself, for the record. */
  readonly client_name: string;
  /** True when the client requested progress and can receive it; otherwise `progress` does nothing. */
  readonly wants_progress: boolean;
  /** `finished_count` increases from call to call; `total` in the same unit, when known. */
  progress(finished_count: number, total?: number, message?: string): void;
}

export interface ToolResult {
  /** Of members that the answer may call otherwise than the service does, so that their authors are known. */
  member_names?: MemberNames;
  /** Facts for the program around the model, in the `_meta` of the result. */
  meta?: Readonly<Record<string, unknown>>;
  /** The response: an object, or the JSON text of one. */
  structured: string | object;
  /** The tool ran and refused; the model can read the reason and correct the call. */
  is_error?: boolean;
  /** The text is the same object from call to call, so its bytes are worth caching. */
  is_kept?: boolean;
  /** The part of a long answer that was asked for, from 1. */
  part?: number;
  /** Files of the answer, in the content of the result. */
  files?: readonly EmbeddedFile[];
}

export interface EmbeddedFile {
  uri: string;
  mime_type: string;
  base64: string;
}

/** The token is malformed, unknown or expired: HTTP 401, `error="invalid_token"`. */
export class Unauthorised extends Error {}

/** The tool needs a token and the request has none: HTTP 401, with the scopes that are worth asking for. */
export class AuthenticationRequired extends Error {
  readonly scopes: readonly Scope[];
  constructor(scopes: readonly Scope[]) {
    super("This tool needs an access token in the Authorization header.");
    this.scopes = scopes;
  }
}

/** The token lacks a scope of the tool, which a person can grant: HTTP 403, `error="insufficient_scope"`. */
export class ScopeMissing extends Error {
  /** To ask for: those of the tool and those that the token has, which a token with the others only would lose. */
  readonly scopes: readonly Scope[];
  readonly missing: readonly Scope[];
  constructor(needed_scopes: readonly Scope[], held: ReadonlySet<Scope>) {
    const missing = needed_scopes.filter((scope) => !held.has(scope));
    super(`This tool needs the scopes ${needed_scopes.join(" ")}; the token lacks ${missing.join(" ")}.`);
    this.scopes = [...held.union(new Set(needed_scopes))];
    this.missing = missing;
  }
}

/** There is no such tool: -32602. */
export class ToolUnknown extends Error {
  readonly tool: string;
  readonly nearest: readonly string[];
  constructor(tool: string, nearest: readonly string[] = []) {
    super(
      nearest.length === 0
        ? `Unknown tool: ${tool}`
        : `Unknown tool: ${tool}. Tools with similar names: ${nearest.join(", ")}.`,
    );
    this.tool = tool;
    this.nearest = nearest;
  }
}

/** The headers or the URL of this connection exclude the tool, whatever the token has: -32602, `not_in_profile`. */
export class ToolNotInProfile extends Error {
  readonly tool: string;
  readonly profile: ProfileName | null;
  readonly missing: readonly Scope[];
  constructor(tool: string, profile: ProfileName | null, missing: readonly Scope[]) {
    const by = profile === null ? "The scopes named by this connection hide" : `The profile ${profile} hides`;
    super(
      `${by} ${tool}, which needs ${missing.join(" ")}: connect with a profile that has it, or ask a person to.`,
    );
    this.tool = tool;
    this.profile = profile;
    this.missing = missing;
  }
}
