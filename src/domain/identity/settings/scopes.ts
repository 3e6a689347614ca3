/** The scopes of settings, and of the customers and terms that they include. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "settings:read": {
    permits: "See settings, customers, price lists and connections.",
    roles: ["employee"],
    presets: ["dispatcher", "counter", "finance", "marketing"],
  },
  "settings:write": {
    permits: "Change settings, customers, price lists and connections.",
    names_roles: true,
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
