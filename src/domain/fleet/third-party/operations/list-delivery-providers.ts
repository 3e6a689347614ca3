/** The delivery providers of the business, by name. */
import Type from "typebox";
import { defineList } from "#operation/define/list.ts";
import { PROVIDERS_WITH_KEYS } from "../records/provider.ts";
import { Provider, type ProviderWithKey, toProvider } from "../shapes.ts";

export const listDeliveryProviders = defineList({
  name: "thirdpartyProviders",
  summary: "List delivery providers",
  access: { scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/thirdparty/providers" },
  rows: { providers: Type.Array(Provider) },
  from: "thirdparty_provider t",
  select: PROVIDERS_WITH_KEYS,
  order: "lower(t.name), t.id",
  build: (row: ProviderWithKey) => toProvider(row),
});
