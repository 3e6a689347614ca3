/** Defines an operation: one object in one file, from which every surface is derived. */
import Type, { type Static, type TObject, type TSchema } from "typebox";
import type { BatchState } from "#vocabulary/batches.ts";
import type { FeatureName, ModuleName } from "#vocabulary/features.ts";
import type { PartnerUse } from "#vocabulary/partners.ts";
import { BUSINESS_ROLES, type Role } from "#vocabulary/roles.ts";
import type { Scope } from "#vocabulary/scopes.ts";
import type { Actor } from "../caller/actor.ts";
import type { DeclaredLimit } from "../limits/rate-limits.ts";
import type { AcceptedFiles } from "./accepted-files.ts";
import type { Context } from "./context.ts";
import type { Refusal, RefusalKind } from "./refusal.ts";
import type { SystemQueries } from "./system-queries.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface Rest {
  method: Method;
  /** Input members named in braces are read from the path: `/api/v1/client/orders/{order_id}`. */
  path: string;
  /** Status of a success; default 200. */
  status?: 200 | 201 | 202;
  /** A boolean member of the response. When it is true the status is 202: work is still in progress. */
  pending?: string;
  /** Largest body, bytes; default 1 MiB. */
  body_limit?: number;
  /** For a body that is not a JSON object of input members: the whole parsed body becomes this member of the input. */
  body?: {
    member: string;
    /**
     * Accepted media types. A body of `application/x-ndjson` stays text, one document per line. Other types are
     * refused with 415.
     */
    types: readonly string[];
    /** A body larger than this many bytes is passed unparsed, as `RawBody`; the operation parses it in another thread. */
    bytes_over?: number;
  };
  /** Input members that are headers of the request, by member: `{ signature: "stripe-signature" }`. In lower case. */
  headers?: Readonly<Record<string, string>>;
  /** The path has the token of a link, as `{link}`: what a browser opens sends no header. */
  link_in_path?: true;
  /** The response is a file: its bytes are sent instead of JSON, always or when `Accept` asks for its type. */
  bytes?: "always" | "accept";
  /**
   * The response is a page of the console, for frames of the origins in this member of the response, of sources of
   * `frame-ancestors`. The page reads everything else by the address of the operation, which is in a manifest of the console.
   */
  framed_page?: string;
  /**
   * The operation starts or ends a session. For the console the token is set in a cookie and removed from the
   * response; ending the session deletes the cookie.
   */
  session?: "starts" | "ends";
  /** An OAuth endpoint: bodies may be forms, pages of any origin may call it, and its responses are not cached. */
  oauth?: "token" | "registration" | "revocation";
}

interface PublicAccess {
  public: true;
  /** An invalid token is ignored: configuration an app loads at start, sign-in and registration. */
  ignores_token?: true;
  /** The operation verifies the bearer token itself (`context.bearer_token`), including revoked and expired ones. */
  reads_token?: true;
  /** Besides anybody, links to a subject of this type that name it: they see more of their subject than others. */
  link?: string;
}

interface RestrictedAccess {
  roles: readonly Role[];
  scopes: readonly Scope[];
  public?: false;
  /** Only for keys of partners with this use, which have their own scopes; `roles` and `scopes` are empty. */
  partner?: PartnerUse;
  /** Only for devices, with a signature of their key; `roles` and `scopes` are empty. It concerns the device that calls. */
  device?: true;
  /**
   * Links to a subject of this type may call it, when they name it among their operations. It must read the subject of
   * the link alone: `getLinkedId`.
   */
  link?: string;
}

export type Access = PublicAccess | RestrictedAccess;

/** The roles of an operation that names none: those who run the business. An array of its own, which tests recognise. */
export const DEFAULT_ROLES: readonly Role[] = [...BUSINESS_ROLES];

/** Access as an operation declares it. Without `roles` it is for `DEFAULT_ROLES`. */
type DeclaredAccess = PublicAccess | (Omit<RestrictedAccess, "roles"> & { roles?: readonly Role[] });

/** True when its callers sign their requests: partners and devices. The signature covers the body. */
export function needsSignature(access: Access): boolean {
  return access.public !== true && (access.partner !== undefined || access.device === true);
}

/** True when every call without a token is refused. */
export function needsToken(access: Access): boolean {
  return access.public !== true || access.reads_token === true;
}

interface ToolNames {
  user?: string;
  developer?: string;
}

