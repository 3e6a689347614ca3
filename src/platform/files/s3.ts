/**
 * Files in a bucket of an S3-compatible store: one object and one request per file, at most 5 GB by the protocol
 * and 8 MiB by our own limit.
 *
 * Requests are signed with AWS Signature Version 4 including the payload hash, so that the store accepts only the
 * bytes that were hashed. Transient failures are retried with increasing pauses: no response, a slow one, 429 and
 * 5xx, which includes `SlowDown`. Writing the same object twice is harmless. Source:
 * docs.aws.amazon.com/AmazonS3/latest/API, "PutObject", "GetObject", "Error responses" and "Authenticating
 * requests".
 */
import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { AwsClient } from "aws4fetch";
import { requestBytes } from "../external/get-text.ts";
import { buildFilePath, FileStoreUnavailable, type Files, isSha256 } from "./files.ts";
import { explainS3Error, findTransientErrorCode, parseErrorCode } from "./s3-errors.ts";

export interface S3Settings {
  bucket: string;
  /** Prefix of every object name, without leading or trailing slash; may be empty. */
  prefix: string;
  endpoint: URL;
  region: string;
  access_key_id: string;
  secret_access_key: string;
  /** True when the bucket is in the path of URLs, false when it is in the host name. */
  path_style: boolean;
}

export interface S3RetryOptions {
  attempts_max: number;
  /** Time limit of one request with its response. */
  attempt_ms: number;
  /** No request starts later than this after the first. */
  whole_ms: number;
  /** Upper bound of the first pause; it doubles with each retry. */
  pause_ms: number;
}

/** Our choice: a caller waits at most half a minute, as for other external services. */
const RETRY_DEFAULTS: S3RetryOptions = {
  attempts_max: 5,
  attempt_ms: 10_000,
  whole_ms: 20_000,
  pause_ms: 200,
};
/** Far above our largest file: a longer response is rejected. */
const BYTES_MAX = 64 * 1024 * 1024;

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

export function createS3Files(settings: S3Settings, overrides: Partial<S3RetryOptions> = {}): Files {
  const base = buildBaseUrl(settings);
  const retry = { ...RETRY_DEFAULTS, ...overrides };
  // Loaded with the first file, so that a service without a bucket does not load it.
  let signing: Promise<AwsClient> | undefined;

  async function sendOnce(method: "PUT" | "GET", place: string, hash: string, body?: Uint8Array) {
    signing ??= createSigner(settings);
    const signed = await (await signing).sign(`${base}${place}`, {
      method,
      headers: { "x-amz-content-sha256": hash },
      ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> }),
    });
    // A redirect means another region, whose URL would need another signature: it is not followed.
    return requestBytes(method, new URL(signed.url), {
      headers: Object.fromEntries(signed.headers),
      private_addresses: true,
      timeout_ms: retry.attempt_ms,
      bytes_max: BYTES_MAX,
      body: body === undefined ? undefined : Buffer.from(body.buffer, body.byteOffset, body.byteLength),
    });
  }

  /** The first response that is not a transient failure; throws `FileStoreUnavailable` when there is none. */
  async function sendWithRetries(
    method: "PUT" | "GET",
    place: string,
    hash: string,
    body?: Uint8Array,
  ): Promise<Answer> {
    const until = performance.now() + retry.whole_ms;
    for (let attempt = 1; ; attempt += 1) {
      let fault: FileStoreUnavailable;
      try {
        const answer = await sendOnce(method, place, hash, body);
        const code = findTransientErrorCode(answer.status, answer.bytes);
        if (code === null) return answer;
        fault = new FileStoreUnavailable(`The file store answered ${answer.status}${code && ` (${code})`}.`);
      } catch (cause) {
        const why = (cause as Error).name === "AbortError" ? "is too slow" : "cannot be reached";
        fault = new FileStoreUnavailable(`The file store at ${settings.endpoint.host} ${why}.`, { cause });
      }
      // Random up to the whole pause, so that processes that failed together do not retry together.
      const pause = Math.random() * retry.pause_ms * 2 ** (attempt - 1);
      if (attempt >= retry.attempts_max || performance.now() + pause > until) throw fault;
      await wait(pause);
    }
  }

  const refused = (answer: Answer) =>
    new FileStoreUnavailable(explainS3Error(settings, answer), { misconfigured: true });

  return {
    async put(bytes) {
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const answer = await sendWithRetries("PUT", buildFilePath(sha256), sha256, bytes);
      // Every S3 store returns an ETag of the stored object; a web server that answers 200 to anything does not.
      if (answer.status !== 200 || answer.headers.etag === undefined) throw refused(answer);
      return sha256;
    },
    async get(sha256) {
      if (!isSha256(sha256)) return undefined;
      const answer = await sendWithRetries("GET", buildFilePath(sha256), EMPTY_SHA256);
      if (answer.status === 404 && parseErrorCode(answer.bytes) === "NoSuchKey") return undefined;
      if (answer.status !== 200) throw refused(answer);
      return answer.bytes;
    },
  };
}

const EMPTY_SHA256 = createHash("sha256").digest("hex");

async function createSigner({ access_key_id, secret_access_key, region }: S3Settings): Promise<AwsClient> {
  const { AwsClient } = await import("aws4fetch");
  return new AwsClient({
    accessKeyId: access_key_id,
    secretAccessKey: secret_access_key,
    service: "s3",
    region,
  });
}

/** The URL that object names are appended to. */
export function buildBaseUrl({
  bucket,
  prefix,
  endpoint,
  path_style,
}: Pick<S3Settings, "bucket" | "prefix" | "endpoint" | "path_style">): URL {
  const base = new URL(endpoint);
  if (!path_style) base.hostname = `${bucket}.${base.hostname}`;
  const folders = [...base.pathname.split("/"), ...(path_style ? [bucket] : []), ...prefix.split("/")];
  base.pathname = `/${folders.filter((folder) => folder !== "").join("/")}/`.replace("//", "/");
  return base;
}
