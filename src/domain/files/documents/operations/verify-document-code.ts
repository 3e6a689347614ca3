/** Check a document on paper: by the code that is printed on it. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { parseCode } from "#signed-pdf/code.ts";
import { NoRef } from "#vocabulary/ref.ts";
import { answerCheck, DocumentVerification, LIMIT } from "../verification/answer.ts";
import { judgeCode } from "../verification/rules.ts";

export const verifyDocumentCode = defineOperation({
  name: "documentVerifyCode",
  summary: "Get what is known of a document's code",
  description:
    "By the code or the address of its QR code. A copy bears the code of its original: whether a paper was changed, only its issuer can say.",
  access: { public: true },
  localised: true,
  rest: { method: "GET", path: "/api/v1/documents/verify/{code}" },
  input: Type.Object({
    code: NoRef(
      "the code printed on a document",
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: "K7Q2M-4F8D-9RTW-XB3C; hyphens and case do not matter.",
      }),
    ),
  }),
  output: DocumentVerification,
  limit: LIMIT,

  async run(context, { code: typed_code }) {
    const code = parseCode(typed_code);
    const by_code = code === null ? undefined : await context.system_queries.findVersionByCode(code);
    return answerCheck(context, "code", by_code, (issuer) => judgeCode(code, by_code, issuer));
  },
});
