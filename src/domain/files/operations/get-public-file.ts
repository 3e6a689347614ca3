/**
 * The bytes of a file by a signed link, for a while and without a sign-in: proofs on the tracking page.
 *
 * A link that is wrong, expired or of a file that is not there gets one and the same answer.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { signatureFits } from "#platform/auth/secrets.ts";
import { Id } from "#vocabulary/basics.ts";
import { messages } from "../messages.ts";
import { answerOf, FileAnswer, findFile } from "../read.ts";
import { linkText } from "../rules.ts";

export const getPublicFile = defineOperation({
  name: "filePublic",
  summary: "Read a file by a signed link",
  effect: "read",
  access: { public: true, ignores_token: true },
  rest: { method: "GET", path: "/api/v1/files/{file_id}/public", bytes: "always" },
  input: Type.Object({
    file_id: Id,
    business: Id,
    until: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: "Unix seconds." }),
    signature: Type.String({ minLength: 1, maxLength: 100 }),
  }),
  output: FileAnswer,
  tenant: async (_doors, { business }) => business,

  async run(context, { file_id, business, until, signature }) {
    const { settings, now } = context;
    const fits = signatureFits(settings.secret_key, "file", linkText(business, file_id, until), signature);
    const file = fits && until * 1000 > now.getTime() ? await findFile(context, file_id) : undefined;
    if (file === undefined) throw context.refuse("not_found", { message: messages.unknown_file });
    return answerOf(context, file);
  },
});
