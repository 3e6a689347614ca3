/**
 * The context of a run: its only access to anything outside its arguments.
 *
 * `db` is bound to the caller's business. `now` is the time of the call, which tests can set. Nothing here calls
 * external services inside the transaction, so a dry run can execute the real code.
 */
import type { Db } from "#platform/db/db.ts";
import type { Files } from "#platform/files/files.ts";
import type { Providers } from "#providers/providers.ts";
import type { Actor, ActorBusiness, Surface } from "../caller/actor.ts";
import type { AnyMessage, ValueArguments, ValuesOf } from "../response/messages.ts";
import type { NestedOperations } from "../run/nested-operations.ts";
import type { AttentionKind } from "./attention.ts";
import type { DueTasks } from "./due.ts";
import type { EventCatalogue, EventKind, EventKinds, PayloadOf } from "./events.ts";
import type { RecordKindDefinition } from "./record-kind.ts";
import type { CommonRefusal, DefaultCode, DefaultOptions, MessageOptions, Refusal } from "./refusal.ts";
import type { ScopeCatalogue } from "./scopes.ts";
import type { SettingCatalogue } from "./settings.ts";
import type { SystemQueries } from "./system-queries.ts";
import type { Topic } from "./topic.ts";

/** What every event has. `is_new` means that the subject was created in this transaction. */
interface EventFacts {
  subject: { type: string; id: number | string; is_new?: boolean };
  /** The business the event belongs to, when it is not the caller's: platform administration. */
  business_id?: number;
  /** When it happened; the time of the call when absent. */
  occurred_at?: string;
  batch_id?: number;
  /** Row contents before and after, for the audit. Personal data must not be in events or in these. */
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  /** Members for previews only, with what the audit must not keep: personal data, addresses. */
  preview?: { before: Record<string, unknown>; after: Record<string, unknown> };
  /** Set by the runtime when one operation runs inside another: an approved write. */
  by?: { operation: string; on_behalf_of: number };
}

/** An event about one subject: its kind and payload are declared by a family (`events.ts`). */
export type Emitted = {
  [Kind in EventKind]: EventFacts & { kind: Kind } & (object extends EventKinds[Kind]
      ? { payload?: PayloadOf<Kind> }
      : { payload: PayloadOf<Kind> });
}[EventKind];

export interface JobRequest {
  name: string;
  data: Record<string, unknown>;
  /** For jobs with `unique`: the job is dropped while an earlier one with this key is still to do. */
  unique_key?: string;
  start_after_s?: number;
  /** Queued jobs with a higher value run first; default 0. */
  priority?: number;
}

export interface RequestFacts {
  id: string;
  surface: Surface;
  /** Network address of the caller, for rate limits. */
  address: string;
  language: string;
  user_agent: string;
  /** MQTT only: the connection of the device that calls. `begins` is true of its first call, before anything that it sent. */
  connection?: { id: string; begins: boolean };
  /** REST only: the `Accept` header. */
  accept?: string;
  /** REST only: a console sign-in, whose token is stored in a cookie. */
  cookie_session?: boolean;
  /** REST only: the entity tag of the response the caller already has. */
  if_none_match?: string;
  /** REST only: an HTTP date. */
  if_modified_since?: string;
  /**
   * Aborted when the caller's connection is lost, so that nobody reads the response. Absent where there is no
   * connection.
   */
  disconnected?: () => AbortSignal;
  /** Tells a waiting caller how far a long call is; absent unless it asked. `finished_count` grows, in the unit of `total`. */
  progress?: (finished_count: number, total: number, message: string) => void;
  /** `OTEP-Error-Behaviour`: whether the valid items of a batch are applied when others are invalid. */
  error_behaviour?: string;
}

/** Response metadata beside the body, for surfaces that can send it: REST. */
export interface ResponseFacts {
  media_type?: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** The caller already has this response: 304 without a body. */
  not_modified?: boolean;
}

/** What an app that was offline sends with each queued call. */
export interface Queued {
  /** Time of sending by the device's clock. */
  sent_at: string | undefined;
}

export type Attempted = { answer: Record<string, unknown> } | { refusal: Refusal };

