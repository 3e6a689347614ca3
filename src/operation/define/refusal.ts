/**
 * Refusals: the errors that the contract foresees. Any other error is a bug and results in 500.
 *
 * One table maps the kind of a refusal to the HTTP status; GraphQL and MCP show the same kind. A refusal names its texts
 * and their values; it says them in English, and in another language once that is known (`in`).
 */
import type { AnyMessage, Message, ValuesOf } from "../response/messages.ts";
import { refusals } from "../response/platform-messages.ts";

export const STATUS_OF_KIND = {
  bad_request: 400,
  unauthenticated: 401,
  unpaid: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  timeout: 408,
  conflict: 409,
  gone: 410,
  too_large: 413,
  unsupported: 415,
  invalid: 422,
  locked: 423,
  outdated: 426,
  too_many: 429,
  unavailable: 503,
} as const;

export type RefusalKind = keyof typeof STATUS_OF_KIND;

/** An error about a member. */
export interface RefusalDetail {
  /** JSON Pointer without its first slash, or the name of the input's member. */
  field?: string;
  /** JSON Pointer into a raw document. */
  path?: string;
  order_id?: number;
  message: Message;
  code?: string;
}

/** An error about a member, as it is sent. */
export interface SentDetail extends Omit<RefusalDetail, "message"> {
  message: string;
}

interface Facts {
  errors?: readonly RefusalDetail[];
  /** Replaces the whole error body, where the contract fixes it. */
  body?: Record<string, unknown>;
  /** Members the contract adds to the error body. */
  extra?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** What a refusal says. The values of a message are in it (`Message.with`), or beside it in `MessageOptions`. */
export interface RefusalOptions extends Facts {
  message: Message;
}

/** The values of `message` are given where it has arguments, and nowhere else. */
export type MessageOptions<Source extends AnyMessage> = Facts & {
  message: Source;
} & (object extends ValuesOf<Source> ? { values?: never } : { values: ValuesOf<Source> });

/** What may be said of a code that has a text of its own. */
export type DefaultOptions = Facts & { message?: never; values?: never };

/** What is said where no more is known than the code. */
const DEFAULT_MESSAGES = {
  not_found: refusals.not_found,
  forbidden: refusals.forbidden,
  busy: refusals.busy_now,
  caller_disconnected: refusals.caller_disconnected,
  invalid_request: refusals.not_valid,
} as const satisfies Readonly<Record<string, Message>>;

export type DefaultCode = keyof typeof DEFAULT_MESSAGES;

/** What a refusal says, with the values in its message. */
export function fillMessage(
  code: string,
  { message, values, ...facts }: Facts & { message?: AnyMessage; values?: object } = {},
): RefusalOptions {
  if (message === undefined) return { message: DEFAULT_MESSAGES[code as DefaultCode], ...facts };
  return { message: values === undefined ? (message as Message) : message.with(values as never), ...facts };
}

export class Refusal extends Error {
  readonly code: string;
  readonly kind: RefusalKind;
  readonly errors: SentDetail[] | undefined;
  readonly body: Record<string, unknown> | undefined;
  readonly extra: Record<string, unknown> | undefined;
  readonly headers: Record<string, string>;
  readonly #options: RefusalOptions;
  readonly #language: string;

  /** Its texts are for a reader with this `Accept-Language`; English without one. */
  constructor(code: string, kind: RefusalKind, options: RefusalOptions, accept_language = "") {
    const { message, errors, body, extra, headers = {} } = options;
    super(message.format(accept_language));
    this.name = "Refusal";
    this.code = code;
    this.kind = kind;
    this.errors = errors?.map((detail) => sayDetail(detail, accept_language));
    this.body = body;
    this.extra = extra;
    this.headers = headers;
    this.#options = options;
    this.#language = accept_language;
  }

  /** The same refusal for a reader with this `Accept-Language`; a text that has no translation stays English. */
  in(accept_language: string): Refusal {
    if (accept_language === "") return this;
    return new Refusal(this.code, this.kind, this.#options, accept_language);
  }

  /** Its errors about members before they are said in a language, for a refusal that passes them on. */
  get details(): readonly RefusalDetail[] {
    return this.#options.errors ?? [];
  }

  /** The same refusal with other errors about members. */
  mapErrors(change: (detail: RefusalDetail) => RefusalDetail): Refusal {
    const { errors, ...options } = this.#options;
    return errors === undefined
      ? this
      : new Refusal(this.code, this.kind, { ...options, errors: errors.map(change) }, this.#language);
  }

  get status(): number {
    return STATUS_OF_KIND[this.kind];
  }

  /** The code as sent on the wire, in capitals: `RATE_EXPIRED`. */
  get error_code(): string {
    return this.code.toUpperCase();
  }
}

/** English without a language. */
export function sayDetail({ message, ...rest }: RefusalDetail, accept_language = ""): SentDetail {
  return { ...rest, message: message.format(accept_language) };
}

/** The body of an error, the same on every surface. */
export function errorBody(refusal: Refusal, request_id: string): Record<string, unknown> {
  if (refusal.body !== undefined) return refusal.body;
  return {
    result: false,
    message: refusal.message,
    error_code: refusal.error_code,
    ...refusal.extra,
    ...(refusal.errors === undefined ? {} : { errors: refusal.errors }),
    request_id,
  };
}

/** Refusals that `invoke` itself may throw, for any operation. */
export const COMMON_REFUSALS = {
  unauthenticated: "unauthenticated",
  missing_credentials: "unauthenticated",
  forbidden: "forbidden",
  scope_missing: "forbidden",
  module_off: "forbidden",
  module_unavailable: "unavailable",
  feature_off: "conflict",
  daily_cap_reached: "too_many",
  price_hidden_settle_offline: "forbidden",
  not_found: "not_found",
  invalid_request: "invalid",
  confirm_required: "invalid",
  idempotency_key_reused: "conflict",
  version_conflict: "conflict",
  too_many_requests: "too_many",
  rate_limited: "too_many",
  busy: "unavailable",
} as const satisfies Record<string, RefusalKind>;

export type CommonRefusal = keyof typeof COMMON_REFUSALS;

/**
 * True for a refusal that trying again soon does not change. A daily limit of a token is one of `too_many`, but it ends at
 * midnight.
 */
export function isFinalRefusal(error: unknown): error is Refusal {
  if (!(error instanceof Refusal) || error.kind === "unavailable") return false;
  return error.kind !== "too_many" || error.code === "token_cap_reached";
}
