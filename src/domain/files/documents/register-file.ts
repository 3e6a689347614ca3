/**
 * Records a PDF that another system made, such as a carrier's manifest, byte for byte as it is passed on: whoever holds it can verify it
 * by its file. It bears no code and no signature, so a changed one is unknown.
 */
import { hash } from "node:crypto";
import type { Context } from "#operation/define/context.ts";
import { formatFileEntry } from "#signed-pdf/statement.ts";
import { hashLeaf } from "#transparency-log/tree.ts";
import { findCurrent, findVersionOfFile, recordVersion } from "./records/document.ts";

export interface RegisteredFile {
  document_id: number;
  version: number;
  /** Fingerprint: SHA-256 of the bytes, in hex. */
  sha256: string;
}

/** For operations that declare `stores_document`. Bytes that were recorded before are that version again. */
export async function registerFile(
  context: Context<never>,
  {
    kind,
    number,
    subject,
    bytes,
  }: { kind: string; number: string; subject: { type: string; id: number }; bytes: Buffer },
): Promise<RegisteredFile> {
  const { business, files, now } = context;
  const sha256 = hash("sha256", bytes, "hex");
  const key = { kind, subject_type: subject.type, subject_id: subject.id };
  const known_version = await findVersionOfFile(context, key, sha256);
  if (known_version !== undefined) return { ...known_version, sha256 };
  await files.put(bytes);
  const current = await findCurrent(context, key);
  const entry = formatFileEntry({ issued_at: now.toISOString(), sha256 });
  const { id, version } = await context.record((inside) =>
    recordVersion(
      inside,
      { ...key, number },
      {
        language: business.locale,
        source_hash: sha256,
        sha256,
        size_bytes: bytes.length,
        pages: 0,
        unprintable: 0,
        code: null,
        key_id: null,
        content_hash: null,
        leaf_hash: Buffer.from(hashLeaf(Buffer.from(entry))),
      },
      current?.version ?? 0,
    ),
  );
  return { document_id: id, version, sha256 };
}
