/**
 * HTTP requests to external services: bounded in time and size, no redirects, and no private addresses unless
 * allowed by the configuration.
 */
import http, { type IncomingHttpHeaders } from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { isPrivateAddress, lookupFor, PrivateAddressError } from "./addresses.ts";
import { callOut } from "./outgoing.ts";

export interface TextAnswer {
  status: number;
  body: string;
}

export interface GetOptions {
  headers: Record<string, string>;
  private_addresses: boolean;
  timeout_ms?: number;
  bytes_max?: number;
}

export interface PostOptions extends GetOptions {
  /** The whole body; `content-type` is among the headers. */
  body: string | Buffer;
}

const TIMEOUT_MS = 5000;
const BYTES_MAX = 1024 * 1024;

/** Throws when the service cannot be reached, is too slow or responds with too much; any status is returned. */
export async function getText(url: URL, options: GetOptions): Promise<TextAnswer> {
  const { status, bytes } = await send("GET", url, options, undefined);
  return { status, body: bytes.toString("utf8") };
}

/** Like `getText`, for files. */
export async function getBytes(url: URL, options: GetOptions): Promise<{ status: number; bytes: Buffer }> {
  const { status, bytes } = await send("GET", url, options, undefined);
  return { status, bytes };
}

/** Like `getText`. When it throws, the request may have arrived nevertheless. */
export async function postText(
  url: URL,
  { body, ...options }: PostOptions,
): Promise<TextAnswer & { headers: IncomingHttpHeaders }> {
  const { status, headers, bytes } = await send("POST", url, options, body);
  return { status, headers, body: bytes.toString("utf8") };
}

/** Like `getBytes`, for a store that takes files too: the bytes of the body, and the headers of the answer. */
export function requestBytes(
  method: "GET" | "PUT",
  url: URL,
  { body, ...options }: GetOptions & { body?: Buffer | undefined },
): Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }> {
  return send(method, url, options, body);
}

function send(
  ...call: Parameters<typeof sendNow>
): Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }> {
  return callOut(() => sendNow(...call));
}

async function sendNow(
  method: "GET" | "POST" | "PUT",
  url: URL,
  { headers, private_addresses, timeout_ms = TIMEOUT_MS, bytes_max = BYTES_MAX }: GetOptions,
  body: string | Buffer | undefined,
): Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // A literal address is connected to without a lookup.
  if (!private_addresses && isIP(host) !== 0 && isPrivateAddress(host)) throw new PrivateAddressError(host);
  const { request: open } = url.protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    const request = open(
      url,
      {
        method,
        headers:
          body === undefined ? headers : { ...headers, "content-length": String(Buffer.byteLength(body)) },
        signal: AbortSignal.timeout(timeout_ms),
        lookup: lookupFor(private_addresses),
      },
      (answer) => {
        const chunks: Buffer[] = [];
        let size = 0;
        answer.on("data", (chunk: Buffer) => {
          size += chunk.length;
          chunks.push(chunk);
          if (size <= bytes_max) return;
          reject(new Error(`${host} answered more than ${bytes_max} bytes.`));
          request.destroy();
        });
        answer.on("end", () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            bytes: Buffer.concat(chunks),
          }),
        );
        answer.on("error", reject);
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}
