/** The answer to who checks a document: what it is, in a word and in a sentence, and nothing of what is in it. */
import Type, { type Static } from "typebox";
import type { Context } from "#operation/define/context.ts";
import { Nullable, StringEnum } from "#vocabulary/basics.ts";
import { deriveIssuer } from "../keys/signer.ts";
import { findInclusionProof, InclusionProof } from "../log/proofs.ts";
import { messages } from "../messages.ts";
import type { CheckedVersion } from "../system-queries.ts";
import { type Judgement, REASONS, VERDICTS } from "./rules.ts";

export const LIMIT = { name: "document_verification", per_s: 1, burst: 60 } as const;

const CheckedDocument = Type.Object(
  {
    code: Nullable(
      Type.String({ description: "Printed on it; null of one that was issued before documents had codes." }),
    ),
    kind: Type.String({ description: "What it is: order_label." }),
    issued_by: Type.String({ description: "Name of the business." }),
    issued_at: Type.String({ format: "date-time" }),
    version: Type.Integer({ minimum: 1 }),
    current_version: Type.Integer({ minimum: 1 }),
    pages: Type.Integer({ minimum: 0 }),
    superseded_at: Nullable(Type.String({ format: "date-time" })),
    revoked_at: Nullable(Type.String({ format: "date-time" })),
  },
  { $id: "CheckedDocument" },
);

export const DocumentVerification = Type.Object(
  {
    result: Type.Boolean(),
    verdict: StringEnum(VERDICTS, {
      description:
        "`authentic`: issued here and current. `altered`: not the file that was issued. `superseded`: a newer version was issued. `revoked`: withdrawn by its issuer. `unknown`: not issued here.",
    }),
    reason: StringEnum(REASONS),
    message: Type.String({ description: "What it means, in the caller's language." }),
    checked: StringEnum(["file", "code"], {
      description: "`code`: the paper itself was not seen; compare it with what the issuer says.",
    }),
    document: Nullable(CheckedDocument),
    issuer: Type.String({ description: "The first letters of each code of this installation." }),
    inclusion: Nullable(InclusionProof),
  },
  { $id: "DocumentVerification" },
);

/** What may be known of a version by who has it. */
function present(checked: CheckedVersion, issued_by: string): Static<typeof CheckedDocument> {
  const { code, kind, issued_at, version, current_version, pages, superseded_at, revoked_at } = checked;
  return {
    code,
    kind,
    issued_by,
    issued_at,
    version,
    current_version,
    pages,
    superseded_at,
    revoked_at,
  };
}

/** Reads the issuer, lets the caller judge by it, counts the check and builds the answer. For reads. */
export async function answerCheck(
  context: Context<never>,
  checked: "file" | "code",
  version: CheckedVersion | undefined,
  judge: (issuer: string) => Judgement,
): Promise<Static<typeof DocumentVerification>> {
  const { system_queries, now, say } = context;
  const issuer = deriveIssuer(await system_queries.listDocumentKeys());
  const { verdict, reason } = judge(issuer);
  const [business, inclusion] = await Promise.all([
    version === undefined ? undefined : system_queries.findBusiness(version.business_id),
    version === undefined || version.leaf_hash === null
      ? null
      : findInclusionProof(context, version.leaf_hash),
    version === undefined ? undefined : system_queries.countDocumentCheck(version, verdict, now),
  ]);
  return {
    result: true,
    verdict,
    reason,
    message: say(messages.reasons[reason]),
    checked,
    document: version === undefined ? null : present(version, business?.business_name ?? ""),
    issuer,
    inclusion,
  };
}
