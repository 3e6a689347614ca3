/**
 * An operation is one object in one file. Every surface is read from it.
 */
import type { Static, TSchema } from "typebox";
import type { Doors } from "#platform/doors.ts";
import type { FeatureFamily, ModuleName } from "#vocabulary/features.ts";
import type { Role } from "#vocabulary/roles.ts";
import type { Scope } from "#vocabulary/scopes.ts";
import type { Context } from "./context.ts";
import type { RefusalKind } from "./refusal.ts";

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
  /** The answer is a file: its bytes are sent instead of JSON, always or when `Accept` asks for its type. */
  bytes?: "always" | "accept";
  /** An endpoint of OAuth: bodies may be forms, pages of any origin may call it, and its answers are not kept. */
  oauth?: "token" | "registration";
}

export type Access =
  | { public: true /** A bad token is ignored: sign-in and registration. */; ignores_token?: true }
  | { roles: readonly Role[]; scopes: readonly Scope[]; public?: false };

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
  effect: "read" | "write";
  /** `high` needs `confirm` over MCP. Reads are low and writes medium unless said. */
  risk?: "low" | "medium" | "high";
  access: Access;
  module?: ModuleName;
  feature?: FeatureFamily;
  rest?: Rest;
  mcp?: ToolNames;
  /** Answers hold a token or secret: kept encrypted for replays, never logged. */
  secret_answer?: true;
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
  /** Before the transaction: reads and computes, changes nothing. */
  prepare?(context: Context<Extract<keyof Refusals, string>>, input: Static<Input>): Promise<Prepared>;
  /** Inside the transaction: load, decide, write, answer. */
  run(
    context: Context<Extract<keyof Refusals, string>>,
    input: Static<Input>,
    prepared: Prepared,
  ): Promise<Answer>;
  /** After the commit: the outside call. */
  perform?(
    context: Context<Extract<keyof Refusals, string>>,
    input: Static<Input>,
    answer: Static<Output>,
  ): Promise<Outcome>;
  /** In a second transaction: records what came of it. */
  settle?(
    context: Context<Extract<keyof Refusals, string>>,
    input: Static<Input>,
    answer: Static<Output>,
    outcome: Outcome,
  ): Promise<Answer>;
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
