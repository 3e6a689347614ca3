/**
 * How the generated client reaches the service: fetch, a bearer token, one error class. Runs in a browser and in
 * Node; knows no operation.
 */

export interface TransportOptions {
  /** Without a slash at its end; the page's own origin when absent. */
  base_url?: string;
  /** The bearer token at the moment of a call; null when nobody is signed in. */
  token?: () => string | null | undefined;
  /** Language of messages, for `Accept-Language`. */
  language?: () => string | undefined;
  /** Puts the sentences of a refusal for whoever reads them; as the service wrote them when absent. */
  formatMessage?: (sentence: string) => string;
  /** Told when the service answers 401, before the error is thrown. */
  onUnauthenticated?: (error: ApiError) => void;
  /** Told the `X-Request-Id` of each write that was done, when it was answered. */
  onWritten?: (request_id: string) => void;
  /** Who the client says it is; `console` marks what people did by hand. */
  client?: string;
  fetch?: typeof fetch;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Preview a write: it answers as it would, with `dry_run` and `would_emit`, and changes nothing. */
  dry_run?: boolean;
  /** Same key and input, same answer. Writes get a random one when absent. */
  idempotency_key?: string;
  /** The version that the caller has seen; another one is refused with 409. */
  if_match?: number;
  accept?: string;
}

interface Route {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Members of the input stand in braces. */
  path: string;
  writes: boolean;
}

/** A write's answer; what a dry run adds is there only when one was asked for. */
export type Written<Answer> = Answer & {
  dry_run?: boolean;
  would_emit?: { subject_type: string; subject_id: string; kind: string; payload: Record<string, unknown> }[];
  unpredicted?: string[];
};

export interface ErrorDetail {
  field?: string;
  order_id?: number;
  message: string;
  code?: string;
}

/** What the service refused, or status 0 when it could not be reached. */
export class ApiError extends Error {
  readonly status: number;
  /** The refusal's name in capitals, `NETWORK_ERROR` when there was no answer. */
  readonly error_code: string;
  /** One entry a field. */
  readonly errors: readonly ErrorDetail[];
  readonly request_id: string | null;
  readonly body: Readonly<Record<string, unknown>>;
  /** Seconds to wait, where the service says so. */
  readonly retry_after_s: number | null;

  constructor(status: number, body: Record<string, unknown>, retry_after_s: number | null = null) {
    super(typeof body["message"] === "string" ? body["message"] : `The service answered ${status}.`);
    this.name = "ApiError";
    this.status = status;
    this.error_code = typeof body["error_code"] === "string" ? body["error_code"] : `HTTP_${status}`;
    this.errors = Array.isArray(body["errors"]) ? (body["errors"] as ErrorDetail[]) : [];
    this.request_id = typeof body["request_id"] === "string" ? body["request_id"] : null;
    this.body = body;
    this.retry_after_s = retry_after_s;
  }

  /** The feature family of the operation is switched off for this business. */
  get is_feature_off(): boolean {
    return this.body["feature_enabled"] === false;
  }
}

export interface Transport {
  call<Answer>(route: Route, input: object, options?: CallOptions): Promise<Answer>;
  file(route: Route, input: object, options?: CallOptions): Promise<Blob>;
}

export function makeTransport(options: TransportOptions = {}): Transport {
  const send = async (route: Route, input: object, call: CallOptions): Promise<Response> => {
    const { url, body } = buildRequest(route, input as Record<string, unknown>);
    const headers: Record<string, string> = { accept: call.accept ?? "application/json" };
    const token = options.token?.();
    const language = options.language?.();
    if (token) headers["authorization"] = `Bearer ${token}`;
    if (language) headers["accept-language"] = language;
    if (options.client) headers["x-packhorse-client"] = options.client;
    if (body !== undefined) headers["content-type"] = "application/json";
    if (route.writes) {
      if (call.dry_run) headers["x-dry-run"] = "1";
      headers["idempotency-key"] = call.idempotency_key ?? randomKey();
      if (call.if_match !== undefined) headers["if-match"] = `"${call.if_match}"`;
    }
    let response: Response;
    try {
      response = await (options.fetch ?? fetch)((options.base_url ?? "") + url, {
        method: route.method,
        headers,
        ...(body === undefined ? {} : { body }),
        ...(call.signal === undefined ? {} : { signal: call.signal }),
      });
    } catch (error) {
      if (call.signal?.aborted) throw error;
      throw new ApiError(0, { message: "The service cannot be reached.", error_code: "NETWORK_ERROR" });
    }
    if (response.ok) {
      const request_id = response.headers.get("x-request-id");
      // What was accepted only, 202, is written later.
      if (route.writes && request_id !== null && response.status !== 202 && !call.dry_run)
        options.onWritten?.(request_id);
      return response;
    }
    const refused = await buildError(response, options.formatMessage);
    if (refused.status === 401) options.onUnauthenticated?.(refused);
    throw refused;
  };
  return {
    async call<Answer>(route: Route, input: object, call: CallOptions = {}) {
      const response = await send(route, input, call);
      return (await response.json()) as Answer;
    },
    async file(route, input, call = {}) {
      const response = await send(route, input, { accept: "*/*", ...call });
      return response.blob();
    },
  };
}

/** Members in braces go into the path; the rest is the query of a GET and the body of everything else. */
function buildRequest(
  { method, path, writes }: Route,
  input: Record<string, unknown>,
): { url: string; body: string | undefined } {
  const rest: Record<string, unknown> = { ...input };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = rest[name];
    delete rest[name];
    if (value === undefined || value === null || value === "") throw new TypeError(`${path} needs ${name}.`);
    return encodeURIComponent(String(value));
  });
  if (method !== "GET") {
    const body = writes || Object.keys(rest).length > 0 ? JSON.stringify(rest) : undefined;
    return { url: filled, body: method === "DELETE" && Object.keys(rest).length === 0 ? undefined : body };
  }
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) query.append(name, String(one));
    }
  }
  return { url: query.size === 0 ? filled : `${filled}?${query}`, body: undefined };
}

async function buildError(
  response: Response,
  formatMessage: TransportOptions["formatMessage"] = (sentence) => sentence,
): Promise<ApiError> {
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  let body: unknown;
  try {
    body = await response.json();
  } catch {
    // A proxy answered in words of its own.
    body = null;
  }
  const members = typeof body === "object" && body !== null ? { ...(body as Record<string, unknown>) } : {};
  const format = (text: unknown) => (typeof text === "string" ? formatMessage(text) : text);
  members["message"] = format(members["message"]);
  if (Array.isArray(members["errors"])) {
    members["errors"] = members["errors"].map((one) => ({ ...one, message: format(one?.message) }));
  }
  return new ApiError(response.status, members, Number.isFinite(seconds) ? seconds : null);
}

/** `crypto.randomUUID` is missing on pages served without TLS; random values are not. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
