/**
 * Check a file: by its bytes, or by what a browser or program computes of it, so that the file need not be sent.
 *
 * Source: docs/contract/rest.md, "Documents".
 */
import { hash } from "node:crypto";
import Type from "typebox";
import { parseBase64 } from "#operation/define/accepted-files.ts";
import { defineOperation } from "#operation/define/define.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { parseCode } from "#signed-pdf/code.ts";
import { messages } from "../messages.ts";
import { answerCheck, DocumentVerification, LIMIT } from "../verification/answer.ts";
import { readUpload } from "../verification/read-upload.ts";
import { type FileFacts, judgeFile } from "../verification/rules.ts";

const BYTES_MAX = 8 * 1024 * 1024;
const BASE64_MAX = Math.ceil(BYTES_MAX / 3) * 4;
const Sha256 = Type.String({ pattern: "^[0-9a-f]{64}$" });

export const verifyDocument = defineOperation({
  name: "documentVerify",
  summary: "Verify a document by its file or hash",
  description:
    "Tells whether a PDF was issued here and is unchanged. Send the file, or only its hash and what it says of itself; " +
    "nothing of its contents is answered.",
  effect: "read",
  access: { public: true },
  localised: true,
  rest: { method: "POST", path: "/api/v1/documents/verify", body_limit: BASE64_MAX + 64 * 1024 },
  input: Type.Object({
    content_base64: Type.Optional(
      Type.String({
        maxLength: BASE64_MAX,
        contentEncoding: "base64",
        description: "The PDF, up to 8 MiB, in standard base64.",
      }),
    ),
    sha256: Type.Optional(
      Type.String({ ...Sha256, description: "SHA-256 of the file, hexadecimal, instead of the file." }),
    ),
    code: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: "With `sha256`: the code that the file bears.",
      }),
    ),
    content_hash: Type.Optional(
      Type.String({
        ...Sha256,
        description: "With `sha256`: hash of what a reader of the file sees (packages/signed-pdf).",
      }),
    ),
  }),
  output: DocumentVerification,
  refusals: { not_a_pdf: "invalid", nothing_to_verify: "invalid", file_too_large: "too_large" },
  limit: LIMIT,

  async run(context, input) {
    const { system_queries, refuse } = context;
    const { content_base64 } = input;
    let { sha256 } = input;
    let facts: FileFacts = {
      code: input.code === undefined ? undefined : parseCode(input.code),
      content_hash: input.content_hash,
    };
    if (content_base64 !== undefined) {
      const bytes = parseBase64(content_base64);
      if (bytes === undefined || !bytes.subarray(0, 1024).includes("%PDF-"))
        throw refuse("not_a_pdf", {
          message: messages.not_a_pdf,
          errors: [
            { field: "content_base64", message: bytes === undefined ? fields.not_base64 : messages.no_pdf },
          ],
        });
      if (bytes.length > BYTES_MAX) throw refuse("file_too_large", { message: messages.too_large });
      sha256 = hash("sha256", bytes, "hex");
      facts = (await readUpload(bytes)) ?? { code: undefined, content_hash: undefined };
    }
    if (sha256 === undefined)
      throw refuse("nothing_to_verify", {
        message: messages.nothing_to_verify,
        errors: [{ field: "sha256", message: fields.required }],
      });
    const [by_hash, by_code] = await Promise.all([
      system_queries.findVersionByHash(sha256),
      facts.code ? system_queries.findVersionByCode(facts.code) : undefined,
    ]);
    return answerCheck(context, "file", by_hash ?? by_code, (issuer) =>
      judgeFile(facts, by_hash, by_code, issuer),
    );
  },
});
