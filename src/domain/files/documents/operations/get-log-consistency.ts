/** That the log of documents begins with what it was at a former size. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { readConsistencyProof } from "../log/proofs.ts";
import { messages } from "../messages.ts";
import { LIMIT } from "../verification/answer.ts";

const TreeSize = Type.Integer({ minimum: 1, maximum: 2 ** 48 });

export const getLogConsistency = defineOperation({
  name: "documentLogConsistency",
  summary: "Get the proof that the log of documents only grew",
  description: "RFC 9162, section 2.1.4, between two sizes of signed roots.",
  access: { public: true },
  rest: { method: "GET", path: "/api/v1/documents/log/consistency" },
  input: Type.Object({
    from: Type.Integer({ ...TreeSize, description: "The former size." }),
    to: Type.Integer({ ...TreeSize, description: "The later size, up to that of the last root." }),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    from: TreeSize,
    to: TreeSize,
    hashes: Type.Array(Type.String({ pattern: "^[0-9a-f]{64}$", description: "SHA-256." })),
  }),
  refusals: { no_such_size: "invalid" },
  limit: LIMIT,

  async run(context, { from, to }) {
    const root = await context.system_queries.findLogRoot();
    if (from > to || root === undefined || to > root.tree_size)
      throw context.refuse("no_such_size", {
        message: messages.no_such_size,
        values: { size: root?.tree_size ?? 0 },
      });
    return { result: true, from, to, hashes: await readConsistencyProof(context, from, to) };
  },
});
