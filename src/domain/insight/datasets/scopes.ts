/** The scopes of datasets. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "datasets:read": {
    permits: "See datasets and their records, as far as the permissions of each dataset allow.",
    roles: ["employee"],
    presets: ["dispatcher", "warehouse", "counter", "finance", "marketing"],
  },
  "datasets:write": {
    permits:
      "Create datasets, change records and import them, as far as the permissions of each dataset allow.",
    roles: ["employee"],
    presets: ["dispatcher", "warehouse", "counter", "marketing"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
