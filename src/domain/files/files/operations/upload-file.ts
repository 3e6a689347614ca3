/**
 * Upload a file first, then refer to it by `file_id`: a proof, a document, a picture of a defect. It may belong to a record
 * from the start.
 *
 * The bytes are stored under their SHA-256, so that sending the same file again takes no space; those of a call that
 * fails afterwards stay stored without a row.
 */
import { createHash } from "node:crypto";
import Type from "typebox";
import { fileMembers, IMAGES, PDF } from "#operation/define/accepted-files.ts";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { type AttachedRecord, mayReadAny } from "#operation/files/attached-files.ts";
import { Id } from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { AttachedKind } from "../read.ts";
import { insertFile } from "../records/file.ts";

const ACCEPTED_FILES = [IMAGES, PDF];

export const uploadFile = defineOperation({
  name: "fileUpload",
  summary: "Upload a file",
  access: { roles: TENANT_ROLES, scopes: ["orders:write"] },
  rest: { method: "POST", path: "/api/v1/files", status: 201 },
  accepts_file: ACCEPTED_FILES,
  input: Type.Object({
    ...fileMembers(ACCEPTED_FILES),
    subject_type: Type.Optional(AttachedKind),
    subject_id: Type.Optional(NoRef("of the type that subject_type says", Id)),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    file_id: Ref("file"),
    sha256: Type.String(),
    size_bytes: Type.Integer(),
  }),

  /** The store may be remote and slow, and nothing should wait for it with the locks of a transaction. */
  async prepare(context, { content_base64, subject_type, subject_id }) {
    const { files, dry_run, refuse } = context;
    const subject = getRecord(context, subject_type, subject_id);
    if (subject !== null && !(await mayReadAny(context, [subject])))
      throw refuse("not_found", { message: messages.unknown_subject });
    const bytes = Buffer.from(content_base64, "base64");
    const sha256 = dry_run ? createHash("sha256").update(bytes).digest("hex") : await files.put(bytes);
    return { sha256, size_bytes: bytes.length, subject };
  },

  async run(context, { content_type, name }, { sha256, size_bytes, subject }) {
    const file_id = await insertFile(context, { sha256, content_type, name, size_bytes }, subject);
    return { result: true, file_id, sha256, size_bytes };
  },
});

function getRecord(
  { refuse }: Context<never>,
  type: string | undefined,
  id: number | undefined,
): AttachedRecord | null {
  if (type !== undefined && id !== undefined) return { type, id };
  if (type === undefined && id === undefined) return null;
  throw refuse("invalid_request", {
    message: messages.type_and_id,
    errors: [
      { field: type === undefined ? "subject_type" : "subject_id", message: messages.required_with_other },
    ],
  });
}
