/**
 * Posts webhooks over HTTP/1.1 with connections that stay open. A private address is refused when the connection is made, so that
 * a name whose address changes later is refused too.
 */
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import {
  findAddresses,
  isPrivateAddress,
  lookupFor,
  PrivateAddressError,
} from "#platform/external/addresses.ts";
import { NameNotFound } from "#platform/external/names.ts";
import { callOut } from "#platform/external/outgoing.ts";
import type { DeliveryError, UrlFault, WebhookAnswer, WebhookSender } from "./port.ts";

export interface WebhookSenderOptions {
  private_addresses: boolean;
  user_agent: string;
  timeout_ms?: number;
}

const TIMEOUT_MS = 15_000;
const EXCERPT_CHARACTERS = 1000;
/** More of an answer is not read; what was read is enough for the log. */
const ANSWER_BYTES_MAX = 16 * 1024;

export function createWebhookSender({
  private_addresses,
  user_agent,
  timeout_ms = TIMEOUT_MS,
}: WebhookSenderOptions): WebhookSender {
  const options = {
    keepAlive: true,
    maxFreeSockets: 16,
    lookup: lookupFor(private_addresses),
  };
  const agents = { "http:": new http.Agent(options), "https:": new https.Agent(options) };

  const findFault = (url: URL | null): UrlFault | null => {
    if (url === null) return "not_a_url";
    if (url.protocol !== "https:" && url.protocol !== "http:") return "scheme";
    // Without encryption only within one's own network.
    if (url.protocol === "http:" && !private_addresses) return "scheme";
    if (url.username !== "" || url.password !== "") return "credentials";
    if (url.hash !== "") return "fragment";
    const host = getHost(url);
    const is_private =
      isIP(host) === 0 ? /^(.*\.)?(localhost|local|internal)\.?$/i.test(host) : isPrivateAddress(host);
    return is_private && !private_addresses ? "private_address" : null;
  };

  return {
    async checkUrl(text) {
      const fault = findFault(URL.parse(text));
      if (fault !== null || private_addresses) return fault;
      try {
        await callOut(() => findAddresses(getHost(new URL(text)), false));
      } catch (error) {
        // A name without an address may have one when something is sent.
        if (error instanceof PrivateAddressError) return "private_address";
        if (!(error instanceof NameNotFound)) throw error;
      }
      return null;
    },

    post(text, headers, body) {
      let started = performance.now();
      const answer = (
        status: number | null,
        error: DeliveryError | null,
        excerpt: string,
      ): WebhookAnswer => ({
        status,
        error,
        excerpt: excerpt.replaceAll("\0", "").slice(0, EXCERPT_CHARACTERS),
        duration_ms: Math.round(performance.now() - started),
        retry_after_s: null,
      });
      const url = URL.parse(text);
      const fault = findFault(url);
      if (url === null || fault !== null)
        return Promise.resolve(
          answer(null, fault === "private_address" ? fault : "unreachable", `The URL is refused: ${fault}.`),
        );
      const exchange = () =>
        new Promise<WebhookAnswer>((resolve) => {
          started = performance.now();
          const secure = url.protocol === "https:";
          const request = (secure ? https : http).request(url, {
            method: "POST",
            agent: agents[secure ? "https:" : "http:"],
            headers: {
              ...headers,
              "content-type": "application/json",
              "content-length": Buffer.byteLength(body),
              "user-agent": user_agent,
            },
          });
          let late = false;
          const timer = setTimeout(() => {
            late = true;
            request.destroy(new Error("timeout"));
          }, timeout_ms);
          const settle = (result: WebhookAnswer) => {
            clearTimeout(timer);
            resolve(result);
          };
          request.on("response", (response) =>
            readExcerpt(response, (excerpt, error) => {
              if (error !== undefined)
                settle(answer(null, late ? "timeout" : "unreadable_answer", error.message));
              else
                settle({
                  ...answer(...classify(response), excerpt),
                  retry_after_s: readRetryAfter(response),
                });
            }),
          );
          request.on("error", (error: Error & { code?: string }) =>
            settle(answer(null, late ? "timeout" : nameError(error), describeError(error, late, timeout_ms))),
          );
          request.end(body);
        });
      return callOut(exchange);
    },
  };
}

const getHost = (url: URL) => url.hostname.replace(/^\[|\]$/g, "");

function classify({ statusCode = 0 }: IncomingMessage): [number, DeliveryError | null] {
  if (statusCode >= 200 && statusCode < 300) return [statusCode, null];
  if (statusCode === 410) return [statusCode, "gone"];
  if (statusCode === 429) return [statusCode, "rate_limited"];
  return [statusCode, statusCode >= 300 && statusCode < 400 ? "redirect" : "http_error"];
}

/** The beginning of the body. One that does not end soon is cut off: the status has come, and it counts. */
function readExcerpt(response: IncomingMessage, done: (excerpt: string, error?: Error) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let settled = false;
  const settle = (error?: Error) => {
    if (settled) return;
    settled = true;
    done(
      Buffer.concat(chunks)
        .subarray(0, EXCERPT_CHARACTERS * 4)
        .toString("utf8"),
      error,
    );
  };
  response.on("data", (chunk: Buffer) => {
    size += chunk.length;
    chunks.push(chunk);
    if (size <= ANSWER_BYTES_MAX) return;
    settle();
    response.destroy();
  });
  response.on("end", () => settle());
  response.on("error", settle);
  response.on("close", () => settle());
}

function nameError(error: Error & { code?: string }): DeliveryError {
  if (error instanceof PrivateAddressError) return "private_address";
  return /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY/.test(error.code ?? "") ? "certificate" : "unreachable";
}

function describeError(error: Error & { code?: string }, late: boolean, timeout_ms: number): string {
  if (late) return `No answer within ${timeout_ms / 1000} s.`;
  return error instanceof PrivateAddressError ? error.message : (error.code ?? "The connection failed.");
}

/** Seconds, or a date (RFC 9110). */
function readRetryAfter({ headers }: IncomingMessage): number | null {
  const text = headers["retry-after"];
  if (text === undefined) return null;
  if (/^\d{1,6}$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
