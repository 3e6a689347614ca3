/**
 * Add a delivery provider with a key of its own. The secret signs its requests and is shown once; it is rotated and revoked
 * with the partners of the business.
 */
import Type from "typebox";
import { insertPartner, PARTNER_REFUSALS, PartnerCode } from "#domain/integration/partners/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { loadProviderWithKey, ProviderRecord } from "../records/provider.ts";
import { Provider, providerMembers, toProvider } from "../shapes.ts";

export const createDeliveryProvider = defineOperation({
  name: "thirdpartyProviderCreate",
  summary: "Add a delivery provider",
  destructive: false,
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "POST", path: "/api/v1/thirdparty/providers", status: 201 },
  secret_answer: true,
  needs_sign_in: true,
  input: Type.Object({
    code: PartnerCode,
    name: providerMembers.name,
    countries: Type.Optional(providerMembers.countries),
    postal_prefixes: Type.Optional(providerMembers.postal_prefixes),
    capabilities: Type.Optional(providerMembers.capabilities),
    weight_g_max: Type.Optional(providerMembers.weight_g_max),
    distance_m_max: Type.Optional(providerMembers.distance_m_max),
    price_terms: Type.Optional(providerMembers.price_terms),
    rank: Type.Optional(providerMembers.rank),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    provider: Provider,
    secret: Type.String({ "x-secret": true, description: "Signs its requests; shown once." }),
  }),
  refusals: PARTNER_REFUSALS,

  async run(context, input) {
    const { code } = input;
    const name = input.name.trim();
    const { provider: partner, secret } = await insertPartner(context, {
      code,
      name,
      uses: ["tenders", "events"],
      source_types: ["third_party"],
    });
    const row = await ProviderRecord.insert(context, {
      partner_id: partner.id,
      code,
      name,
      countries: input.countries ?? [],
      postal_prefixes: input.postal_prefixes ?? [],
      capabilities: input.capabilities ?? [],
      weight_g_max: input.weight_g_max ?? null,
      distance_m_max: input.distance_m_max ?? null,
      price_terms: input.price_terms ?? null,
      rank: input.rank ?? null,
    });
    context.emit({
      subject: { type: "thirdparty_provider", id: row.id, is_new: true },
      kind: "thirdparty_provider.created",
      payload: { code, partner_id: partner.id },
    });
    return { result: true, provider: toProvider(await loadProviderWithKey(context, row.id)), secret };
  },
});
