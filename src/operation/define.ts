/**
 * An operation is one object in one file. Every surface is read from it.
 */
import type { Static, TSchema } from "typebox";
import type { Doors } from "#platform/doors.ts";
import type { FeatureFamily, ModuleName } from "#vocabulary/features.ts";
import type { Role } from "#vocabulary/roles.ts";
import type { Scope } from "#vocabulary/scopes.ts";
import type { Context } from "./context.ts";
import type { DeclaredLimit } from "./limit.ts";
import type { Refusal, RefusalKind } from "./refusal.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface Rest {
  method: Method;
  /** Members of the input named in braces come from the path: `/api/v1/client/orders/{order_id}`. */
  path: string;
  /** Status of a success, 200 unless said. */
  status?: 200 | 201 | 202;
  /** A boolean member of the answer that, when true, makes the status 202: the work goes on. */
  pending?: string;
  /** Largest body, bytes; 1 MiB unless said. */
  body_limit?: number;
  /** The body is no JSON object of members: the whole of it, parsed, is this member of the input. */
  body?: {
    member: string;
    /** Media types taken; a body of `application/x-ndjson` stays text, one document a line. Others are 415. */
    types: readonly string[];
    /** A body of more bytes comes unread, as `SentBytes`: the operation reads it in another thread. */
    bytes_over?: number;
  };
  /** The answer is a file: its bytes are sent instead of JSON, always or when `Accept` asks for its type. */
  bytes?: "always" | "accept";
  /** An endpoint of OAuth: bodies may be forms, pages of any origin may call it, and its answers are not kept. */
  oauth?: "token" | "registration";
}

export type Access =
  | {
      public: true;
      /** A bad token is ignored: what an app starts with, sign-in and registration. */
      ignores_token?: true;
      /** The operation judges the bearer token itself (`context.bearer_hash`), revoked and expired ones too. */
      reads_token?: true;
    }
  | {
      roles: readonly Role[];
      scopes: readonly Scope[];
      public?: false;
      /** Only for providers' keys, which have scopes of their own; `roles` and `scopes` are empty. */
      provider?: true;
    };

/** Whether a call without any token is turned away, whoever it is from. */
export function needsToken(access: Access): boolean {
  return access.public !== true || access.reads_token === true;
}

export interface ToolNames {
  user?: string;
  developer?: string;
}

type Frozen<V> = V extends readonly (infer E)[]
  ? readonly Frozen<E>[]
  : V extends object
    ? { readonly [K in keyof V]: Frozen<V[K]> }
    : V;

export interface Definition<
  Input extends TSchema = TSchema,
  Output extends TSchema = TSchema,
  Refusals extends Record<string, RefusalKind> = Record<string, RefusalKind>,
  Answer = Frozen<Static<Output>>,
  Prepared = undefined,
  Outcome = undefined,
> {
  /** Permanent: GraphQL field and OpenAPI id. */
  name: string;
  summary: string;
  /** What a caller should know beside the summary, in whole sentences: agents choose by it, and it is in the reference. */
  description?: string;
  effect: "read" | "write";
  /** `high` needs `confirm` over MCP. Reads are low and writes medium unless said. */
  risk?: "low" | "medium" | "high";
  /** A write that overwrites and ends nothing that was there: agents may take it for less grave than others. */
  adds_only?: true;
  access: Access;
  module?: ModuleName;
  feature?: FeatureFamily;
  rest?: Rest;
  mcp?: ToolNames;
  /** Answers hold a token or secret: kept encrypted for replays, never logged. */
  secret_answer?: true;
  /** Idempotency keys count this many hours; seven days unless said. */
  keys_kept_h?: number;
  /** A repeat is looked for before `prepare`, because that costs much or counts attempts. */
  asks_repeats_first?: true;
  /**
   * A proposal keeps what `prepare` answered for its preview, as JSON, and executes that: made again, it might come out
   * otherwise than it was looked at.
   */
  keeps_prepared?: true;
  /** Never waits for an approval, whatever the connection asks: the decisions about approvals themselves. */
  never_queued?: true;
  /** Refusals in the caller's language, as the contract says for the families of drivers and riders. */
  localised?: true;
  input: Input;
  output: Output;
  refusals?: Refusals;
  /** Runs as the system role, which sees every business: sign-in and platform administration only. */
  across?: true;
  /** Public operations that belong to a business: which one, told from the input. */
  tenant?(doors: Doors, input: Static<Input>): Promise<number | undefined>;
  /**
   * It is asked for numbers that can be guessed: how many of them an answer says are not there; a refusal
   * `not_found` is one. Whoever asks for too many has to wait.
   */
  unknownIn?(answer: Static<Output>): number;
  /** How often one caller may call it. */
  limit?: DeclaredLimit;
  /** Before the transaction: reads and computes, changes nothing. */
  prepare?(context: Context<Extract<keyof Refusals, string>>, input: Static<Input>): Promise<Prepared>;
  /**
   * Inside the transaction: load, decide, write, answer. A refusal that is thrown leaves nothing; one that is
   * answered leaves what was written, for the few that must remember a refused attempt.
   */
  run(
    context: Context<Extract<keyof Refusals, string>>,
    input: Static<Input>,
    prepared: Prepared,
  ): Promise<Answer | Refusal>;
  /** After the commit: the outside call. */
  perform?(
    context: Context<Extract<keyof Refusals, string>>,
    input: Static<Input>,
    answer: Static<Output>,
  ): Promise<Outcome>;
  /** In a second transaction: records what came of it. A refusal that is answered is told, with its record kept. */
  settle?(
    context: Context<Extract<keyof Refusals, string>>,
    input: Static<Input>,
    answer: Static<Output>,
    outcome: Outcome,
  ): Promise<Answer | Refusal>;
  /** What a dry run cannot tell, because only the outside knows it. */
  unpredicted?: readonly string[];
}

export function defineOperation<
  Input extends TSchema,
  Output extends TSchema,
  // biome-ignore lint/complexity/noBannedTypes: no refusals declared means that no code compiles.
  const Refusals extends Record<string, RefusalKind> = {},
  const Answer extends Frozen<Static<Output>> = Frozen<Static<Output>>,
  Prepared = undefined,
  Outcome = undefined,
>(
  operation: Definition<Input, Output, Refusals, Answer, Prepared, Outcome>,
): Definition<Input, Output, Refusals, Static<Output>, Prepared, Outcome> {
  return operation as never;
}

/** An operation as the registry holds it, with what is derived. */
export interface Operation
  extends Omit<Definition, "risk" | "run" | "prepare" | "perform" | "settle" | "refusals" | "unknownIn"> {
  family: string;
  risk: "low" | "medium" | "high";
  refusals: Record<string, RefusalKind>;
  unknownIn?(answer: unknown): number;
  run(context: Context<string>, input: unknown, prepared: unknown): Promise<unknown>;
  prepare?(context: Context<string>, input: unknown): Promise<unknown>;
  perform?(context: Context<string>, input: unknown, answer: unknown): Promise<unknown>;
  settle?(context: Context<string>, input: unknown, answer: unknown, outcome: unknown): Promise<unknown>;
}
