/** A tool of the catalogue, either of an operation or one of the service's own. */
import type { TSchema } from "typebox";
import type { Actor } from "#operation/caller/actor.ts";
import type { Operation } from "#operation/define/define.ts";
import type { Runtime } from "#operation/define/runtime.ts";
import type { ToolWords } from "#operation/define/tools.ts";
import type { MemberNames } from "#operation/response/untrusted-text.ts";
import type { Scope } from "#vocabulary/scopes.ts";
import type { CallContext, Connection } from "./protocol/server.ts";

export type ServerName = "user" | "developer";

/** A tool that describes the service itself, or runs several operations. */
export interface MetaTool extends ToolWords {
  name: string;
  servers: readonly ServerName[];
  summary: string;
  description: string;
  is_public: boolean;
  /** `write` when the operations it runs may write: it then accepts `dry_run`. */
  effect: "read" | "write";
  /** It runs operations that need a confirmation: high risk, and it accepts `confirm`. */
  confirms?: true;
  input: TSchema;
  output: TSchema;
  run(meta_call: MetaCall): Promise<MetaAnswer> | MetaAnswer;
}

export interface MetaCall {
  runtime: Runtime;
  server: ServerName;
  tools: readonly Tool[];
  actor: Actor;
  connection: Connection<Actor>;
  call: CallContext;
  input: Record<string, unknown>;
  confirm: boolean;
  dry_run: boolean;
  idempotency_key: string | undefined;
}

interface MetaAnswer {
  /** Given where its answer has texts of others, which it may call otherwise. */
  member_names?: MemberNames;
  /** The response, or its JSON text. */
  answer: Record<string, unknown> | string;
  is_error?: boolean;
  /** The code of the refusal for the record, when the error is one. */
  refusal?: string;
  /** The text is cached by the tool and returned again. */
  is_kept?: boolean;
}

export interface Tool {
  name: string;
  title: string;
  description: string;
  /** When to use it; part of the description. */
  use: string;
  /** The tools of the same server that take what it answers. */
  next: readonly string[];
  /** The arguments of a call. */
  example: Readonly<Record<string, unknown>>;
  is_public: boolean;
  scopes: readonly Scope[];
  risk: "low" | "medium" | "high";
  /** A call must send `confirm=true`, or go through the approval queue. */
  confirm: boolean;
  effect: "read" | "write";
  family: string;
  source: { operation: Operation } | { meta: MetaTool };
  /** The entry in `tools/list`. */
  definition: ToolDefinition;
}

export interface ToolDefinition {
  name: string;
  title: string;
  description: string;
  inputSchema: Record<string, unknown>;
  outputSchema: Record<string, unknown>;
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
  /** The resource that shows its answers, for clients that know the extension MCP Apps. */
  _meta?: { ui: { resourceUri: string } };
}
