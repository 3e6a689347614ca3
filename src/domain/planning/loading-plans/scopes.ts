/** The scopes of loading plans. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "loading:read": {
    permits: "See cargo spaces, loading plans and their loading sheets.",
    roles: ["employee"],
    presets: ["dispatcher", "warehouse"],
  },
  "loading:write": {
    permits:
      "Create, solve, change and lock loading plans, scan what is loaded, and change the cargo spaces.",
    roles: [],
    presets: ["dispatcher", "warehouse"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
