/** Writes the row of a file whose bytes are stored. */
import type { Context } from "#operation/define/context.ts";
import { attachFiles, type FileSubject } from "#operation/files/file-subjects.ts";

interface StoredBytes {
  sha256: string;
  content_type: string;
  name: string;
  size_bytes: number;
}

/** `subject` is what it belongs to. Whoever sends it has been checked by the caller. */
export async function insertFile(
  context: Pick<Context, "db" | "business_id" | "actor" | "now" | "emit">,
  { sha256, content_type, name, size_bytes }: StoredBytes,
  subject: FileSubject | null,
): Promise<number> {
  const { db, business_id, actor, now, emit } = context;
  const row = await db.row<{ id: number }>(
    `insert into file (business_id, sha256, content_type, name, size_bytes, uploaded_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [business_id, sha256, content_type, name, size_bytes, actor.account_id, now],
  );
  if (row === undefined) throw new Error("A file that was inserted has no row.");
  if (subject !== null) await attachFiles(context, [{ file_id: row.id, subject }]);
  emit({
    subject: { type: "file", id: row.id, is_new: true },
    kind: "file.uploaded",
    payload: { sha256, content_type, size_bytes },
  });
  return row.id;
}
