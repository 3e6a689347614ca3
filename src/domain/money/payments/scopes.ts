/** The scope of payments by card; what the business does with them is of the wallets. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "wallet:topup": { permits: "Top up the own wallet by card.", roles: ["customer"], names_roles: true },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
