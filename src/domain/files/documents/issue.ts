/**
 * Issues a document: draws it with its code, signs it, stores its bytes once, and records its number, subject and fingerprint.
 *
 * A document whose contents have not changed since it was last issued is that version again: nothing is drawn or
 * stored. Otherwise it gets a new version, and the earlier ones remain readable.
 */
import { hash } from "node:crypto";
import type { Context } from "#operation/define/context.ts";
import { type DocumentRequest, drawVersion, hashSource } from "./draw-version.ts";
import { type Current, findCurrent, recordVersion } from "./records/document.ts";

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

/** For operations that declare `stores_document`. Refuses `busy` when too many documents are being drawn. */
export async function issueDocument<Contents>(
  context: Context<never>,
  document: DocumentRequest<Contents>,
): Promise<IssuedDocument> {
  const { number, template, subject } = document;
  const key = { kind: template.kind, subject_type: subject.type, subject_id: subject.id };
  const current = await findCurrent(context, key);
  if (current !== undefined && current.source_hash === hashSource(document) && current.revoked_at === null) {
    const bytes = await readBytes(context, current.sha256);
    // Bytes that the store has lost are drawn again, as a new version.
    if (bytes !== undefined) return toIssued(current, bytes);
  }
  const { bytes: signed, drawn_version } = await drawVersion(context, document);
  const issued = await context.record((inside) =>
    recordVersion(inside, { ...key, number }, drawn_version, current?.version ?? 0),
  );
  const bytes = issued.sha256 === drawn_version.sha256 ? signed : await readBytes(context, issued.sha256);
  if (bytes === undefined) throw new Error(`The bytes of document ${issued.id} are gone.`);
  return toIssued(issued, bytes);
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