/** Work that continues after the answer of the call that requested it. */
export interface BackgroundWork {
  /** The members of the input that make it continue; null when this call cannot, or asks for an answer of its own. */
  request(input: Record<string, unknown>): Record<string, unknown> | null;
  /** The member of the answer that names the work, and the parameter of the other operations that takes it. */
  answer_id: string;
  parameter: string;
  /** Names of the operations that answer its state and that end it. */
  read: string;
  cancel: string;
  /** What the reading operation answers. */
  describe(read: Record<string, unknown>): WorkState;
}

export interface WorkState {
  state: BatchState;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  /** Why it failed as a whole. */
  failure: string | null;
  /** How far it is, for people. */
  progress: string | null;
  /** The answer that the call would have had at its end; null where that is what was read. */
  answer: Record<string, unknown> | null;
}

export type DeepReadonly<V> = V extends readonly (infer E)[]
  ? readonly DeepReadonly<E>[]
  : V extends object
    ? { readonly [K in keyof V]: DeepReadonly<V[K]> }
    : V;

/** What an operation declares. */
export interface Declaration<
  Input extends TSchema = TSchema,
  Output extends TSchema = TSchema,
  Refusals extends Record<string, RefusalKind> = Record<string, RefusalKind>,
  Answer = DeepReadonly<Static<Output>>,
  Prepared = undefined,
  Outcome = undefined,
> {
  /** Permanent: GraphQL field and OpenAPI id. */
  name: string;
  summary: string;
  /**
   * What a caller should know beyond the summary, in whole sentences: agents choose tools by it, and it is in the
   * reference.
   */
  description?: string;
  /** Default: `read` for a REST route with GET, `write` for any other operation. */
  effect?: "read" | "write";
  /** `high` needs `confirm` over MCP. Default: `low` for reads, `medium` for writes. */
  risk?: "low" | "medium" | "high";
  /** `false` for a write that overwrites and ends nothing that existed: agents may treat it as less risky than others. */
  destructive?: false;
  /** It stores nothing but quotes, which bind nobody and expire: to an agent it is a read. */
  only_quotes?: true;
  access: DeclaredAccess;
  module?: ModuleName;
  feature?: FeatureName;
  /**
   * Capabilities of standalone apps that this operation provides, such as `locker.pickup`. A capability can be
   * enabled only where some operation provides it.
   */
  provides?: readonly string[];
  rest?: Rest;
  mcp?: ToolNames;
  /**
   * Responses contain a token or secret: stored encrypted for replays, never logged. With `if_signed_in` they do only where
   * `context.reveals_secrets` says so; programs, agents and proposals get the rest of the response.
   */
  secret_answer?: true | "if_signed_in";
  /** How long idempotency keys are valid, hours; default seven days. */
  idempotency_ttl_h?: number;
  /** Look up the idempotency key before `prepare`, because `prepare` is expensive or counts attempts. */
  checks_idempotency_first?: true;
  /**
   * A proposal stores the result of `prepare` from its preview, as JSON, and executes that: computed again, it
   * might differ from what the approver saw.
   */
  keeps_prepared?: true;
  /**
   * Only for a person who signed in, never for an API token: it decides what programs and agents may do, or who signs in.
   * With a list, calls that have one of these members of the input: `settings/allowed_origins`.
   */
  needs_sign_in?: true | readonly string[] | ((input: Static<Input>, actor: Actor) => boolean);
  /** Never queued for approval, whatever the connection requests: the decisions about approvals themselves. */
  never_queued?: true;
  /**
   * A read that stores what it answers with, such as an issued document: `context.record` writes in a transaction of
   * its own. What the caller may see or do is not changed by it.
   */
  stores_document?: true;
  /**
   * A phone may queue it while offline and send it later in a batch, which runs it by `context.attempt`. It has neither
   * `prepare` nor `perform`, because it shares the transaction of the batch.
   */
  queueable?: true;
  /** Refusals are in the caller's language, as the contract requires for the driver and rider families. */
  localised?: true;
  /** The file that the input carries (`fileMembers`), by its types and their sizes. The content is checked. */
  accepts_file?: readonly AcceptedFiles[];
  /** A write that can go on in the background: how its caller follows and ends it. */
  background?: BackgroundWork;
  /** Default: no members. */
  input?: Input;
  output: Output;
  refusals?: Refusals;
  /** Runs as the system role, which sees every business: sign-in and platform administration only. */
  cross_tenant?: true;
  /** For public operations that belong to a business: finds it from the input. */
  tenant?(system_queries: SystemQueries, input: Static<Input>): Promise<number | undefined>;
  /**
   * For operations whose ids can be guessed. A caller who requests too many unknown ones is rate limited. A `not_found`
   * refusal means all that were requested.
   */
  guessable_ids?: {
    requested(input: Static<Input>): readonly string[];
    /** Those that the response reports as unknown, as they were requested; none if absent. */
    unknown?(answer: Static<Output>): readonly string[];
  };
  /**
   * For operations with which a secret of something can be guessed, by many callers together. An attempt that is refused with one
   * of these codes uses up the limit of what it is about; beyond it every attempt is refused, so that a right guess cannot be
   * recognized. Dry runs count too.
   */
  attempts?: {
    limit: DeclaredLimit;
    about(input: Static<Input>): string;
    wrong: readonly Extract<keyof Refusals, string>[];
  };
  /** Rate limit per caller. */
  limit?: DeclaredLimit;
  /** Before the transaction: reads and computes, changes nothing. */
  prepare?(context: Context<Extract<keyof Refusals, string>>, input: Static<Input>): Promise<Prepared>;
  /**
   * Inside the transaction: load, decide, write, respond. A refusal that is thrown rolls everything back. A refusal
   * that is returned commits what was written, for the few operations that must record a refused attempt.
   */
  run(
    context: Context<Extract<keyof Refusals, string>>,
    input: Static<Input>,
    prepared: Prepared,
  ): Promise<Answer | Refusal>;
  /** After the commit: the call to an external service. */
  perform?(
    context: Context<Extract<keyof Refusals, string>>,
    input: Static<Input>,
    answer: Static<Output>,
  ): Promise<Outcome>;
  /**
   * In a second transaction: records the outcome of `perform`. A refusal that is returned is sent to the caller,
   * and what was written is committed.
   */
  settle?(
    context: Context<Extract<keyof Refusals, string>>,
    input: Static<Input>,
    answer: Static<Output>,
    outcome: Outcome,
  ): Promise<Answer | Refusal>;
  /** What a dry run cannot predict, because only the external service knows it. New secrets are left out of every one. */
  unpredicted?: readonly string[];
}

