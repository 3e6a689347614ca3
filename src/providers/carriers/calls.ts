/** Calls to carriers with JSON: what their statuses and failures mean is the same for all. */
import { isIP } from "node:net";
import type { Static, TSchema } from "typebox";
import { Value } from "typebox/value";
import { PrivateAddressError } from "#platform/external/addresses.ts";
import { getBytes, getText, postText } from "#platform/external/get-text.ts";
import { CarrierFailed, type CarrierFailure } from "./port.ts";

/** Carriers ask other carriers: rates of many take seconds. */
const TIMEOUT_MS = 20_000;
const BYTES_MAX = 8 * 1024 * 1024;
const REASON_MAX = 300;

const FAILURE_TEXTS: Record<CarrierFailure, string> = {
  not_authorised: "The carrier does not accept the credentials.",
  request_refused: "The carrier refuses the request.",
  price_changed: "The carrier charges more than was quoted.",
  already_manifested: "The carrier has put it on a manifest already.",
  unsupported: "The carrier does not offer this.",
  unknown: "The carrier does not know it.",
  private_address: "The carrier's address is private, and calls to those are not configured.",
  rate_limited: "The carrier asks for a slower pace.",
  unreachable: "The carrier cannot be reached.",
  connection_lost: "The connection to the carrier was lost.",
  timeout: "The carrier did not answer in time.",
  carrier_failed: "The carrier failed.",
  unreadable_answer: "The carrier gave an answer that cannot be read.",
};

export function failed(failure: CarrierFailure, text = "", code: string | null = null): CarrierFailed {
  return new CarrierFailed(failure, text === "" ? FAILURE_TEXTS[failure] : text.slice(0, REASON_MAX), code);
}

/** Errors of a connection that was never made: nothing arrived. */
const NOT_CONNECTED = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);

function readNetworkError(error: Error & { code?: string }, url: URL): CarrierFailed {
  if (error instanceof PrivateAddressError) return failed("private_address");
  if (error.name === "TimeoutError" || error.name === "AbortError") return failed("timeout");
  const host = isIP(url.hostname) === 0 ? url.hostname : "its address";
  if (NOT_CONNECTED.has(error.code ?? ""))
    return failed("unreachable", `The carrier cannot be reached (${host}: ${error.code}).`);
  return failed("connection_lost");
}

/** The carrier's words in a body that is no success; empty where it gives none. */
type ReadError = (body: unknown) => { code: string | null; text: string };

export interface CallsOptions {
  base_url: string;
  authorization: string;
  private_addresses: boolean;
  user_agent: string;
  readError: ReadError;
  timeout_ms?: number | undefined;
}

export interface Calls {
  get<T extends TSchema>(path: string, schema: T): Promise<Static<T>>;
  /** Null for 404. */
  find<T extends TSchema>(path: string, schema: T): Promise<Static<T> | null>;
  post<T extends TSchema>(path: string, body: unknown, schema: T): Promise<Static<T>>;
  /** A file at an address that the carrier gave: without credentials, because it may be anywhere. */
  getFile(url: string): Promise<Buffer>;
}

export function createCalls(options: CallsOptions): Calls {
  const { private_addresses, readError, timeout_ms = TIMEOUT_MS } = options;
  const base = options.base_url.replace(/\/+$/, "");
  const headers = {
    accept: "application/json",
    authorization: options.authorization,
    "user-agent": options.user_agent,
  };
  const limits = { private_addresses, timeout_ms, bytes_max: BYTES_MAX };

  const send = async <A>(url: URL, call: () => Promise<A>): Promise<A> => {
    if (url.protocol !== "https:" && !private_addresses)
      throw failed("private_address", "The carrier's address must begin with https://.");
    try {
      return await call();
    } catch (error) {
      throw readNetworkError(error as Error & { code?: string }, url);
    }
  };
  const ask = async (path: string, body?: unknown): Promise<{ status: number; body: string }> => {
    const url = new URL(`${base}${path}`);
    if (body === undefined) return send(url, () => getText(url, { ...limits, headers }));
    const json = { ...headers, "content-type": "application/json" };
    return send(url, () => postText(url, { ...limits, headers: json, body: JSON.stringify(body) }));
  };

  return {
    get: async (path, schema) => parse(schema, readAnswer(await ask(path), readError)),
    async find(path, schema) {
      const answer = await ask(path);
      return answer.status === 404 ? null : parse(schema, readAnswer(answer, readError));
    },
    post: async (path, body, schema) => parse(schema, readAnswer(await ask(path, body), readError)),
    async getFile(address) {
      if (!URL.canParse(address)) throw failed("unreadable_answer");
      const url = new URL(address);
      const { status, bytes } = await send(url, () =>
        getBytes(url, { ...limits, headers: { accept: "*/*", "user-agent": options.user_agent } }),
      );
      if (status !== 200) throw failed("carrier_failed", "The file of the carrier cannot be loaded.");
      return bytes;
    },
  };
}

function readAnswer({ status, body }: { status: number; body: string }, readError: ReadError): unknown {
  const value = tryJson(body);
  if (status >= 200 && status < 300) {
    if (value === undefined) throw failed("unreadable_answer");
    return value;
  }
  const { code, text } = value === undefined ? { code: null, text: "" } : readError(value);
  throw failed(findFailure(status), text, code ?? `STATUS_${status}`);
}

function findFailure(status: number): CarrierFailure {
  if (status === 401 || status === 403) return "not_authorised";
  if (status === 404) return "unknown";
  if (status === 429) return "rate_limited";
  if (status >= 500 || status === 408) return "carrier_failed";
  // Redirects are never followed: they would send the key elsewhere.
  return status < 400 ? "unreadable_answer" : "request_refused";
}

function parse<T extends TSchema>(schema: T, value: unknown): Static<T> {
  if (!Value.Check(schema, value)) throw failed("unreadable_answer");
  return value as Static<T>;
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Decimals of a currency: the yen has none. */
function countDecimals(currency: string): number {
  try {
    return (
      new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ??
      2
    );
  } catch {
    throw failed("unreadable_answer", `The carrier charges in a currency that does not exist: ${currency}.`);
  }
}

/** Minor units of an amount as carriers write it, `12.5` or `"12.50"`: read as decimals, never as a binary fraction. */
export function readMinor(amount: string | number, currency: string): number {
  const decimals = countDecimals(currency);
  const match = /^(\d{1,12})(?:\.(\d+))?$/.exec(String(amount));
  if (match === null) throw failed("unreadable_answer", "The carrier gave a charge that is no amount.");
  const [, whole_part = "0", part = ""] = match;
  const minor_digits = Number(`${whole_part}${part.slice(0, decimals).padEnd(decimals, "0")}`);
  return minor_digits + (Number(part[decimals] ?? "0") >= 5 ? 1 : 0);
}

/** An amount that may be below zero: a discount among the parts of a charge. */
export function readSignedMinor(amount: number, currency: string): number {
  return amount < 0 ? -readMinor(-amount, currency) : readMinor(amount, currency);
}

/** An amount as carriers take it. */
export function writeDecimal(minor: number, currency: string): number {
  const decimals = countDecimals(currency);
  return Number((minor / 10 ** decimals).toFixed(decimals));
}
