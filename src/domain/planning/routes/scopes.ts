/** The scopes of routes and plans. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "routes:read": {
    permits: "See routes, their stops and plans.",
    roles: ["employee", "broker_employee", "driver"],
    presets: ["dispatcher", "warehouse"],
  },
  "routes:write": {
    permits: "Plan, change, assign and run routes.",
    roles: ["employee", "broker_employee", "driver"],
    presets: ["dispatcher"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
