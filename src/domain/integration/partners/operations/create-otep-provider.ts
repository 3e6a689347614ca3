/**
 * Create a provider and its key. The secret is shown only in this response. Source: docs/contract/otep.md, "Providers";
 * the kind of credentials is our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { insertPartner, PARTNER_REFUSALS } from "../insert-partner.ts";
import { Partner, PartnerCode, PartnerMembers } from "../partners.ts";

export const createOtepProvider = defineOperation({
  name: "otepProviderCreate",
  summary: "Create a provider of tracking events",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "POST", path: "/api/v1/otep/providers", status: 201 },
  secret_answer: true,
  needs_sign_in: true,
  input: Type.Object({
    code: PartnerCode,
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
  refusals: PARTNER_REFUSALS,

  async run(context, input) {
    const { provider, secret } = await insertPartner(context, input);
    return { result: true, provider, secret };
  },
});
