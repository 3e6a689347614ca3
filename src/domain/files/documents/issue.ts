/**
 * Issues a document: draws it with its code, signs it, stores its bytes once, and records its number, subject and fingerprint.
 *
 * A document whose contents have not changed since it was last issued is that version again: nothing is drawn or
 * stored. Otherwise it gets a new version, and the earlier ones remain readable.
 */
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
import { type Current, type DrawnVersion, findCurrent, recordVersion } from "./records/document.ts";

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

export interface IssuedDocument {
  document_id: number;
  version: number;
  /** Fingerprint: SHA-256 of the bytes, in hex. */
  sha256: string;
  bytes: Buffer;
  pages: number;
  /** Characters that no font has. */
  unprintable: number;
}

/** Counted up when documents are signed in another way: they are then issued again. */
const SIGNATURE_REVISION = 2;

/** For operations that declare `stores_document`. Refuses `busy` when too many documents are being drawn. */
export async function issueDocument<Contents>(
  context: Context<never>,
  { number, template, subject, language, contents }: DocumentRequest<Contents>,
): Promise<IssuedDocument> {
  const { files, now, request } = context;
  const source_hash = hash(
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
  const key = { kind: template.kind, subject_type: subject.type, subject_id: subject.id };
  const current = await findCurrent(context, key);
  if (current?.source_hash === source_hash && current.revoked_at === null) {
    const bytes = await readBytes(context, current.sha256);
    // Bytes that the store has lost are drawn again, as a new version.
    if (bytes !== undefined) return toIssued(current, bytes);
  }
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
  const { bytes: signed, statement } = signPdf(
    drawn.bytes,
    { code, issued_at, key_id: signer.key_id, content_hash: content_hash ?? "-" },
    signer.private_key,
  );
  const sha256 = await files.put(signed);
  const drawn_version: DrawnVersion = {
    language,
    source_hash,
    sha256,
    size_bytes: signed.length,
    pages: drawn.pages,
    unprintable: drawn.unprintable,
    code,
    key_id: signer.key_id,
    content_hash,
    leaf_hash: Buffer.from(hashLeaf(Buffer.from(statement))),
  };
  const issued = await context.record((inside) =>
    recordVersion(inside, { ...key, number }, drawn_version, current?.version ?? 0),
  );
  const bytes = issued.sha256 === sha256 ? signed : await readBytes(context, issued.sha256);
  if (bytes === undefined) throw new Error(`The bytes of document ${issued.id} are gone.`);
  return toIssued(issued, bytes);
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

function toIssued({ id, version, sha256, pages, unprintable }: Current, bytes: Buffer): IssuedDocument {
  return { document_id: id, version, sha256, bytes, pages, unprintable };
}

/** The bytes with this fingerprint; undefined when the store has lost or damaged them. */
export async function readBytes(
  { files }: Pick<Context, "files">,
  sha256: string,
): Promise<Buffer | undefined> {
  const bytes = await files.get(sha256);
  return bytes !== undefined && hash("sha256", bytes) === sha256 ? bytes : undefined;
}
