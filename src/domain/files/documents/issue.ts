/**
 * Issues a document: draws it, stores its bytes once, and records its number, subject and fingerprint.
 *
 * A document whose contents have not changed since it was last issued is that version again: nothing is drawn or
 * stored. Otherwise it gets a new version, and the earlier ones remain readable.
 */
import { hash } from "node:crypto";
import type { Context } from "#operation/define/context.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { canonicalJson } from "#operation/records/events.ts";
import type { Drawing, Drawn, Template } from "#platform/drawing/template.ts";
import { drawInThread } from "#platform/drawing/threads.ts";
import { ThreadsBusy } from "#platform/threads/pool.ts";
import type { DocumentRow, DocumentVersionRow } from "./tables.ts";

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

type Current = Pick<DocumentRow, "id" | "version"> &
  Pick<DocumentVersionRow, "source_hash" | "sha256" | "pages" | "unprintable">;

const FIND_CURRENT = `select d.id, d.version, v.source_hash, v.sha256, v.pages, v.unprintable
  from document d join document_version v on v.business_id = d.business_id and v.document_id = d.id and v.version = d.version
 where d.business_id = $1 and d.kind = $2 and d.subject_type = $3 and d.subject_id = $4`;

/** For operations that declare `stores_document`. Refuses `busy` when too many documents are being drawn. */
export async function issueDocument<Contents>(
  context: Context<never>,
  { number, template, subject, language, contents }: DocumentRequest<Contents>,
): Promise<IssuedDocument> {
  const { business_id, db, files, now, request } = context;
  const source_hash = hash(
    "sha256",
    canonicalJson({ kind: template.kind, revision: template.revision, language, contents, number }),
  );
  const of = [business_id, template.kind, subject.type, subject.id];
  const current = await db.row<Current>(FIND_CURRENT, of);
  if (current?.source_hash === source_hash) {
    const bytes = await readBytes(context, current.sha256);
    // Bytes that the store has lost are drawn again, as a new version.
    if (bytes !== undefined) return toIssued(current, bytes);
  }
  const drawn = await drawOrRefuse(
    { template_url: template.url, contents, language, issued_at: now.toISOString() },
    request.disconnected?.(),
  );
  const sha256 = await files.put(drawn.bytes);
  const drawn_version = {
    language,
    source_hash,
    sha256,
    size_bytes: drawn.bytes.length,
    pages: drawn.pages,
    unprintable: drawn.unprintable,
  };
  const issued = await context.record((inside) =>
    recordVersion(inside, { kind: template.kind, number, subject }, drawn_version, current?.version ?? 0),
  );
  const bytes = issued.sha256 === sha256 ? Buffer.from(drawn.bytes) : await readBytes(context, issued.sha256);
  if (bytes === undefined) throw new Error(`The bytes of document ${issued.id} are gone.`);
  return toIssued(issued, bytes);
}

async function drawOrRefuse(drawing: Drawing, signal: AbortSignal | undefined): Promise<Drawn> {
  try {
    return await drawInThread(drawing, signal);
  } catch (error) {
    if (!(error instanceof ThreadsBusy)) throw error;
    throw new Refusal("busy", "unavailable", {
      message: "Too many documents are being drawn; try again in 1 s.",
      headers: { "retry-after": "1" },
    });
  }
}

/** The next version, or the one that another call has issued of the same source since version `seen`. */
async function recordVersion(
  { db, business_id, actor, now, emit }: Context<never>,
  { kind, number, subject }: { kind: string; number: string; subject: { type: string; id: number } },
  drawn: Omit<DocumentVersionRow, "business_id" | "document_id" | "version" | "issued_by" | "issued_at">,
  seen: number,
): Promise<Current> {
  const document = await db.row<Pick<DocumentRow, "id" | "version">>(
    `insert into document (business_id, kind, number, subject_type, subject_id, version)
     values ($1, $2, $3, $4, $5, 0)
     on conflict (business_id, kind, subject_type, subject_id) do update set number = excluded.number
     returning id, version`,
    [business_id, kind, number, subject.type, subject.id],
  );
  if (document === undefined) throw new Error("A document that was inserted has no row.");
  if (document.version > seen) {
    const current = await db.row<Current>(FIND_CURRENT, [business_id, kind, subject.type, subject.id]);
    if (current?.source_hash === drawn.source_hash) return current;
  }
  const version = document.version + 1;
  await Promise.all([
    db.execute("update document set version = $3 where business_id = $1 and id = $2", [
      business_id,
      document.id,
      version,
    ]),
    db.execute(
      `insert into document_version
         (business_id, document_id, version, language, source_hash, sha256, size_bytes, pages, unprintable, issued_by, issued_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        business_id,
        document.id,
        version,
        drawn.language,
        drawn.source_hash,
        drawn.sha256,
        drawn.size_bytes,
        drawn.pages,
        drawn.unprintable,
        actor.account_id,
        now,
      ],
    ),
  ]);
  emit({
    subject: { type: "document", id: document.id, is_new: version === 1 },
    kind: "document.issued",
    payload: { kind, version, subject_type: subject.type, subject_id: subject.id, sha256: drawn.sha256 },
  });
  return { id: document.id, version, ...drawn };
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
