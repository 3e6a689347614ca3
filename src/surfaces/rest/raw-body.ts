/**
 * Raw bodies of several media types: parsed here, after the caller is authenticated, because a provider signs the
 * bytes as they were sent.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { missingSignature } from "#operation/caller/device-signature.ts";
import { missingCredentials } from "#operation/caller/request-signature.ts";
import { needsSignature, type Operation, type Rest } from "#operation/define/define.ts";
import { convertBodyToUtf8, parseRawBody, RawBody, requireUtf8 } from "#operation/define/raw-body.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { refusals } from "#operation/response/platform-messages.ts";

/**
 * For its own Fastify scope: bodies arrive as bytes, and a caller without credentials is refused before they are
 * read.
 */
export function registerRawBodyParser(
  scope: FastifyInstance,
  types: readonly string[],
  access: Operation["access"],
): void {
  scope.removeAllContentTypeParsers();
  for (const type of types)
    scope.addContentTypeParser(type, { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  scope.addContentTypeParser("*", (_request, _body, done) => {
    done(
      new Refusal("unsupported_media_type", "unsupported", {
        message: refusals.send_body_as.with({ types: types.join(" or ") }),
      }),
    );
  });
  if (access.public || !needsSignature(access)) return;
  scope.addHook("onRequest", async ({ headers }) => {
    if (headers.authorization !== undefined) return;
    if (access.device && headers["signature-input"] === undefined) throw missingSignature();
    if (access.partner && headers["otep-key"] === undefined) throw missingCredentials();
  });
}

/** The bytes of the body; empty when there is no body. */
export function getBodyBytes({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/** The parsed document of a body, or its bytes when it is too large to parse here. Refuses `invalid_json`. */
export function readRawBody(
  request: FastifyRequest,
  { member, bytes_over = Number.POSITIVE_INFINITY }: NonNullable<Rest["body"]>,
): Record<string, unknown> {
  const type = request.headers["content-type"];
  const is_lines = /^application\/x-ndjson\b/i.test(type ?? "");
  const bytes = getBodyBytes(request);
  if (bytes_over < 0) requireUtf8(bytes, type);
  const raw_body = new RawBody(bytes_over < 0 ? bytes : convertBodyToUtf8(bytes, type), is_lines);
  return { [member]: raw_body.bytes.length > bytes_over ? raw_body : parseRawBody(raw_body) };
}

/** The members that a provider sent: parsed here, because its signature covers the bytes. */
export function readSignedBody(request: FastifyRequest): unknown {
  const bytes = getBodyBytes(request);
  if (bytes.length === 0) return undefined;
  return parseRawBody(new RawBody(convertBodyToUtf8(bytes, request.headers["content-type"]), false));
}
