/** The scopes of unified orders, which the contract publishes. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "uniorder:read": {
    permits: "Rate unified orders and see them: a customer its own, the business those of all customers.",
    roles: ["customer", "employee"],
    presets: ["dispatcher", "counter", "finance"],
  },
  "uniorder:write": {
    permits: "Create and cancel unified orders, and buy their labels.",
    roles: ["customer"],
    presets: ["dispatcher", "counter"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
