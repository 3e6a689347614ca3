/** Change or pause a delivery provider. One that is paused is not asked any more; what it has accepted goes on. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { loadProviderWithKey, ProviderRecord } from "../records/provider.ts";
import { Provider, providerMembers, toProvider } from "../shapes.ts";

export const updateDeliveryProvider = defineOperation({
  name: "thirdpartyProviderUpdate",
  summary: "Update or pause a delivery provider",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "PATCH", path: "/api/v1/thirdparty/providers/{provider_id}" },
  input: Type.Object({
    provider_id: Ref("delivery_provider"),
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

  async run(context, { provider_id, ...changes }) {
    const { expectVersion, emit } = context;
    const before = await ProviderRecord.getLocked(context, provider_id);
    expectVersion(before.version);
    const changed = (Object.keys(changes) as (keyof typeof changes)[]).filter(
      (key) => JSON.stringify(changes[key]) !== JSON.stringify(before[key]),
    );
    if (changed.length > 0) {
      const after = { ...before, ...changes };
      await ProviderRecord.change(context, before, { ...changes, name: after.name.trim() });
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
