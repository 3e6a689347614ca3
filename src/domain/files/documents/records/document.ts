/** Issued documents and their versions: what one is, how its current version is found, and how the next is stored. */
import type { Context } from "#operation/define/context.ts";
import { defineGet } from "#operation/define/get.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { addToDirectory } from "#operation/records/directory.ts";
import { hashToken } from "#platform/auth/secrets.ts";
import { formatRevocation } from "#signed-pdf/statement.ts";
import { hashLeaf } from "#transparency-log/tree.ts";
import { messages } from "../messages.ts";
import { appendToLog } from "./document-log-pending.ts";

/** `version`: the current one. */
type DocumentRow = Row<"document">;
type VersionRow = Row<"document_version">;

const DocumentRecord = defineRecord("document");
const VersionRecord = defineRecord("document_version");

export type Current = Pick<DocumentRow, "id" | "version"> &
  Pick<VersionRow, "source_hash" | "sha256" | "pages" | "unprintable"> & { revoked_at: string | null };

/** A subject has one document of each kind. */
export type DocumentKey = Pick<DocumentRow, "kind" | "subject_type" | "subject_id">;

export type DrawnVersion = Pick<
  VersionRow,
  "language" | "source_hash" | "sha256" | "size_bytes" | "pages" | "unprintable" | "key_id" | "content_hash"
> & {
  /** Null of a file that another system made. */
  code: string | null;
  leaf_hash: Buffer;
};

type Reader = Pick<Context, "db" | "business_id">;

export function findCurrent(
  { db, business_id }: Reader,
  { kind, subject_type, subject_id }: DocumentKey,
): Promise<Current | undefined> {
  return db.row<Current>(
    `select d.id, d.version, v.source_hash, v.sha256, v.pages, v.unprintable, v.revoked_at
       from document d join document_version v on v.business_id = d.business_id and v.document_id = d.id and v.version = d.version
      where d.business_id = $1 and d.kind = $2 and d.subject_type = $3 and d.subject_id = $4`,
    [business_id, kind, subject_type, subject_id],
  );
}

/** A version with these bytes, whichever it is. */
export function findVersionOfFile(
  { db, business_id }: Reader,
  { kind, subject_type, subject_id }: DocumentKey,
  sha256: string,
): Promise<{ document_id: number; version: number } | undefined> {
  return db.row(
    `select v.document_id, v.version
       from document d join document_version v on v.business_id = d.business_id and v.document_id = d.id
      where d.business_id = $1 and d.kind = $2 and d.subject_type = $3 and d.subject_id = $4 and v.sha256 = $5
      order by v.version desc limit 1`,
    [business_id, kind, subject_type, subject_id, sha256],
  );
}

/** The current version of a document; undefined when there is no such document. */
async function findCurrentVersion(context: Reader, document_id: number): Promise<number | undefined> {
  return (await DocumentRecord.find(context, document_id))?.version;
}

export const getCurrentVersion = defineGet(findCurrentVersion, messages.unknown_document);

/** The next version, or the one that another call has issued of the same source since version `seen_version`. */
export async function recordVersion(
  context: Context<never>,
  { number, ...key }: DocumentKey & Pick<DocumentRow, "number">,
  drawn: DrawnVersion,
  seen_version: number,
): Promise<Current> {
  const { db, business_id, actor, now, emit } = context;
  const { kind, subject_type, subject_id } = key;
  // One statement finds the document or stores it, and locks it either way.
  const document = await db.row<DocumentRow>(
    `insert into document (business_id, kind, number, subject_type, subject_id, version)
     values ($1, $2, $3, $4, $5, 0)
     on conflict (business_id, kind, subject_type, subject_id) do update set number = excluded.number
     returning *`,
    [business_id, kind, number, subject_type, subject_id],
  );
  if (document === undefined) throw new Error("A document that was inserted has no row.");
  if (document.version > seen_version) {
    const current = await findCurrent(context, key);
    if (current?.source_hash === drawn.source_hash && current.revoked_at === null) return current;
  }
  const { id } = document;
  const version = document.version + 1;
  await Promise.all([
    DocumentRecord.change(context, document, {}),
    VersionRecord.insert(context, {
      document_id: id,
      version,
      ...drawn,
      issued_by: actor.account_id,
      issued_at: now.toISOString(),
    }),
    addToDirectory(context, "document_version", Buffer.from(drawn.sha256, "hex")),
    ...(drawn.code === null ? [] : [addToDirectory(context, "document_version", hashToken(drawn.code))]),
    appendToLog(context, drawn.leaf_hash),
  ]);
  emit({
    subject: { type: "document", id, is_new: version === 1 },
    kind: "document.issued",
    payload: { kind, version, subject_type, subject_id, sha256: drawn.sha256 },
  });
  return { id, version, ...drawn, revoked_at: null };
}

/** Withdraws a version; null for the current one. One that was withdrawn before stays as it is. */
export async function revokeVersion(
  context: Context<never>,
  document_id: number,
  version: number | null,
): Promise<{ version: number } | "not_found" | "no_code"> {
  const { db, business_id, actor, now, emit } = context;
  const document = await DocumentRecord.lock(context, document_id);
  if (document === undefined) return "not_found";
  const revoked_version = version ?? document.version;
  const row = await db.row<{ code: string | null; revoked_at: string | null }>(
    "select code, revoked_at from document_version where business_id = $1 and document_id = $2 and version = $3",
    [business_id, document_id, revoked_version],
  );
  if (row === undefined) return "not_found";
  if (row.code === null) return "no_code";
  if (row.revoked_at !== null) return { version: revoked_version };
  const entry = formatRevocation({ code: row.code, revoked_at: now.toISOString() });
  await Promise.all([
    db.execute(
      "update document_version set revoked_at = $4, revoked_by = $5 where business_id = $1 and document_id = $2 and version = $3",
      [business_id, document_id, revoked_version, now, actor.account_id],
    ),
    appendToLog(context, Buffer.from(hashLeaf(Buffer.from(entry)))),
  ]);
  const { kind, subject_type, subject_id } = document;
  emit({
    subject: { type: "document", id: document_id },
    kind: "document.revoked",
    payload: { kind, version: revoked_version, subject_type, subject_id },
  });
  return { version: revoked_version };
}
