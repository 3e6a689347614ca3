/**
 * The bytes of a file by a signed link that expires, without a sign-in: proofs on the tracking page.
 *
 * A wrong link, an expired one and one of a missing file get the same response.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { verifySignature } from "#platform/auth/secrets.ts";
import { Id } from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { buildFileAnswer, FileAnswer } from "../read.ts";
import { FileRecord } from "../records/file.ts";
import { buildLinkText } from "../rules.ts";

export const getPublicFile = defineOperation({
  name: "filePublic",
  summary: "Get a file by a signed link",
  access: { public: true, ignores_token: true },
  rest: { method: "GET", path: "/api/v1/files/{file_id}/public", bytes: "always" },
  input: Type.Object({
    file_id: Ref("file"),
    business: NoRef("part of a signed link", Id),
    until: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: "Unix seconds." }),
    signature: Type.String({ minLength: 1, maxLength: 100 }),
  }),
  output: FileAnswer,
  tenant: async (_system_queries, { business }) => business,

  async run(context, { file_id, business, until, signature }) {
    const { settings, now } = context;
    const is_signature_valid = verifySignature(
      settings.secret_key,
      "file",
      buildLinkText(business, file_id, until),
      signature,
    );
    const file =
      is_signature_valid && until * 1000 > now.getTime()
        ? await FileRecord.find(context, file_id)
        : undefined;
    if (file === undefined) throw context.refuse("not_found", { message: messages.unknown_file });
    return buildFileAnswer(context, file);
  },
});
