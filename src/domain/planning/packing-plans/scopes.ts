/** The scopes of packing plans. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "packing:read": {
    permits: "See packagings, packing plans and their instructions.",
    roles: ["customer", "employee"],
    presets: ["dispatcher", "warehouse", "counter"],
  },
  "packing:write": {
    permits:
      "Create and solve packing plans; as the business, change the catalogue and apply plans to orders.",
    roles: ["customer"],
    presets: ["warehouse", "counter"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
