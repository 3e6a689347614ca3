/** The scopes of labels, which the contract publishes. Manifests and corrections of carriers concern the business alone. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "labels:read": {
    permits: "See carriers, rates and labels: a customer its own, the business those of all customers.",
    roles: ["customer", "employee"],
    presets: ["dispatcher", "warehouse", "counter", "finance"],
  },
  "labels:write": {
    permits: "Buy, download and cancel labels of carriers; hand shipments over as the business.",
    roles: ["customer"],
    presets: ["dispatcher", "warehouse", "counter", "finance"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
