/**
 * Compresses JSON for the console, which reads its lists again whenever something changes: a page of orders is a
 * seventh of its size. Programs get what they always got; they are near, or have many small answers.
 */
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { isConsoleRequest } from "./console-session.ts";

const BYTES_MIN = 1500;
/** 4 is as fast as gzip, and smaller. */
const QUALITY = 4;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export function registerCompression(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply, payload) => {
    if (!isConsoleRequest(request.headers)) return payload;
    if (typeof payload !== "string" || payload.length < BYTES_MIN || reply.hasHeader("content-encoding"))
      return payload;
    if (!/\bjson\b/.test(String(reply.getHeader("content-type")))) return payload;
    const accepted = String(request.headers["accept-encoding"] ?? "");
    const encoding = /\bbr\b/.test(accepted) ? "br" : /\bgzip\b/.test(accepted) ? "gzip" : undefined;
    if (encoding === undefined) return payload;
    const compressed =
      encoding === "br"
        ? await compressBrotli(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } })
        : await compressGzip(payload);
    reply.header("content-encoding", encoding).header("content-length", compressed.length);
    const vary = reply.getHeader("vary");
    reply.header("vary", vary === undefined ? "accept-encoding" : `${String(vary)}, accept-encoding`);
    return compressed;
  });
}
