/** Creates a partner with its key. The secret is shown once, in the answer of the operation that creates it. */

import type { Context } from "#operation/define/context.ts";
import { addToDirectory } from "#operation/records/directory.ts";
import { hashToken } from "#platform/auth/secrets.ts";
import type { PartnerUse } from "#vocabulary/partners.ts";
import { messages } from "./messages.ts";
import { createKeyId, createSecret, PARTNER_COLUMNS, type PartnerRecord } from "./partners.ts";

const PARTNERS_MAX = 500;

export const PARTNER_REFUSALS = { code_taken: "conflict", too_many_providers: "conflict" } as const;

export interface NewPartner {
  code: string;
  name: string;
  uses?: readonly PartnerUse[];
  source_types: PartnerRecord["source_types"];
  subject_patterns?: readonly string[];
  formats?: PartnerRecord["formats"];
  requests_per_s?: number | null;
  allows_bearer?: boolean;
}

export async function insertPartner(
  context: Context<keyof typeof PARTNER_REFUSALS>,
  input: NewPartner,
): Promise<{ provider: PartnerRecord; secret: string }> {
  const { db, business_id, actor, now, refuse, emit } = context;
  const counted = await db.row<{ n: number }>(
    "select count(*) as n from partner where business_id = $1 and status <> 'revoked'",
    [business_id],
  );
  if ((counted?.n ?? 0) >= PARTNERS_MAX) {
    throw refuse("too_many_providers", {
      message: messages.partners_max,
      values: { partners: PARTNERS_MAX },
    });
  }
  const { secret, sealed } = createSecret(context);
  const provider =
    input.code === "packhorse"
      ? undefined
      : await db.row<PartnerRecord>(
          `insert into partner (business_id, key_id, code, name, source_types, subject_patterns, formats, requests_per_s,
             allows_bearer, secret, secret_made_at, created_by, created_at, updated_at, uses)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $11, $12, $12, $13)
           on conflict do nothing returning ${PARTNER_COLUMNS}`,
          [
            business_id,
            createKeyId(),
            input.code,
            input.name,
            [...new Set(input.source_types)],
            input.subject_patterns ?? ["*"],
            [...new Set(input.formats ?? ["otep", "epcis"])],
            input.requests_per_s ?? null,
            input.allows_bearer ?? false,
            sealed,
            actor.account_id,
            now,
            input.uses ?? ["events"],
          ],
        );
  if (provider === undefined) {
    throw refuse("code_taken", {
      message: messages.code_taken,
      errors: [{ field: "code", message: messages.other_provider }],
    });
  }
  await addToDirectory(context, "partner", hashToken(provider.key_id));
  const { id, key_id, secrets: _counted, version: _version, last_used_at: _never, ...after } = provider;
  emit({
    subject: { type: "partner", id, is_new: true },
    kind: "partner.created",
    payload: { code: provider.code, key_id },
    before: null,
    after,
  });
  return { provider, secret };
}
