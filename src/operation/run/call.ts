/** A call of an operation and its result: the types shared by surfaces and `invoke`. */
import { createHash } from "node:crypto";
import type { Scope } from "#vocabulary/scopes.ts";
import type { Actor } from "../caller/actor.ts";
import type { RequestFacts, ResponseFacts } from "../define/context.ts";
import type { Operation } from "../define/define.ts";
import type { Refusal } from "../define/refusal.ts";
import { canonicalJson } from "../records/events.ts";
import type { RecordChange } from "./changes.ts";

export interface Call {
  operation: Operation;
  input: Record<string, unknown>;
  /**
   * An error in how the call was sent. Thrown when the input is validated, so only for callers who pass the earlier
   * checks.
   */
  fault?: Refusal | undefined;
  actor: Actor;
  request: RequestFacts;
  /** The bearer token that was sent, for operations that verify it themselves. */
  bearer_token?: string | undefined;
  /** Set by the run; surfaces that cannot show it ignore it. */
  response?: ResponseFacts;
  /** The surface already counted the call against the caller's limits, before it read the input. */
  counted?: boolean;
  dry_run?: boolean;
  idempotency_key?: string | undefined;
  /**
   * The key was derived from the call, which named none: an equal call is a repeat for this long, milliseconds, until the
   * same token writes something else to what it created.
   */
  repeats_for_ms?: number | undefined;
  /** A GraphQL mutation adds its alias, so that two fields of one document differ. */
  idempotency_alias?: string;
  if_match?: number | undefined;
  /**
   * MCP only: high risk needs `confirm`, the approval header queues the write, the connection's scopes narrow the
   * token's.
   */
  agent?: {
    confirm: boolean;
    require_approval: boolean;
    scopes: ReadonlySet<Scope> | null;
    tool: string;
    /** Text that others wrote is left out of the result. */
    withholds_text?: boolean;
  };
}

export interface Preview {
  /** The response the write would have had. */
  answer: Record<string, unknown>;
  would_emit: { subject_type: string; subject_id: string; kind: string; payload: Record<string, unknown> }[];
  unpredicted: readonly string[];
  /** As differences. Absent in previews that were stored before there were any. */
  changes?: RecordChange[];
}

/** Largest number of events in a preview that is read in full. */
const EVENTS_SHOWN_MAX = 20;

/** A preview with its first events and their total number: a day's plan has a thousand. */
export function shortenPreview({ answer, would_emit, unpredicted, changes }: Preview) {
  return {
    answer,
    ...(changes === undefined ? {} : { changes }),
    would_emit: would_emit.slice(0, EVENTS_SHOWN_MAX),
    ...(would_emit.length > EVENTS_SHOWN_MAX ? { would_emit_total: would_emit.length } : {}),
    unpredicted,
  };
}

/**
 * One event a preview would have emitted, with the head of its subject's chain; `id` is null and `seq` 0 for a new
 * subject.
 */
export interface Target {
  type: string;
  id: string | null;
  /** Length of the subject's event chain before the write. */
  seq: number;
  kind: string;
}

export interface Previewed {
  /** As the caller may see it, without hidden prices. */
  caller_preview: Preview;
  /** With every price: stored with a proposal, and filtered for each reader when it is shown. */
  full_preview: Preview;
  targets: Target[];
  /** The result of `prepare` for operations with `keeps_prepared`, else null. */
  prepared: unknown;
}

export type Result =
  | {
      kind: "done";
      answer: Record<string, unknown>;
      /** The response as JSON text, when it was already serialized. */
      text?: string;
      replayed: boolean;
    }
  | ({ kind: "dry_run" } & Preview)
  | { kind: "proposed"; approval_id: number; expires_at: string; preview: Preview; replayed: boolean };

/** SHA-256 of operation and input, which a confirming call or an approval must match. */
export function computeDigest(operation: string, input: unknown): string {
  return createHash("sha256")
    .update(`${operation}\n${canonicalJson(input)}`)
    .digest("hex");
}