/** A declaration with its defaults filled in. */
export interface Definition<
  Input extends TSchema = TSchema,
  Output extends TSchema = TSchema,
  Refusals extends Record<string, RefusalKind> = Record<string, RefusalKind>,
  Answer = DeepReadonly<Static<Output>>,
  Prepared = undefined,
  Outcome = undefined,
> extends Declaration<Input, Output, Refusals, Answer, Prepared, Outcome> {
  effect: "read" | "write";
  access: Access;
  input: Input;
}

export function defineOperation<
  // biome-ignore lint/complexity/noBannedTypes: without an input it has no members.
  Input extends TSchema = TObject<{}>,
  Output extends TSchema = TSchema,
  // biome-ignore lint/complexity/noBannedTypes: no refusals declared means that no code compiles.
  const Refusals extends Record<string, RefusalKind> = {},
  const Answer extends DeepReadonly<Static<Output>> = DeepReadonly<Static<Output>>,
  Prepared = undefined,
  Outcome = undefined,
>(
  declaration: Declaration<Input, Output, Refusals, Answer, Prepared, Outcome>,
): Definition<Input, Output, Refusals, Static<Output>, Prepared, Outcome> {
  const { access, rest } = declaration;
  return {
    effect: rest?.method === "GET" ? "read" : "write",
    input: Type.Object({}),
    ...declaration,
    access: access.public ? access : { roles: DEFAULT_ROLES, ...access },
  } as never;
}

/** An operation as it is in the registry, with its derived members. */
export interface Operation
  extends Omit<
    Definition,
    | "risk"
    | "run"
    | "prepare"
    | "perform"
    | "settle"
    | "refusals"
    | "guessable_ids"
    | "attempts"
    | "needs_sign_in"
  > {
  family: string;
  risk: "low" | "medium" | "high";
  refusals: Record<string, RefusalKind>;
  guessable_ids?: {
    requested(input: unknown): readonly string[];
    unknown?(answer: unknown): readonly string[];
  };
  attempts?: { limit: DeclaredLimit; about(input: unknown): string; wrong: readonly string[] };
  needs_sign_in?: true | readonly string[] | ((input: unknown, actor: Actor) => boolean);
  run(context: Context<string>, input: unknown, prepared: unknown): Promise<unknown>;
  prepare?(context: Context<string>, input: unknown): Promise<unknown>;
  perform?(context: Context<string>, input: unknown, answer: unknown): Promise<unknown>;
  settle?(context: Context<string>, input: unknown, answer: unknown, outcome: unknown): Promise<unknown>;
}
