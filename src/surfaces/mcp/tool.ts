/** A tool as the catalogue holds it, whether an operation or one of our own stands behind it. */
import type { TSchema } from "typebox";
import type { Actor } from "#operation/actor.ts";
import type { Operation } from "#operation/define.ts";
import type { Mechanism } from "#operation/mechanism.ts";
import type { Scope } from "#vocabulary/scopes.ts";
import type { CallContext, Connection } from "./protocol/server.ts";

export type ServerName = "user" | "developer";

/** A tool that tells of the service itself, or runs what operations do together. */
export interface MetaTool {
  name: string;
  servers: readonly ServerName[];
  summary: string;
  description: string;
  is_public: boolean;
  /** `write` when what it runs may write: it then takes `dry_run`. */
  effect: "read" | "write";
  /** Takes `confirm` for what it runs, and hands it on. */
  confirms?: true;
  input: TSchema;
  output: TSchema;
  run(asked: MetaCall): Promise<MetaAnswer> | MetaAnswer;
}

export interface MetaCall {
  mechanism: Mechanism;
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

export interface MetaAnswer {
  /** The answer, or its JSON text. */
  answer: Record<string, unknown> | string;
  is_error?: boolean;
  /** The text is kept by the tool and answered again. */
  is_kept?: boolean;
}

export interface Tool {
  name: string;
  title: string;
  description: string;
  is_public: boolean;
  scopes: readonly Scope[];
  risk: "low" | "medium" | "high";
  /** A call must say `confirm=true`, or go through the approval queue. */
  confirm: boolean;
  effect: "read" | "write";
  family: string;
  source: { operation: Operation } | { meta: MetaTool };
  /** What `tools/list` shows. */
  definition: ToolDefinition;
}

export interface ToolDefinition {
  name: string;
  title: string;
  description: string;
  inputSchema: Record<string, unknown>;
  outputSchema: Record<string, unknown>;
  annotations: {
    title: string;
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
  _meta: Record<string, unknown>;
}
