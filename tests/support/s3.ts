/**
 * A stand-in for an S3-compatible store: one bucket, whole objects, with real signature checks, and faults on
 * demand. Responds as documented for the protocol.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import type { S3Settings } from "#platform/files/s3.ts";
import { findSignatureFault, sha256 } from "./signature-v4.ts";

/**
 * Fault instead of a response: an error of the store, a broken connection, no response, half of the object, a
 * page of some other server. `lost` stores the object and breaks the connection before responding.
 */
export type Fault =
  | { status: number; code: string; headers?: Record<string, string> }
  | "reset"
  | "silence"
  | "half"
  | "page"
  | "lost";

export interface S3StandIn {
  settings: S3Settings;
  /** By path: `/bucket/ab/abcd…`. */
  objects: Map<string, Buffer>;
  /** Method and path of each request, whatever its outcome. */
  requests: string[];
  /** Faults of the next requests, one each. */
  faults: Fault[];
  stop(): Promise<void>;
}

const STATUS_OF: Record<string, number> = {
  AuthorizationHeaderMalformed: 400,
  NoSuchBucket: 404,
  NoSuchKey: 404,
};

export async function startS3StandIn({ prefix = "" }: { prefix?: string } = {}): Promise<S3StandIn> {
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  const faults: Fault[] = [];
  const credentials = {
    access_key_id: "packhorse-test",
    secret_access_key: "kept/secret+1",
    region: "us-east-1",
  };
  const bucket = "depot-files";

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("error", () => {});
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      requests.push(`${request.method} ${request.url}`);
      answer(request, response, Buffer.concat(chunks), faults.shift());
    });
  });

  function answer(
    { method = "", url = "", headers }: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    fault: Fault | undefined,
  ): unknown {
    if (fault === "silence") return undefined;
    if (fault === "reset") return response.destroy();
    if (fault === "page") return response.writeHead(200, { "content-type": "text/html" }).end("<html>");
    if (typeof fault === "object") return refuse(response, fault.code, fault.status, fault.headers);
    const wrong = findSignatureFault({ method, url, headers }, credentials, new Date());
    if (wrong !== null) return refuse(response, wrong);
    if (sha256(body) !== headers["x-amz-content-sha256"])
      return refuse(response, "XAmzContentSHA256Mismatch", 400);
    if (!url.startsWith(`/${bucket}/`)) return refuse(response, "NoSuchBucket");
    const etag = (bytes: Buffer) => `"${sha256(bytes).slice(0, 32)}"`;
    if (method === "PUT") {
      objects.set(url, body);
      return fault === "lost" ? response.destroy() : response.writeHead(200, { etag: etag(body) }).end();
    }
    const object = objects.get(url);
    if (method !== "GET") return refuse(response, "MethodNotAllowed", 405);
    if (object === undefined) return refuse(response, "NoSuchKey");
    response.writeHead(200, { "content-length": object.length, etag: etag(object) });
    if (fault !== "half") return response.end(object);
    return response.write(object.subarray(0, object.length / 2), () => response.destroy());
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  after(stop);
  return {
    objects,
    requests: requests,
    faults,
    stop,
    settings: {
      bucket,
      prefix,
      endpoint: new URL(`http://localhost:${(server.address() as AddressInfo).port}`),
      path_style: true,
      ...credentials,
    },
  };
}

function refuse(
  response: ServerResponse,
  code: string,
  status = STATUS_OF[code] ?? 403,
  headers: Record<string, string> = {},
): void {
  response
    .writeHead(status, { "content-type": "application/xml", ...headers })
    .end(
      `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>As asked.</Message></Error>`,
    );
}
