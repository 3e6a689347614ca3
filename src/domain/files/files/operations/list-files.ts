/** The files of a record, for those who may read the record. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { mayReadAny } from "#operation/files/attached-files.ts";
import { Id, Timestamp } from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { AttachedKind } from "../read.ts";

const LISTED_MAX = 500;

export const listFiles = defineOperation({
  name: "files",
  summary: "List the files of a record",
  access: { roles: TENANT_ROLES, scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/files" },
  input: Type.Object({
    subject_type: AttachedKind,
    subject_id: NoRef("of the type that subject_type says", Id),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    files: Type.Array(
      Type.Object({
        file_id: Ref("file"),
        name: Type.String(),
        content_type: Type.String(),
        size_bytes: Type.Integer(),
        sha256: Type.String(),
        created_at: Timestamp,
      }),
      { description: `The latest ${LISTED_MAX}, newest first.` },
    ),
  }),

  async run(context, { subject_type, subject_id }) {
    const { db, business_id, refuse } = context;
    if (!(await mayReadAny(context, [{ type: subject_type, id: subject_id }])))
      throw refuse("not_found", { message: messages.unknown_subject });
    const files = await db.rows<{
      file_id: number;
      name: string;
      content_type: string;
      size_bytes: number;
      sha256: string;
      created_at: string;
    }>(
      `select f.id as file_id, f.name, f.content_type, f.size_bytes, f.sha256, f.created_at
         from file_subject s join file f on f.business_id = s.business_id and f.id = s.file_id
        where s.business_id = $1 and s.subject_type = $2 and s.subject_id = $3 order by f.id desc limit $4`,
      [business_id, subject_type, subject_id, LISTED_MAX],
    );
    return { result: true, files };
  },
});
