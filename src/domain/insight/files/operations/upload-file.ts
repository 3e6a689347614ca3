/**
 * Upload a file first, then refer to it by `file_id`: a proof, a document, a picture of a defect.
 *
 * The bytes must match the declared type. They are stored under their SHA-256, so that sending the same file again
 * takes no space; the bytes of a call that fails afterwards stay stored without a row. Our choice: JPEG, PNG, WebP and
 * PDF, up to 8 MiB.
 */
import { createHash } from "node:crypto";
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, StringEnum } from "#vocabulary/basics.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { detectType, FILE_BYTES_MAX, FILE_TYPES, parseBase64 } from "../rules.ts";

export const uploadFile = defineOperation({
  name: "fileUpload",
  summary: "Upload a file",
  effect: "write",
  access: { roles: TENANT_ROLES, scopes: ["orders:write"] },
  rest: { method: "POST", path: "/api/v1/files", status: 201, body_limit: 12 * 1024 * 1024 },
  input: Type.Object({
    content_base64: Type.String({
      minLength: 1,
      maxLength: 12 * 1024 * 1024,
      description: "Standard base64.",
    }),
    content_type: StringEnum(FILE_TYPES),
    name: Type.String({ minLength: 1, maxLength: 200 }),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    file_id: Id,
    sha256: Type.String(),
    size_bytes: Type.Integer(),
  }),
  refusals: {
    not_base64: "invalid",
    empty_file: "invalid",
    type_mismatch: "unsupported",
    file_too_large: "too_large",
  },

  /** The store may be remote and slow, and nothing should wait for it with the locks of a transaction. */
  async prepare({ files, dry_run, refuse }, { content_base64, content_type }) {
    const bytes = parseBase64(content_base64);
    if (bytes === undefined) {
      throw refuse("not_base64", {
        message: messages.not_base64,
        errors: [{ field: "content_base64", message: "is not base64" }],
      });
    }
    if (bytes.length === 0) throw refuse("empty_file", { message: messages.empty_file });
    if (bytes.length > FILE_BYTES_MAX)
      throw refuse("file_too_large", { message: messages.file_too_large, values: { most: FILE_BYTES_MAX } });
    if (detectType(bytes) !== content_type) {
      throw refuse("type_mismatch", {
        message: messages.type_mismatch,
        errors: [
          {
            field: "content_type",
            message: `the bytes are ${detectType(bytes) ?? "of no type that is taken"}`,
          },
        ],
      });
    }
    const sha256 = dry_run ? createHash("sha256").update(bytes).digest("hex") : await files.put(bytes);
    return { sha256, size_bytes: bytes.length };
  },

  async run(context, { content_type, name }, { sha256, size_bytes }) {
    const { db, business_id, actor, now, emit } = context;
    const row = await db.row<{ id: number }>(
      `insert into file (business_id, sha256, content_type, name, size_bytes, uploaded_by, created_at)
       values ($1, $2, $3, $4, $5, $6, $7) returning id`,
      [business_id, sha256, content_type, name, size_bytes, actor.account_id, now],
    );
    if (row === undefined) throw new Error("A file that was inserted has no row.");
    emit({
      subject: { type: "file", id: row.id, first: true },
      kind: "file.uploaded",
      payload: { sha256, content_type, size_bytes },
    });
    return { result: true, file_id: row.id, sha256, size_bytes };
  },
});
