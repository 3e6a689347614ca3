/** The scopes of warehouses. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "wms:read": {
    permits: "See warehouses, their zones and bins, and stock.",
    roles: ["employee"],
    presets: ["dispatcher", "warehouse", "counter"],
  },
  "wms:write": {
    permits: "Create, change and close zones and bins; receive, move, count and adjust stock.",
    presets: ["warehouse"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
