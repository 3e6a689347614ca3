/** Change or pause a delivery provider. One that is paused is not asked any more; what it has accepted goes on. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, StringEnum } from "#vocabulary/basics.ts";
import { lockProvider } from "../load.ts";
import { messages } from "../messages.ts";
import { loadProviderWithKey } from "../provider-rows.ts";
import { Provider, providerMembers, toProvider } from "../shapes.ts";

export const updateDeliveryProvider = defineOperation({
  name: "thirdpartyProviderUpdate",
  summary: "Change or pause a delivery provider",
  effect: "write",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "PATCH", path: "/api/v1/thirdparty/providers/{provider_id}" },
  input: Type.Object({
    provider_id: Id,
    name: Type.Optional(providerMembers.name),
    countries: Type.Optional(providerMembers.countries),
    postal_prefixes: Type.Optional(providerMembers.postal_prefixes),
    capabilities: Type.Optional(providerMembers.capabilities),
    weight_g_max: Type.Optional(providerMembers.weight_g_max),
    distance_m_max: Type.Optional(providerMembers.distance_m_max),
    price_terms: Type.Optional(providerMembers.price_terms),
    rank: Type.Optional(providerMembers.rank),
    status: Type.Optional(StringEnum(["active", "paused"])),
  }),
  output: Type.Object({ result: Type.Boolean(), provider: Provider }),

  async run(context, { provider_id, ...asked }) {
    const { db, business_id, now, refuse, expectVersion, emit } = context;
    const before = await lockProvider(context, provider_id);
    if (before === undefined) throw refuse("not_found", { message: messages.unknown_provider });
    expectVersion(before.version);
    const changed = (Object.keys(asked) as (keyof typeof asked)[]).filter(
      (key) => JSON.stringify(asked[key]) !== JSON.stringify(before[key]),
    );
    if (changed.length > 0) {
      const after = { ...before, ...asked };
      await db.execute(
        `update thirdparty_provider set name = $3, countries = $4, postal_prefixes = $5, capabilities = $6, weight_g_max = $7,
           distance_m_max = $8, price_terms = $9, status = $10, rank = $12, updated_at = $11, version = version + 1
         where business_id = $1 and id = $2`,
        [
          business_id,
          provider_id,
          after.name.trim(),
          after.countries,
          after.postal_prefixes,
          after.capabilities,
          after.weight_g_max,
          after.distance_m_max,
          after.price_terms === null ? null : JSON.stringify(after.price_terms),
          after.status,
          now,
          after.rank,
        ],
      );
      emit({
        subject: { type: "thirdparty_provider", id: provider_id },
        kind: "thirdparty_provider.changed",
        payload: { changed },
        before: Object.fromEntries(changed.map((key) => [key, before[key]])),
        after: Object.fromEntries(changed.map((key) => [key, after[key]])),
      });
    }
    return { result: true, provider: toProvider(await loadProviderWithKey(context, provider_id)) };
  },
});
