/**
 * A run's only way to the world.
 *
 * `db` is bound to the caller's business; `now` is the moment of the call, and tests move it; nothing here
 * reaches outside the database, which is what lets a dry run really run.
 */
import type { Db } from "#platform/db/db.ts";
import type { Doors } from "#platform/doors.ts";
import type { Files } from "#platform/files/files.ts";
import type { Providers } from "#providers/providers.ts";
import type { Actor, Surface } from "./actor.ts";
import type { Others } from "./others.ts";
import type { CommonRefusal, Refusal, RefusalOptions } from "./refusal.ts";

/** A fact about one subject. `first` says that the subject was made in this transaction. */
export interface Emitted {
  subject: { type: string; id: number | string; first?: boolean };
  /** The business the fact belongs to, when it is not the caller's: platform administration. */
  business_id?: number;
  kind: string;
  payload?: Record<string, unknown>;
  /** When it happened; the moment of the call when absent. */
  occurred_at?: string;
  batch_id?: number;
  /** Rows before and after, for the audit. Personal data stays out of events and of these. */
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  /** Set by the mechanism where one operation runs inside another: an approved write. */
  by?: { operation: string; on_behalf_of: number };
}

/** One text in several languages; English is always there. `{name}` stands for a parameter. */
export type Message = { readonly en: string } & { readonly [language: string]: string };

export interface JobRequest {
  name: string;
  data: Record<string, unknown>;
  /** At most one waiting job with this key. */
  singleton_key?: string;
  start_after_s?: number;
}

export interface RequestFacts {
  id: string;
  surface: Surface;
  /** Network address of the caller, for rate limits. */
  address: string;
  language: string;
  user_agent: string;
  /** REST only: what the caller can read, and which answer it has already. */
  accept?: string;
  if_none_match?: string;
  /** `OTEP-Error-Behaviour`: what becomes of the good items of a batch when others are not. */
  error_behaviour?: string;
}

/** What an answer says beside its body, for surfaces that have a place for it: REST. */
export interface ResponseFacts {
  media_type?: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** The caller has this answer already: 304 without a body. */
  not_modified?: boolean;
}

/** A refusal's words may be a message in several languages. */
export interface SpokenOptions extends Omit<RefusalOptions, "message"> {
  message?: string | Message;
  values?: Record<string, string | number>;
}

export interface Context<Codes extends string = never> {
  actor: Actor;
  /** The business whose rows this run sees: the caller's, or the one a public operation belongs to. */
  business_id: number;
  db: Db;
  /** For `prepare`, `perform` and reads only: never inside the transaction. */
  doors: Doors;
  files: Files;
  /** Outside services, for `prepare` and `perform` only: never inside the transaction. */
  providers: Providers;
  now: Date;
  /** True when nothing of this run will stay. */
  dry_run: boolean;
  request: RequestFacts;
  /** SHA-256 of the bearer token that was sent; only for operations that judge it themselves. */
  bearer_hash: Buffer | null;
  emit(event: Emitted): void;
  refuse(code: Codes | CommonRefusal, options?: SpokenOptions): Refusal;
  /** Refuses `version_conflict` when the caller sent `If-Match` and it names another version. */
  expectVersion(version: number): void;
  /** Accounts, tokens or businesses changed: forget kept callers after the commit. */
  forgetCallers(): void;
  say(message: Message, values?: Record<string, string | number>): string;
  /** Enqueue in this transaction; it runs after the commit, at least once. */
  enqueue(job: JobRequest): void;
  /** Media type, headers or 304, where the surface has a place for them. Said twice, the later word counts. */
  respond(facts: Partial<ResponseFacts>): void;
  /** Other operations, for the few that handle operations themselves: approvals. */
  others: Others;
  /** Configuration that operations may read, such as `base_url`. */
  settings: ServiceSettings;
}

export interface ServiceSettings {
  base_url: string;
  version: string;
  mqtt_prefix: string;
  /** Straight-line distances times this stand for roads, where a business says nothing else. */
  road_factor: number;
  /** Signs links and rate ids, seals secrets. */
  secret_key: Buffer;
  /** A business may choose the outbox for text messages: nothing leaves, and what would have is read there. */
  outbox_counts: boolean;
  /** Base of URIs that tracking documents make up. Ends with `/`, `#` or `:`. */
  otep_namespace: string;
}
