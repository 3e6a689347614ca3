/**
 * Bodies that are one document, of several media types: parsed here, after the caller is known, because a provider
 * signs the bytes as they were sent.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Operation, Rest } from "#operation/define.ts";
import { missingCredentials } from "#operation/provider-callers.ts";
import { Refusal } from "#operation/refusal.ts";
import { readWhole, SentBytes } from "#operation/whole-document.ts";

/** For a scope of its own: bodies come as bytes, and who sends no credentials is refused before they are read. */
export function takeWholeBodies(
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
        message: `Send the body as ${types.join(" or ")}.`,
      }),
    );
  });
  if (access.public || !access.provider) return;
  scope.addHook("onRequest", async ({ headers }) => {
    if (headers["otep-key"] === undefined && headers.authorization === undefined) throw missingCredentials();
  });
}

/** The bytes of the body; none when there is no body. */
export function bytesOfBody({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/** The document of a body, or its bytes where it is larger than is read here. Refuses `invalid_json`. */
export function documentOf(
  request: FastifyRequest,
  { member, bytes_over }: NonNullable<Rest["body"]>,
): Record<string, unknown> {
  const is_lines = /^application\/x-ndjson\b/i.test(request.headers["content-type"] ?? "");
  const sent = new SentBytes(bytesOfBody(request), is_lines);
  return { [member]: sent.bytes.length > (bytes_over ?? Number.POSITIVE_INFINITY) ? sent : readWhole(sent) };
}
