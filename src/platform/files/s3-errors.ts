/** Explains an error of an S3-compatible store, and what the operator can do about it. */
import type { IncomingHttpHeaders } from "node:http";
import type { S3Settings } from "./s3.ts";

/** `<Error><Code>NoSuchBucket</Code>…`; empty when the response has another form. */
export function parseErrorCode(bytes: Buffer): string {
  return /<Code>(\w+)<\/Code>/.exec(bytes.toString("utf8", 0, 4096))?.[1] ?? "";
}

const TRANSIENT_STATUSES = new Set([408, 429, 500, 502, 503, 504]);

/** The error code (perhaps empty) of a response that is worth retrying; null for every other response. */
export function findTransientErrorCode(status: number, bytes: Buffer): string | null {
  if (status < 400) return null;
  const code = parseErrorCode(bytes);
  // A body that arrived too slowly is reported with 400.
  return TRANSIENT_STATUSES.has(status) || code === "RequestTimeout" ? code : null;
}

/** One sentence for the operator. Names settings, never their secrets. */
export function explainS3Error(
  { bucket, endpoint, region }: S3Settings,
  { status, headers, bytes }: { status: number; headers: IncomingHttpHeaders; bytes: Buffer },
): string {
  const code = parseErrorCode(bytes);
  const home = headers["x-amz-bucket-region"] ?? /<Region>([\w-]+)<\/Region>/.exec(bytes.toString())?.[1];
  switch (code) {
    case "InvalidAccessKeyId":
      return `The file store at ${endpoint.host} does not know the key of S3_ACCESS_KEY_ID.`;
    case "SignatureDoesNotMatch":
      return `The file store at ${endpoint.host} refuses the signature: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY do not belong together, or a proxy changes requests.`;
    case "NoSuchBucket":
      return `There is no bucket ${bucket} at ${endpoint.host}; make it, or correct FILES_URL.`;
    case "AccessDenied":
      return `The key of S3_ACCESS_KEY_ID may not read, write and list in the bucket ${bucket}.`;
    case "RequestTimeTooSkewed":
      return "The file store refuses requests because the clock of this machine is wrong.";
    case "AuthorizationHeaderMalformed":
    case "PermanentRedirect":
    case "TemporaryRedirect":
    case "IllegalLocationConstraintException":
      return `The bucket ${bucket} is not in the region ${region}${home === undefined ? "" : ` but in ${home}`}; correct S3_REGION or S3_ENDPOINT.`;
    default:
      return status === 200
        ? `What answers at ${endpoint.host} is not an S3-compatible store.`
        : `The file store at ${endpoint.host} answered ${status}${code === "" ? "" : ` (${code})`}.`;
  }
}
