/** Stored files: what the row of one is, and how it is stored with what it belongs to. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { type AttachedRecord, attachFiles } from "#operation/files/attached-files.ts";
import { messages } from "../messages.ts";

export type FileRow = Row<"file">;

export const FileRecord = defineRecord("file", messages.unknown_file);

/** Of bytes that are stored. `subject` is what it belongs to. The caller has checked who sends it. */
export async function insertFile(
  context: Pick<Context, "db" | "business_id" | "actor" | "now" | "emit">,
  {
    sha256,
    content_type,
    name,
    size_bytes,
  }: Pick<FileRow, "sha256" | "content_type" | "name" | "size_bytes">,
  subject: AttachedRecord | null,
): Promise<number> {
  const { id } = await FileRecord.insert(context, {
    sha256,
    content_type,
    name,
    size_bytes,
    uploaded_by: context.actor.account_id,
  });
  if (subject !== null) await attachFiles(context, [{ file_id: id, subject }]);
  context.emit({
    subject: { type: "file", id, is_new: true },
    kind: "file.uploaded",
    payload: { sha256, content_type, size_bytes },
  });
  return id;
}
