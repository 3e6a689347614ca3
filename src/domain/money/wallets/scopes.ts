/** The scopes of wallets. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  scopes: {
    "wallet:read": {
      permits: "See the wallets of customers, their transactions and statements.",
      roles: ["employee"],
    },
    "wallet:write": {
      permits: "Record payments of customers and adjust their wallets.",
    },
  },
  presets: {
    counter: ["wallet:read"],
    finance: ["wallet:read", "wallet:write"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
