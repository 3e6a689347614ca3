/** The road to the service: the transport of `packages/client`, with the token of this browser. */
import { ApiError, type CallOptions, makeTransport, type Route } from "../../packages/client/transport.ts";

export { ApiError };

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

const signed = makeTransport({ client: "console", token: token.get, onUnauthenticated: () => token.get() !== null && expired() });

/** For public pages and sign-in: a refusal there says nothing of the token. */
const anonymous = makeTransport({ client: "console" });

export interface Options extends CallOptions {
  anonymous?: boolean;
}

type Method = Route["method"];

/** Members of the input named in braces go into the path. */
export function call<Answer>(method: Method, path: string, input: object = {}, options: Options = {}): Promise<Answer> {
  const { anonymous: stranger, ...rest } = options;
  return (stranger ? anonymous : signed).call<Answer>({ method, path, writes: method !== "GET" }, told(input), rest);
}

/** A file of the service, as an object URL; the caller revokes it. */
export async function fetchFile(path: string, accept = "*/*", signal?: AbortSignal): Promise<{ url: string; type: string }> {
  const blob = await signed.file({ method: "GET", path, writes: false }, {}, { accept, ...(signal ? { signal } : {}) });
  return { url: URL.createObjectURL(blob), type: blob.type };
}

/** Members that are not said are left out, so that a filter that is off is off. */
function told(input: object): object {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

export const get = <Answer>(path: string, query: object = {}, options: Options = {}) => call<Answer>("GET", path, query, options);
export const post = <Answer>(path: string, body: object = {}, options: Options = {}) => call<Answer>("POST", path, body, options);
export const put = <Answer>(path: string, body: object = {}, options: Options = {}) => call<Answer>("PUT", path, body, options);
export const patch = <Answer>(path: string, body: object = {}, options: Options = {}) => call<Answer>("PATCH", path, body, options);
export const remove = <Answer>(path: string, options: Options = {}) => call<Answer>("DELETE", path, {}, options);
