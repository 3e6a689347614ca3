/** The signed root of the log of documents: the last one, or that of a day. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Nullable } from "#vocabulary/basics.ts";
import { deriveIssuer } from "../keys/signer.ts";
import { presentRoot, SignedRoot } from "../log/proofs.ts";
import { LIMIT } from "../verification/answer.ts";

export const getLogRoot = defineOperation({
  name: "documentLogRoot",
  summary: "Get the signed root of the log of documents",
  description:
    "The last one, or that of a day. Keep it elsewhere: two roots of one size with different hashes prove a changed log.",
  access: { public: true },
  rest: { method: "GET", path: "/api/v1/documents/log/root" },
  input: Type.Object({
    date: Type.Optional(Type.String({ ...CalendarDate, description: "Day in UTC, YYYY-MM-DD." })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    root: Nullable(SignedRoot),
  }),
  limit: LIMIT,

  async run({ system_queries }, { date }) {
    const [keys, root] = await Promise.all([
      system_queries.listDocumentKeys(),
      system_queries.findLogRoot(date),
    ]);
    return { result: true, root: root === undefined ? null : presentRoot(root, deriveIssuer(keys)) };
  },
});
