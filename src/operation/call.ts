/** A call of an operation, and what comes of it: the words between surfaces and `invoke`. */
import { createHash } from "node:crypto";
import type { Scope } from "#vocabulary/scopes.ts";
import type { Actor } from "./actor.ts";
import type { RequestFacts, ResponseFacts } from "./context.ts";
import type { Operation } from "./define.ts";
import { canonicalJson } from "./events.ts";
import type { Refusal } from "./refusal.ts";

export interface Call {
  operation: Operation;
  input: Record<string, unknown>;
  /** What is wrong with how it was sent: told where the input is judged, to those who come that far. */
  fault?: Refusal | undefined;
  actor: Actor;
  request: RequestFacts;
  /** SHA-256 of the bearer token that was sent, for operations that judge it themselves. */
  bearer_hash?: Buffer | undefined;
  /** Filled by the run; surfaces that have no place for it leave it out. */
  response?: ResponseFacts;
  /** The surface counted it against the caller's limits already, before it read the input. */
  counted?: boolean;
  dry_run?: boolean;
  idempotency_key?: string | undefined;
  /** A GraphQL mutation adds its alias, so that two fields of one document differ. */
  idempotency_alias?: string;
  if_match?: number | undefined;
  /** MCP only: high risk needs `confirm`, the approval header queues, the connection narrows. */
  agent?: { confirm: boolean; require_approval: boolean; scopes: ReadonlySet<Scope> | null; tool: string };
}

export interface Preview {
  /** What the write would have answered. */
  answer: Record<string, unknown>;
  would_emit: { subject_type: string; subject_id: string; kind: string; payload: Record<string, unknown> }[];
  unpredicted: readonly string[];
}

/** Facts of a preview that are shown to those who read every word of it. */
const FACTS_SHOWN = 20;

/** A preview with the first of its facts, and how many there are: a day's plan has a thousand. */
export function shortened({ answer, would_emit, unpredicted }: Preview) {
  return {
    answer,
    would_emit: would_emit.slice(0, FACTS_SHOWN),
    ...(would_emit.length > FACTS_SHOWN ? { would_emit_total: would_emit.length } : {}),
    unpredicted,
  };
}

/** One fact a preview would have emitted: where its subject stands, `id` null and `seq` 0 for a new one. */
export interface Target {
  type: string;
  id: string | null;
  /** Length of the subject's chain of events before the write. */
  seq: number;
  kind: string;
}

export interface Previewed {
  shown: Preview;
  targets: Target[];
  /** For operations that keep it (`keeps_prepared`), else null. */
  prepared: unknown;
}

export type Result =
  | {
      kind: "done";
      answer: Record<string, unknown>;
      /** The answer as JSON, where it was needed already. */
      text?: string;
      replayed: boolean;
    }
  | ({ kind: "dry_run" } & Preview)
  | { kind: "proposed"; approval_id: number; expires_at: string; preview: Preview; replayed: boolean };

/** What a confirming call, or an approval, is bound to. */
export function digestOf(operation: string, input: unknown): string {
  return createHash("sha256")
    .update(`${operation}\n${canonicalJson(input)}`)
    .digest("hex");
}
