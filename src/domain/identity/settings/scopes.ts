/** The scopes of settings, and of the customers and terms that they include. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  scopes: {
    "settings:read": {
      permits: "See settings, customers, price lists and connections.",
      roles: ["employee"],
    },
    "settings:write": {
      permits: "Change settings, customers, price lists and connections.",
    },
  },
  presets: {
    dispatcher: ["settings:read"],
    counter: ["settings:read"],
    finance: ["settings:read"],
    marketing: ["settings:read"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
