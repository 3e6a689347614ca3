/**
 * Compresses JSON for the console, which reads its lists again whenever something changes: a page of orders is a
 * seventh of its size. Other answers of operations stay as they are: programs are near, or have many small answers. The
 * catalogues and descriptions that are built once are compressed for everybody, once.
 */
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isConsoleRequest } from "./console-session.ts";

const BYTES_MIN = 1500;
/** 4 is as fast as gzip, and smaller. */
const QUALITY = 4;

/** Documents of up to two megabytes, which many clients read. */
const DOCUMENTS = /^\/(?:api\/)?(?:\.well-known\/ai-tools\.json|llms\.txt|ai\/|ai-skill|openapi\.json)/;
const TYPES = /\bjson\b|^text\//;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export function registerCompression(app: FastifyInstance): void {
  // Most answers are not compressed, and wait for no promise.
  app.addHook("onSend", (request, reply, payload, done) => {
    const is_document = DOCUMENTS.test(request.url);
    if (!is_document && !isConsoleRequest(request.headers)) {
      done();
      return;
    }
    compressAnswer(request, reply, payload, is_document).then(
      (compressed) => done(null, compressed),
      (error) => done(error),
    );
  });
}

async function compressAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  is_document: boolean,
): Promise<unknown> {
  if (is_document) addVary(reply);
  if (typeof payload !== "string" || payload.length < BYTES_MIN || reply.hasHeader("content-encoding"))
    return payload;
  if (!TYPES.test(String(reply.getHeader("content-type")))) return payload;
  if (!is_document && !/\bjson\b/.test(String(reply.getHeader("content-type")))) return payload;
  const accepted = String(request.headers["accept-encoding"] ?? "");
  const encoding = /\bbr\b/.test(accepted) ? "br" : /\bgzip\b/.test(accepted) ? "gzip" : undefined;
  if (encoding === undefined) return payload;
  const tag = is_document ? reply.getHeader("etag") : undefined;
  const key = `${encoding} ${String(tag)}`;
  const compressed_document = tag === undefined ? undefined : compressed_documents.get(key);
  const compressed = compressed_document ?? (await compress(payload, encoding));
  if (tag !== undefined && compressed_document === undefined) {
    if (compressed_documents.size >= DOCUMENTS_KEPT_MAX) compressed_documents.clear();
    compressed_documents.set(key, compressed);
  }
  reply.header("content-encoding", encoding).header("content-length", compressed.length);
  if (!is_document) addVary(reply);
  return compressed;
}

/** By encoding and entity tag. */
const compressed_documents = new Map<string, Buffer>();
const DOCUMENTS_KEPT_MAX = 64;

function compress(text: string, encoding: "br" | "gzip"): Promise<Buffer> {
  return encoding === "br"
    ? compressBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } })
    : compressGzip(text);
}

function addVary(reply: FastifyReply): void {
  const vary = reply.getHeader("vary");
  reply.header("vary", vary === undefined ? "accept-encoding" : `${String(vary)}, accept-encoding`);
}
