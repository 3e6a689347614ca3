/** The bytes of a file, for the person who uploaded it and those who may read a record that it belongs to. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { getReadableFile } from "../links.ts";
import { buildFileAnswer, FileAnswer } from "../read.ts";

export const getFile = defineOperation({
  name: "file",
  summary: "Get a file",
  access: { roles: TENANT_ROLES, scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/files/{file_id}", bytes: "always" },
  input: Type.Object({ file_id: Ref("file") }),
  output: FileAnswer,

  async run(context, { file_id }) {
    return buildFileAnswer(context, await getReadableFile(context, file_id));
  },
});
