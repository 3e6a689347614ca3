/** The scopes of packing plans. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  scopes: {
    "packing:read": {
      permits: "See packagings, packing plans and their instructions.",
      roles: ["customer", "employee"],
    },
    "packing:write": {
      permits:
        "Create and solve packing plans; as the business, change the catalogue and apply plans to orders.",
      roles: ["customer"],
    },
  },
  presets: {
    dispatcher: ["packing:read"],
    warehouse: ["packing:read", "packing:write"],
    counter: ["packing:read", "packing:write"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
