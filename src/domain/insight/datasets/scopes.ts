/** The scopes of datasets. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  scopes: {
    "datasets:read": {
      permits: "See datasets and their records, as far as the permissions of each dataset allow.",
      roles: ["employee"],
    },
    "datasets:write": {
      permits:
        "Create datasets, change records and import them, as far as the permissions of each dataset allow.",
      roles: ["employee"],
    },
  },
  presets: {
    dispatcher: ["datasets:read", "datasets:write"],
    warehouse: ["datasets:read", "datasets:write"],
    counter: ["datasets:read", "datasets:write"],
    finance: ["datasets:read"],
    marketing: ["datasets:read", "datasets:write"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
