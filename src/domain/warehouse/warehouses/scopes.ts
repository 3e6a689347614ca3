/** The scopes of warehouses. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  scopes: {
    "wms:read": {
      permits: "See warehouses, their zones and bins, and stock.",
      roles: ["employee"],
    },
    "wms:write": {
      permits: "Create, change and close zones and bins; receive, move, count and adjust stock.",
    },
  },
  presets: {
    dispatcher: ["wms:read"],
    warehouse: ["wms:read", "wms:write"],
    counter: ["wms:read"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
