/** The bytes of a file, for whoever uploaded it and those who may read a record that it belongs to. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { type FileSubject, mayReadOneOf } from "#operation/files/file-subjects.ts";
import { Id } from "#vocabulary/basics.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { buildFileAnswer, FileAnswer, type FileRow, findFile } from "../read.ts";

export const getFile = defineOperation({
  name: "file",
  summary: "Read a file",
  effect: "read",
  access: { roles: TENANT_ROLES, scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/files/{file_id}", bytes: "always" },
  input: Type.Object({ file_id: Id }),
  output: FileAnswer,

  async run(context, { file_id }) {
    const file = await findFile(context, file_id);
    if (file === undefined || !(await mayRead(context, file)))
      throw context.refuse("not_found", { message: messages.unknown_file });
    return buildFileAnswer(context, file);
  },
});

/** What was uploaded for nothing yet is shown to the people of the business and to whoever uploaded it. */
async function mayRead(context: Context<never>, file: FileRow): Promise<boolean> {
  const { actor, db, business_id } = context;
  if (file.uploaded_by !== null && file.uploaded_by === actor.account_id) return true;
  const subjects = await db.rows<FileSubject>(
    "select subject_type as type, subject_id as id from file_subject where business_id = $1 and file_id = $2",
    [business_id, file.id],
  );
  if (subjects.length === 0) return actor.role === "client_admin" || actor.role === "employee";
  return mayReadOneOf(context, subjects);
}
