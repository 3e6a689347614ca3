/**
 * Verifies AWS Signature Version 4, written from the specification and independent of the library that the
 * product signs with.
 *
 * Source: docs.aws.amazon.com/AmazonS3/latest/API, "Signature Calculations for the Authorization Header:
 * Transferring Payload in a Single Chunk".
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";

export interface SignedRequest {
  method: string;
  /** As on the request line: path and query, still encoded. */
  url: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface Credentials {
  access_key_id: string;
  secret_access_key: string;
  region: string;
}

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
export const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Percent-encodes everything but letters, digits and `-._~`, octet by octet; slashes stay in paths. */
function encoded(text: string, keep_slashes: boolean): string {
  return [...Buffer.from(text, "utf8")]
    .map((octet) => {
      const letter = String.fromCharCode(octet);
      if (/[A-Za-z0-9._~-]/.test(letter) || (keep_slashes && letter === "/")) return letter;
      return `%${octet.toString(16).toUpperCase().padStart(2, "0")}`;
    })
    .join("");
}

export function computeSignature(
  { method, url, headers }: SignedRequest,
  { secret_access_key, region }: Credentials,
  signed_headers: readonly string[],
  at: string,
): string {
  const [path = "/", query = ""] = url.split(/\?(.*)/s);
  const parameters = query
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [name = "", value = ""] = pair
        .split(/=(.*)/s)
        .map((part) => encoded(decodeURIComponent(part), false));
      return `${name}=${value}`;
    });
  const canonical = [
    method,
    encoded(decodeURIComponent(path), true),
    parameters.toSorted().join("&"),
    ...signed_headers.map(
      (name) =>
        `${name}:${String(headers[name] ?? "")
          .trim()
          .replaceAll(/ +/g, " ")}`,
    ),
    "",
    signed_headers.join(";"),
    String(headers["x-amz-content-sha256"]),
  ].join("\n");
  const day = at.slice(0, 8);
  const text = ["AWS4-HMAC-SHA256", at, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join("\n");
  const key = hmac(hmac(hmac(hmac(`AWS4${secret_access_key}`, day), region), "s3"), "aws4_request");
  return hmac(key, text).toString("hex");
}

export type SignatureFault =
  | "AccessDenied"
  | "InvalidAccessKeyId"
  | "AuthorizationHeaderMalformed"
  | "RequestTimeTooSkewed"
  | "SignatureDoesNotMatch";

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
const SKEW_MS_MAX = 15 * 60_000;

/** What a store finds wrong with the signature of a request; null when it is right. */
export function findSignatureFault(
  request: SignedRequest,
  credentials: Credentials,
  now: Date,
): SignatureFault | null {
  const match = AUTHORIZATION.exec(String(request.headers["authorization"] ?? ""));
  if (match === null) return "AccessDenied";
  const [, key_id, day, region, service, names = "", signature = ""] = match;
  if (key_id !== credentials.access_key_id) return "InvalidAccessKeyId";
  const at = String(request.headers["x-amz-date"] ?? "");
  if (region !== credentials.region || service !== "s3" || !at.startsWith(day ?? "-"))
    return "AuthorizationHeaderMalformed";
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(at) ?? [];
  const skew = Math.abs(Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`) - now.getTime());
  if (!(skew <= SKEW_MS_MAX)) return "RequestTimeTooSkewed";
  const signed = names.split(";");
  const required_headers = [
    "host",
    ...Object.keys(request.headers).filter((name) => name.startsWith("x-amz-")),
  ];
  if (required_headers.some((name) => !signed.includes(name))) return "AccessDenied";
  const right = computeSignature(request, credentials, signed, at);
  return timingSafeEqual(Buffer.from(right), Buffer.from(signature)) ? null : "SignatureDoesNotMatch";
}
