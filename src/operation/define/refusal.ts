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

/** An error about a member, as it is sent. */
export interface RefusalDetail {
  /** JSON Pointer without its first slash, or the name of the input's member. */
  field?: string;
  /** JSON Pointer into a raw document. */
  path?: string;
  order_id?: number;
  message: string;
  code?: string;
}

/** An error about a member whose text may be in several languages. */
export interface UnsaidDetail extends Omit<RefusalDetail, "message"> {
  message: string | Message;
}

interface Facts {
  errors?: readonly UnsaidDetail[];
  /** Replaces the whole error body, where the contract fixes it. */
  body?: Record<string, unknown>;
  /** Members the contract adds to the error body. */
  extra?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** What a refusal says. The values of a message are in it (`Message.with`), or beside it in `MessageOptions`. */
export interface RefusalOptions extends Facts {
  message?: string | Message;
}

/** The values of `message` are given where it has arguments, and nowhere else. */
export type MessageOptions<Source extends string | AnyMessage> = Facts & {
  message?: Source;
} & (object extends ValuesOf<Source> ? { values?: never } : { values: ValuesOf<Source> });

/** What a refusal says, with the values in its message. */
export function fillMessage(
  options: Facts & { message?: string | AnyMessage; values?: object },
): RefusalOptions {
  const { message, values, ...facts } = options;
  const filled_message =
    typeof message === "object" && values !== undefined ? message.with(values as never) : message;
  return { message: filled_message as string | Message | undefined, ...facts };
}

export class Refusal extends Error {
  readonly code: string;
  readonly kind: RefusalKind;
  readonly errors: RefusalDetail[] | undefined;
  readonly body: Record<string, unknown> | undefined;
  readonly extra: Record<string, unknown> | undefined;
  readonly headers: Record<string, string>;
  readonly #options: RefusalOptions;

  /** Its texts are for a reader with this `Accept-Language`; English without one. */
  constructor(code: string, kind: RefusalKind, options: RefusalOptions = {}, accept_language = "") {
    const { message = defaultMessage(code), errors, body, extra, headers = {} } = options;
    super(sayText(message, accept_language));
    this.name = "Refusal";
    this.code = code;
    this.kind = kind;
    this.errors = errors?.map((detail) => sayDetail(detail, accept_language));
    this.body = body;
    this.extra = extra;
    this.headers = headers;
    this.#options = options;
  }

  /** The same refusal for a reader with this `Accept-Language`; a text that has no translation stays English. */
  in(accept_language: string): Refusal {
    if (accept_language === "") return this;
    return new Refusal(this.code, this.kind, this.#options, accept_language);
  }

  get status(): number {
    return STATUS_OF_KIND[this.kind];
  }

  /** The code as sent on the wire, in capitals: `RATE_EXPIRED`. */
  get error_code(): string {
    return this.code.toUpperCase();
  }
}

const sayText = (message: string | Message, accept_language: string): string =>
  typeof message === "string" ? message : message.format(accept_language);

/** English without a language. */
export function sayDetail({ message, ...rest }: UnsaidDetail, accept_language = ""): RefusalDetail {
  return { ...rest, message: sayText(message, accept_language) };
}

const DEFAULTS: Readonly<Record<string, Message>> = {
  not_found: refusals.not_found,
  forbidden: refusals.forbidden,
};

/** `rate_expired` becomes "Rate expired." where a family defines no message. */
function defaultMessage(code: string): string | Message {
  const message = DEFAULTS[code];
  if (message !== undefined) return message;
  const words = code.replaceAll("_", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
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
