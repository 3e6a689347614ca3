/** The response with the bytes of a stored file. */
import { createHash } from "node:crypto";
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { type AttachedRecord, mayReadAny } from "#operation/files/attached-files.ts";
import { Ref } from "#vocabulary/ref.ts";
import type { FileRow } from "./records/file.ts";

export const FileAnswer = Type.Object(
  {
    result: Type.Boolean(),
    file_id: Ref("file", Type.Integer()),
    name: Type.String(),
    content_type: Type.String(),
    size_bytes: Type.Integer(),
    sha256: Type.String(),
    content_base64: Type.String({ description: "Over REST the bytes themselves are sent." }),
  },
  { $id: "FileAnswer" },
);

export const AttachedKind = Type.String({
  minLength: 1,
  maxLength: 40,
  description: "What the files belong to, such as `order` or `driver`.",
});

/** The bytes are checked against their hash: a damaged disk is a failure, not a response. */
export async function buildFileAnswer({ files }: Pick<Context, "files">, file: FileRow) {
  const bytes = await files.get(file.sha256);
  if (bytes === undefined) throw new Error(`The bytes of file ${file.id} are gone.`);
  if (createHash("sha256").update(bytes).digest("hex") !== file.sha256)
    throw new Error(`The bytes of file ${file.id} are damaged.`);
  const { id, name, content_type, size_bytes, sha256 } = file;
  return {
    result: true,
    file_id: id,
    name,
    content_type,
    size_bytes,
    sha256,
    content_base64: bytes.toString("base64"),
  };
}

/** What was uploaded for nothing yet is shown to the people of the business and to the person who uploaded it. */
export async function mayReadFile(
  context: Pick<Context, "actor" | "business_id" | "db" | "now" | "publish" | "record_kinds">,
  file: FileRow,
): Promise<boolean> {
  const { actor, db, business_id } = context;
  if (file.uploaded_by !== null && file.uploaded_by === actor.account_id) return true;
  const subjects = await db.rows<AttachedRecord>(
    "select subject_type as type, subject_id as id from file_subject where business_id = $1 and file_id = $2",
    [business_id, file.id],
  );
  if (subjects.length === 0) return actor.role === "client_admin" || actor.role === "employee";
  return mayReadAny(context, subjects);
}
