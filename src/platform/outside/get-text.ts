/**
 * A GET to an outside service: bounded in time and size, follows no redirect, and goes to no private address
 * unless that was configured.
 */
import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { isPrivateAddress, PrivateAddressError, publicLookup } from "./addresses.ts";

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

const TIMEOUT_MS = 5000;
const BYTES_MAX = 1024 * 1024;

/** Throws when the service cannot be reached, is too slow or says too much; any status is an answer. */
export async function getText(
  url: URL,
  { headers, private_addresses, timeout_ms = TIMEOUT_MS, bytes_max = BYTES_MAX }: GetOptions,
): Promise<TextAnswer> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // A literal address is connected to without a lookup.
  if (!private_addresses && isIP(host) !== 0 && isPrivateAddress(host)) throw new PrivateAddressError(host);
  const { get } = url.protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    const request = get(
      url,
      {
        headers,
        signal: AbortSignal.timeout(timeout_ms),
        ...(private_addresses ? {} : { lookup: publicLookup }),
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
          resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString("utf8") }),
        );
        answer.on("error", reject);
      },
    );
    request.on("error", reject);
  });
}