export interface Context<Codes extends string = never> {
  actor: Actor;
  /** The business whose rows this run can read and write: the caller's, or the one a public operation belongs to. */
  business_id: number;
  /** That business; an error in platform administration, which belongs to none. */
  readonly business: ActorBusiness;
  /** This context in another business, for reads that declare `cross_tenant`. */
  within(business_id: number): Promise<Context<Codes>>;
  db: Db;
  /** For `prepare`, `perform` and reads only: never inside the transaction. */
  system_queries: SystemQueries;
  files: Files;
  /** External services, for `prepare` and `perform` only: never inside the transaction. */
  providers: Providers;
  now: Date;
  /** True when everything this run writes is rolled back. */
  dry_run: boolean;
  request: RequestFacts;
  /** The answer goes to a person who signed in and to nobody else: for `secret_answer: "if_signed_in"`. */
  reveals_secrets: boolean;
  /** The bearer token that was sent; only for operations that verify it themselves. */
  bearer_token: string | null;
  emit(event: Emitted): void;
  /** Events of a subject that this transaction has emitted so far; they are written at its end. */
  emitted(type: string, id: number | string): Emitted[];
  /** Calls the subscribers of other families in this transaction; one result of each. */
  publish<Payload, Result>(topic: Topic<Payload, Result>, payload: Payload): Promise<Result[]>;
  refuse<Source extends AnyMessage>(code: Codes | CommonRefusal, options: MessageOptions<Source>): Refusal;
  refuse(code: Extract<Codes | CommonRefusal, DefaultCode>, options?: DefaultOptions): Refusal;
  /** Refuses `version_conflict` when the caller sent `If-Match` and it names another version. */
  expectVersion(version: number): void;
  /** Clears the cached callers after the commit, because accounts, tokens or businesses changed. */
  clearCallerCache(): void;
  /** The text in the language of the caller. */
  say<Source extends AnyMessage>(
    message: Source,
    ...value_arguments: ValueArguments<ValuesOf<Source>>
  ): string;
  /** Enqueues a job in this transaction; it runs after the commit, at least once. */
  enqueue(job: JobRequest): void;
  /** What happens at a time to come: set and cleared in this transaction. */
  due: DueTasks;
  /** Sets media type, headers or 304, on surfaces that can send them. A later call overrides an earlier one. */
  respond(facts: Partial<ResponseFacts>): void;
  /** For reads that declare `stores_document`: a transaction of its own, whose events are recorded. */
  record<T>(work: (context: Context<Codes>) => Promise<T>): Promise<T>;
  /**
   * Runs a `queueable` operation inside this transaction, as the same caller and behind the same checks. A refusal undoes
   * what it wrote and is a value; one that the operation returns keeps what it wrote.
   */
  attempt(operation: { name: string }, input: Record<string, unknown>, queued: Queued): Promise<Attempted>;
  /** Set where a batch of queued calls of an app runs this operation. */
  queued: Queued | null;
  /** Runs other operations, for the few that work on operations themselves: approvals. */
  nested: NestedOperations;
  /** The kinds of records that families register, by type. */
  record_kinds: ReadonlyMap<string, RecordKindDefinition>;
  /** The kinds of attention items that families declare, by kind. */
  attention: ReadonlyMap<string, AttentionKind>;
  /** Capabilities of standalone apps that some operation of the installation provides. */
  provided: ReadonlySet<string>;
  /** Features and modules that some operation of the installation belongs to. */
  offered: ReadonlySet<string>;
  /** The event kinds that the families of the installation declare. */
  events: EventCatalogue;
  /** The scopes and presets that they declare. */
  scopes: ScopeCatalogue;
  /** The settings of businesses that they declare. */
  business_settings: SettingCatalogue;
  /** Configuration that operations may read, such as `base_url`. */
  settings: ServiceSettings;
}

export interface ServiceSettings {
  base_url: string;
  version: string;
  mqtt_prefix: string;
  /** The broker as devices reach it; null where this installation has none. */
  mqtt_public_url: string | null;
  /** Road distance divided by straight-line distance, for businesses that set no factor of their own. */
  road_factor: number;
  /** Signs links and rate ids, and encrypts secrets. */
  secret_key: Buffer;
  /**
   * True when a business may choose the outbox for text messages: nothing is sent, and the messages can be read
   * there.
   */
  allows_sms_outbox: boolean;
  /** Base of the URIs generated for tracking documents. Ends with `/`, `#` or `:`. */
  otep_namespace: string;
}
