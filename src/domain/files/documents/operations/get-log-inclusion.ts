/** That an entry is in the log of documents: of a document that was issued, or of its revocation. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { findInclusionProof, InclusionProof } from "../log/proofs.ts";
import { messages } from "../messages.ts";
import { LIMIT } from "../verification/answer.ts";

export const getLogInclusion = defineOperation({
  name: "documentLogInclusion",
  summary: "Get the proof that an entry is in the log of documents",
  description:
    "By the hash of the entry, which its file tells (packages/signed-pdf). A new entry has its place within a minute.",
  access: { public: true },
  rest: { method: "GET", path: "/api/v1/documents/log/inclusion" },
  input: Type.Object({
    leaf_hash: Type.String({ pattern: "^[0-9a-f]{64}$", description: "Hexadecimal." }),
  }),
  output: Type.Object({ result: Type.Boolean(), inclusion: InclusionProof }),
  limit: LIMIT,

  async run(context, { leaf_hash }) {
    const inclusion = await findInclusionProof(context, Buffer.from(leaf_hash, "hex"));
    if (inclusion === null) throw context.refuse("not_found", { message: messages.no_such_entry });
    return { result: true, inclusion };
  },
});
