/**
 * Create a provider and its key. The secret is shown only in this response. Source: docs/contract/otep.md, "Providers";
 * the kind of credentials is our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import {
  createKeyId,
  createSecret,
  PARTNER_COLUMNS,
  Partner,
  PartnerMembers,
  type PartnerRecord,
} from "../partners.ts";

const PARTNERS_MAX = 500;

export const createOtepProvider = defineOperation({
  name: "otepProviderCreate",
  summary: "Create a provider of tracking events",
  effect: "write",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "POST", path: "/api/v1/otep/providers", status: 201 },
  secret_answer: true,
  input: Type.Object({
    code: Type.String({
      pattern: "^[a-z][a-z0-9_-]{1,39}$",
      description: "Its name in events, `source.provider`; cannot be changed.",
    }),
    name: PartnerMembers.name,
    uses: Type.Optional({
      ...PartnerMembers.uses,
      description: "What its key may be used for; events by default.",
    }),
    source_types: PartnerMembers.source_types,
    subject_patterns: Type.Optional(PartnerMembers.subject_patterns),
    formats: Type.Optional(PartnerMembers.formats),
    requests_per_s: Type.Optional(PartnerMembers.requests_per_s),
    allows_bearer: Type.Optional(PartnerMembers.allows_bearer),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    provider: Partner,
    secret: Type.String({ "x-secret": true, description: "Signs its requests; shown once." }),
  }),
  refusals: { code_taken: "conflict", too_many_providers: "conflict" },

  async run(context, input) {
    const { db, business_id, actor, now, refuse, emit } = context;
    const counted = await db.row<{ n: number }>(
      "select count(*) as n from partner where business_id = $1 and status <> 'revoked'",
      [business_id],
    );
    if ((counted?.n ?? 0) >= PARTNERS_MAX) {
      throw refuse("too_many_providers", { message: `A business has at most ${PARTNERS_MAX} providers.` });
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
        message: "Another provider has this code.",
        errors: [{ field: "code", message: "belongs to another provider" }],
      });
    }
    const { id, key_id, secrets: _counted, version: _version, last_used_at: _never, ...after } = provider;
    emit({
      subject: { type: "partner", id, is_new: true },
      kind: "partner.created",
      payload: { code: provider.code, key_id },
      before: null,
      after,
    });
    return { result: true, provider, secret };
  },
});
