/**
 * Files in a bucket of an S3-compatible store: one object a file, one request a file, at most 5 GB by the
 * protocol and 8 MiB by ours.
 *
 * Requests are signed with AWS Signature Version 4, the hash of the payload included, so that a store takes no
 * bytes but those that were hashed. What may pass by itself is tried again with growing pauses: no answer, a
 * slow one, 429 and 5xx, which is where `SlowDown` belongs. Writing the same object twice does no harm.
 * Source: docs.aws.amazon.com/AmazonS3/latest/API, "PutObject", "GetObject", "Error responses" and
 * "Authenticating requests".
 */
import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { AwsClient } from "aws4fetch";
import { FileStoreUnavailable, type Files, isSha256, placeOf } from "./files.ts";
import { codeOf, transientCode, wordsFor } from "./s3-errors.ts";

export interface S3Settings {
  bucket: string;
  /** Before every name, without slashes at its ends; may be empty. */
  prefix: string;
  endpoint: URL;
  region: string;
  access_key_id: string;
  secret_access_key: string;
  /** The bucket in the path of addresses, else in front of the host's name. */
  path_style: boolean;
}

export interface S3Patience {
  attempts_max: number;
  /** For one request with its answer. */
  attempt_ms: number;
  /** No request begins later than this after the first. */
  whole_ms: number;
  /** The first pause, at most; each further one may be twice as long. */
  pause_ms: number;
}

/** Our choice: a caller waits at most half a minute, as for other outside services. */
const PATIENCE: S3Patience = { attempts_max: 5, attempt_ms: 10_000, whole_ms: 20_000, pause_ms: 200 };
/** Far above our largest file: a store that sends more is not believed. */
const BYTES_MAX = 64 * 1024 * 1024;

interface Answer {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

export function s3Files(settings: S3Settings, patience: Partial<S3Patience> = {}): Files {
  const base = baseOf(settings);
  const patient = { ...PATIENCE, ...patience };
  // Loaded with the first file: a service without a bucket never pays for it.
  let signing: Promise<AwsClient> | undefined;

  async function once(method: "PUT" | "GET", place: string, hash: string, body?: Uint8Array) {
    signing ??= signerFor(settings);
    const signed = await (await signing).sign(`${base}${place}`, {
      method,
      headers: { "x-amz-content-sha256": hash },
      // A redirect is another region: its address would need another signature.
      redirect: "manual",
      signal: AbortSignal.timeout(patient.attempt_ms),
      ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> }),
    });
    const response = await fetch(signed);
    return { status: response.status, headers: response.headers, bytes: await bytesOf(response) };
  }

  /** The first answer that is no passing fault; throws `FileStoreUnavailable` when there is none. */
  async function ask(method: "PUT" | "GET", place: string, hash: string, body?: Uint8Array): Promise<Answer> {
    const until = performance.now() + patient.whole_ms;
    for (let attempt = 1; ; attempt += 1) {
      let fault: FileStoreUnavailable;
      try {
        const answer = await once(method, place, hash, body);
        const code = transientCode(answer.status, answer.bytes);
        if (code === null) return answer;
        fault = new FileStoreUnavailable(`The file store answered ${answer.status}${code && ` (${code})`}.`);
      } catch (cause) {
        const why = (cause as Error).name === "TimeoutError" ? "is too slow" : "cannot be reached";
        fault = new FileStoreUnavailable(`The file store at ${settings.endpoint.host} ${why}.`, { cause });
      }
      // Anything up to the whole pause: processes that failed together must not come back together.
      const pause = Math.random() * patient.pause_ms * 2 ** (attempt - 1);
      if (attempt >= patient.attempts_max || performance.now() + pause > until) throw fault;
      await wait(pause);
    }
  }

  const refused = (answer: Answer) =>
    new FileStoreUnavailable(wordsFor(settings, answer), { misconfigured: true });

  return {
    async put(bytes) {
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const answer = await ask("PUT", placeOf(sha256), sha256, bytes);
      // Every store names the version it keeps; a web page that answers 200 to anything does not.
      if (answer.status !== 200 || !answer.headers.has("etag")) throw refused(answer);
      return sha256;
    },
    async get(sha256) {
      if (!isSha256(sha256)) return undefined;
      const answer = await ask("GET", placeOf(sha256), EMPTY_SHA256);
      if (answer.status === 404 && codeOf(answer.bytes) === "NoSuchKey") return undefined;
      if (answer.status !== 200) throw refused(answer);
      return answer.bytes;
    },
  };
}

const EMPTY_SHA256 = createHash("sha256").digest("hex");

async function signerFor({ access_key_id, secret_access_key, region }: S3Settings): Promise<AwsClient> {
  const { AwsClient } = await import("aws4fetch");
  return new AwsClient({
    accessKeyId: access_key_id,
    secretAccessKey: secret_access_key,
    service: "s3",
    region,
  });
}

/** The address that names of files follow. */
export function baseOf({
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

async function bytesOf(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > BYTES_MAX) throw new Error(`The answer is longer than ${BYTES_MAX} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
