/** Draws a document with a new code, signs it and stores its bytes: a version that is not recorded yet. */
import { hash, randomBytes } from "node:crypto";
import type { Context } from "#operation/define/context.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { canonicalJson } from "#operation/records/events.ts";
import type { Drawing, Drawn, Mark, Template } from "#platform/drawing/template.ts";
import { drawInThread } from "#platform/drawing/threads.ts";
import { ThreadsBusy } from "#platform/threads/pool.ts";
import { buildCode } from "#signed-pdf/code.ts";
import { readPdfContents } from "#signed-pdf/contents.ts";
import { signPdf } from "#signed-pdf/sign.ts";
import { hashLeaf } from "#transparency-log/tree.ts";
import { getSigner } from "./keys/signer.ts";
import { messages } from "./messages.ts";
import type { DrawnVersion } from "./records/document.ts";

export interface DocumentRequest<Contents> {
  /** What the business calls the document by: an invoice's number, an order's tracking number. */
  number: string;
  template: Template<Contents>;
  /** What the document is about. A subject has one document of each kind. */
  subject: { type: string; id: number };
  /** BCP 47. */
  language: string;
  /** Plain data, complete: the template reads nothing else. */
  contents: Contents;
}

/** Counted up when documents are signed in another way: they are then issued again. */
const SIGNATURE_REVISION = 1;

/** SHA-256 of what is drawn: equal sources are not issued again. */
export const hashSource = ({ number, template, language, contents }: DocumentRequest<unknown>): string =>
  hash(
    "sha256",
    canonicalJson({
      kind: template.kind,
      revision: template.revision,
      signature_revision: SIGNATURE_REVISION,
      language,
      contents,
      number,
    }),
  );

/** Refuses `busy` when too many documents are being drawn. Outside transactions. */
export async function drawVersion(
  context: Context<never>,
  document: DocumentRequest<unknown>,
): Promise<{ bytes: Buffer; drawn_version: DrawnVersion }> {
  const { files, now, request } = context;
  const { template, language, contents } = document;
  const signer = await getSigner(context);
  const code = buildCode(signer.issuer, randomBytes(8));
  const issued_at = now.toISOString();
  const drawn = await drawOrRefuse(
    {
      template_url: template.url,
      contents,
      language,
      issued_at,
      keywords: buildKeywords(code),
      mark: buildMark(context, code, language),
    },
    request.disconnected?.(),
  );
  const content_hash = readPdfContents(drawn.bytes)?.content_hash ?? null;
  const { bytes, statement } = signPdf(
    drawn.bytes,
    { code, issued_at, key_id: signer.key_id, content_hash: content_hash ?? "-" },
    signer.private_key,
  );
  const drawn_version: DrawnVersion = {
    language,
    source_hash: hashSource(document),
    sha256: await files.put(bytes),
    size_bytes: bytes.length,
    pages: drawn.pages,
    unprintable: drawn.unprintable,
    code,
    key_id: signer.key_id,
    content_hash,
    leaf_hash: Buffer.from(hashLeaf(Buffer.from(statement))),
  };
  return { bytes, drawn_version };
}

/** The page where a document is checked, by the code on it. */
function buildMark({ settings }: Pick<Context, "settings">, code: string, language: string): Mark {
  const page = new URL("/verify", settings.base_url);
  return {
    text: messages.mark.format(language, { address: `${page.host}${page.pathname}` }),
    code,
    url: `${page.href}/${code}`,
  };
}

/** Programs that save a file again keep its keywords. */
const buildKeywords = (code: string): string => `Packhorse document ${code}`;

async function drawOrRefuse(drawing: Drawing, signal: AbortSignal | undefined): Promise<Drawn> {
  try {
    return await drawInThread(drawing, signal);
  } catch (error) {
    if (!(error instanceof ThreadsBusy)) throw error;
    throw new Refusal("busy", "unavailable", {
      message: messages.too_many_drawn,
      headers: { "retry-after": "1" },
    });
  }
}
