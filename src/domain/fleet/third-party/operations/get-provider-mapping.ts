/** What a provider's words for statuses mean, and the usual words that need no entry. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { ProviderRecord } from "../records/provider.ts";
import { DEFAULT_STATUSES } from "../rules.ts";
import { Mapping } from "../shapes.ts";

export const getProviderMapping = defineOperation({
  name: "thirdpartyProviderMapping",
  summary: "Get the mapping of a provider's statuses",
  access: { scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/thirdparty/providers/{provider_id}/mapping" },
  input: Type.Object({ provider_id: Ref("delivery_provider") }),
  output: Type.Object({
    result: Type.Boolean(),
    mapping: Mapping,
    usual: { ...Mapping, description: "Words that every provider may use; its own mapping comes first." },
    version: Type.Integer({ description: "Of the provider." }),
  }),

  async run(context, { provider_id }) {
    const provider = await ProviderRecord.get(context, provider_id);
    const { status_mapping: mapping, version } = provider;
    return { result: true, mapping: { ...mapping }, usual: { ...DEFAULT_STATUSES }, version };
  },
});
