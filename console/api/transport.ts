/** One road to the service: adds the token, speaks JSON, and turns every refusal into an `ApiError`. */

export interface FieldError {
  field?: string;
  order_id?: number;
  message: string;
  error_code?: string;
}

/** What the service said no to; `status` 0 when it could not be reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: FieldError[];
  readonly request_id: string | undefined;
  readonly body: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>) {
    super(typeof body["message"] === "string" ? body["message"] : `The service answered ${status}.`);
    this.name = "ApiError";
    this.status = status;
    this.code = String(body["error_code"] ?? "");
    this.errors = Array.isArray(body["errors"]) ? (body["errors"] as FieldError[]) : [];
    this.request_id = typeof body["request_id"] === "string" ? body["request_id"] : undefined;
    this.body = body;
  }
}

type Scalar = string | number | boolean;

export interface CallOptions {
  query?: Record<string, Scalar | readonly Scalar[] | null | undefined>;
  body?: unknown;
  /** Ask what would happen; nothing is changed. */
  dry_run?: boolean;
  /** The version this change was made from; another one is refused. */
  if_match?: number;
  signal?: AbortSignal;
  /** Do not send the token: public pages. */
  anonymous?: boolean;
}

const TOKEN_KEY = "packhorse.token";
let expired: () => void = () => {};

export const token = {
  get: () => localStorage.getItem(TOKEN_KEY),
  set: (value: string) => localStorage.setItem(TOKEN_KEY, value),
  clear: () => localStorage.removeItem(TOKEN_KEY),
};

/** What to do when the service no longer knows the token. */
export function onExpired(act: () => void): void {
  expired = act;
}

/** `{a: [1, 2], b: null}` reads `?a=1,2`. */
export function queryOf(query: CallOptions["query"]): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null || value === "") continue;
    if (Array.isArray(value)) {
      if (value.length > 0) parts.push(`${name}=${value.map((one) => encodeURIComponent(String(one))).join(",")}`);
    } else {
      parts.push(`${name}=${encodeURIComponent(String(value))}`);
    }
  }
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

async function send(method: string, path: string, options: CallOptions, accept: string): Promise<Response> {
  const headers: Record<string, string> = { accept, "x-packhorse-client": "console" };
  const held = options.anonymous ? null : token.get();
  if (held !== null) headers["authorization"] = `Bearer ${held}`;
  if (options.body !== undefined) headers["content-type"] = "application/json";
  if (options.dry_run) headers["x-dry-run"] = "1";
  if (options.if_match !== undefined) headers["if-match"] = `"${options.if_match}"`;
  let response: Response;
  try {
    response = await fetch(path + queryOf(options.query), {
      method,
      headers,
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
      signal: options.signal,
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiError(0, { message: "The service cannot be reached. Check the connection and try again.", error_code: "UNREACHABLE" });
  }
  if (!response.ok) {
    const body = (await response.json().catch(() => ({}))) as Record<string, unknown>;
    // A wrong password is 401 too, but then no token was sent.
    if (response.status === 401 && held !== null) expired();
    throw new ApiError(response.status, body);
  }
  return response;
}

export async function call<Answer>(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const response = await send(method, path, options, "application/json");
  return (await response.json()) as Answer;
}

/** A file of the service, as an object URL; the caller revokes it. */
export async function fetchFile(path: string, accept = "*/*", options: CallOptions = {}): Promise<{ url: string; type: string }> {
  const response = await send("GET", path, options, accept);
  const blob = await response.blob();
  return { url: URL.createObjectURL(blob), type: blob.type };
}

export const get = <Answer>(path: string, query?: CallOptions["query"], options: CallOptions = {}) =>
  call<Answer>("GET", path, { ...options, query });
export const post = <Answer>(path: string, body: unknown = {}, options: CallOptions = {}) =>
  call<Answer>("POST", path, { ...options, body });
export const put = <Answer>(path: string, body: unknown = {}, options: CallOptions = {}) =>
  call<Answer>("PUT", path, { ...options, body });
export const patch = <Answer>(path: string, body: unknown = {}, options: CallOptions = {}) =>
  call<Answer>("PATCH", path, { ...options, body });
export const remove = <Answer>(path: string, options: CallOptions = {}) => call<Answer>("DELETE", path, options);
