/** The scopes of wallets. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "wallet:read": {
    permits: "See the wallets of customers, their transactions and statements.",
    roles: ["employee"],
    presets: ["counter", "finance"],
  },
  "wallet:write": {
    permits: "Record payments of customers and adjust their wallets.",
    presets: ["finance"],
    names_roles: true,
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
